import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OSMTransform } from 'osm-pbf-parser-node';
import { OperatorError } from '../../operator-error.ts';

export type Tags = Readonly<Record<string, string>>;
export type OsmNode = { type: 'node'; id: number; lat: number; lon: number; tags?: Tags };
export type OsmWay = { type: 'way'; id: number; refs: number[]; tags?: Tags };
/** What the parser hands out; the file's header has no type. */
type Item = OsmNode | OsmWay | { type: 'relation' } | { type?: never; osmosis_replication_timestamp?: number };

/** What is wanted of an extract; the parser leaves out every tag that is not named. */
export type Visit = {
  nodeTags: readonly string[];
  wayTags: readonly string[];
  node?: (node: OsmNode) => void;
  way?: (way: OsmWay) => void;
  /** The time of the data in seconds since 1970, when the file says it. */
  timestamp?: (seconds: number) => void;
  /** After every block of the file, with the bytes read so far: whoever is slow can make the reading wait here. */
  block?: (bytesRead: number) => void | Promise<void>;
};

// The parser unpacks all that it is given before it waits, so a mouthful should not hold many blocks.
const READ_BYTES = 64 * 1024;
const BLOCKS_AHEAD = 2;
const MAX_HEADER_BYTES = 64 * 1024;

/** The parser throws out of its stream when the file is not what it expects; this hands the error to the pipeline. */
class Parser extends OSMTransform {
  override _transform(chunk: unknown, encoding: BufferEncoding, done: TransformCallback): void {
    try {
      super._transform(chunk, encoding, done);
    } catch (error) {
      done(toError(error));
    }
  }

  override _flush(done: TransformCallback): void {
    try {
      super._flush(done);
    } catch (error) {
      done(new Error('it ends too early', { cause: error }));
    }
  }
}

/**
 * Reads an OpenStreetMap extract (PBF) from beginning to end, block by block.
 * @throws OperatorError when the file is damaged
 */
export async function readExtract(file: string, visit: Visit): Promise<void> {
  const bytes = createReadStream(file, { highWaterMark: READ_BYTES });
  const withTags = { node: [...visit.nodeTags], way: [...visit.wayTags], relation: false };
  const parser = new Parser({ withTags, withInfo: false }, { readableHighWaterMark: BLOCKS_AHEAD });
  try {
    await pipeline(bytes, parser, async (blocks: AsyncIterable<Item[]>) => {
      for await (const block of blocks) {
        for (const item of block) visitItem(item, visit);
        await visit.block?.(bytes.bytesRead);
      }
    });
  } catch (cause) {
    // An error of the disk names its system call; what the visitor throws is meant for the operator already.
    if (cause instanceof OperatorError || (cause instanceof Error && 'syscall' in cause)) throw cause;
    throw new OperatorError(`${basename(file)} is damaged (${toError(cause).message}); download it again`, { cause });
  }
}

function visitItem(item: Item, visit: Visit): void {
  if (item.type === 'node') visit.node?.(item);
  else if (item.type === 'way') visit.way?.(item);
  else if (item.type === undefined && item.osmosis_replication_timestamp) {
    visit.timestamp?.(item.osmosis_replication_timestamp);
  }
}

/**
 * Looks at the first bytes of a file, because the parser would take those of another format for the length of a header
 * without end.
 * @throws OperatorError when it cannot be read or is no extract
 */
export async function requireExtract(file: string): Promise<void> {
  const start = Buffer.alloc(64);
  try {
    await using handle = await open(file);
    await handle.read(start, 0, start.length, 0);
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    throw new OperatorError(`${file} cannot be read (${reason}); maps:import takes an .osm.pbf file`, { cause });
  }
  if (start.readUInt32BE(0) > MAX_HEADER_BYTES || !start.includes('OSMHeader')) {
    throw new OperatorError(
      `${basename(file)} is no OpenStreetMap extract in PBF format; maps:import takes an .osm.pbf file`,
    );
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
