import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline, type TransformCallback } from 'node:stream';
import { OSMTransform } from 'osm-pbf-parser-node';
import { readErrorCode } from '../../../supabase-server/error-code.ts';
import { OperatorError } from '../../config/operator-error.ts';

export type Tags = Readonly<Record<string, string>>;
export type OsmNode = { type: 'node'; id: number; lat: number; lon: number; tags?: Tags };
export type OsmWay = { type: 'way'; id: number; refs: number[]; tags?: Tags };
/** An item of the parser; the file's header has no type. */
export type Item = OsmNode | OsmWay | { type: 'relation' } | { type?: never; osmosis_replication_timestamp?: number };

// The parser unpacks a whole chunk before it waits, so a chunk should not contain many blocks.
const READ_BYTES = 64 * 1024;
const BLOCKS_AHEAD = 2;
const MAX_HEADER_BYTES = 64 * 1024;

/** Passes errors to the pipeline, which the parser would throw out of its stream. */
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

type Options = {
  /** The keys of the tags to keep. */
  tags: { node: string[]; way: string[] };
  /** Called after each block with the number of bytes read. */
  onProgress: (bytes: number) => void;
};

/**
 * Reads an OpenStreetMap extract (PBF) from beginning to end, block by block.
 * @throws OperatorError when the file is damaged
 */
export async function* readExtract(file: string, { tags, onProgress }: Options): AsyncGenerator<Item[]> {
  const bytes = createReadStream(file, { highWaterMark: READ_BYTES });
  const withTags = { ...tags, relation: false };
  const parser = new Parser({ withTags, withInfo: false }, { readableHighWaterMark: BLOCKS_AHEAD });
  const blocks: AsyncIterable<Item[]> = pipeline(bytes, parser, () => undefined);
  try {
    for await (const block of blocks) {
      yield block;
      onProgress(bytes.bytesRead);
    }
  } catch (cause) {
    if (cause instanceof Error && 'syscall' in cause) throw cause;
    throw new OperatorError(`${basename(file)} is damaged (${toError(cause).message}); download it again`, { cause });
  }
}

/**
 * Checks the first bytes of a file, because the parser would read those of another format as an endless header.
 * @throws OperatorError when it cannot be read or is no extract
 */
export async function requireExtract(file: string): Promise<void> {
  const start = Buffer.alloc(64);
  try {
    await using handle = await open(file);
    await handle.read(start, 0, start.length, 0);
  } catch (cause) {
    const reason = readErrorCode(cause) ?? String(cause);
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
