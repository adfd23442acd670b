import { writeFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { PbfWriter } from 'pbf';

/** A node of an extract, in degrees. */
type ExtractNode = { id: number; lng: number; lat: number; tags?: Record<string, string> };
type ExtractWay = { id: number; refs: number[]; tags?: Record<string, string> };
export type Extract = {
  nodes: readonly ExtractNode[];
  ways: readonly ExtractWay[];
};

const UNITS_PER_DEGREE = 1e7;

/**
 * Writes a small OpenStreetMap extract: a header, a block of dense nodes and a block of ways, as the format's description
 * (`fileformat.proto`, `osmformat.proto`) wants them.
 */
export async function writeExtract(
  path: string,
  { nodes, ways }: Extract,
  { hasWaysFirst = false } = {},
): Promise<void> {
  const header = block('OSMHeader', (pbf) => {
    pbf.writeStringField(4, 'OsmSchema-V0.6');
    pbf.writeStringField(4, 'DenseNodes');
    pbf.writeStringField(5, 'Sort.Type_then_ID');
  });
  const blocks = [nodesBlock(nodes), waysBlock(ways)];
  await writeFile(path, Buffer.concat([header, ...(hasWaysFirst ? blocks.toReversed() : blocks)]));
}

function nodesBlock(nodes: readonly ExtractNode[]): Buffer {
  const strings = new Strings();
  const keysAndValues = nodes.flatMap(({ tags = {} }) => [
    ...Object.entries(tags).flatMap(([key, value]) => [strings.indexOf(key), strings.indexOf(value)]),
    0,
  ]);
  const lats = nodes.map(({ lat }) => Math.round(lat * UNITS_PER_DEGREE));
  const lngs = nodes.map(({ lng }) => Math.round(lng * UNITS_PER_DEGREE));
  return primitives(strings, (group) => {
    group.writeMessage(
      2,
      (_, dense) => {
        dense.writePackedSVarint(1, differences(nodes.map(({ id }) => id)));
        dense.writePackedSVarint(8, differences(lats));
        dense.writePackedSVarint(9, differences(lngs));
        dense.writePackedVarint(10, keysAndValues);
      },
      null,
    );
  });
}

function waysBlock(ways: readonly ExtractWay[]): Buffer {
  const strings = new Strings();
  const coded = ways.map(({ id, refs, tags = {} }) => ({
    id,
    refs: differences(refs),
    keys: Object.keys(tags).map((key) => strings.indexOf(key)),
    values: Object.values(tags).map((value) => strings.indexOf(value)),
  }));
  return primitives(strings, (group) => {
    for (const way of coded) {
      group.writeMessage(
        3,
        (_, message) => {
          message.writeVarintField(1, way.id);
          message.writePackedVarint(2, way.keys);
          message.writePackedVarint(3, way.values);
          message.writePackedSVarint(8, way.refs);
        },
        null,
      );
    }
  });
}

function primitives(strings: Strings, writeGroup: (pbf: PbfWriter) => void): Buffer {
  return block('OSMData', (pbf) => {
    pbf.writeMessage(1, (_, table) => strings.write(table), null);
    pbf.writeMessage(2, (_, group) => writeGroup(group), null);
  });
}

/** A length, a BlobHeader and a Blob with the content as zlib data. */
function block(type: 'OSMHeader' | 'OSMData', write: (pbf: PbfWriter) => void): Buffer {
  const content = new PbfWriter();
  write(content);
  const raw = content.finish();
  const blob = new PbfWriter();
  blob.writeVarintField(2, raw.length);
  blob.writeBytesField(3, deflateSync(raw));
  const data = blob.finish();
  const header = new PbfWriter();
  header.writeStringField(1, type);
  header.writeVarintField(3, data.length);
  const head = header.finish();
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  return Buffer.concat([length, head, data]);
}

/** A block names its strings by number; number 0 ends the tags of a node and is no string. */
class Strings {
  readonly #all = [''];

  indexOf(text: string): number {
    const known = this.#all.indexOf(text, 1);
    return known === -1 ? this.#all.push(text) - 1 : known;
  }

  write(table: PbfWriter): void {
    for (const text of this.#all) table.writeBytesField(1, Buffer.from(text));
  }
}

function differences(values: readonly number[]): number[] {
  return values.map((value, i) => value - (values[i - 1] ?? 0));
}
