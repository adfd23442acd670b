import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { OperatorError } from '../../operator-error.ts';
import { type Bounds, clipLine, getBounds, isInside, type LngLat, widen } from '../geometry.ts';
import { classifyWay, type StreetAttributes } from './classify-way.ts';
import type { ImportRequest } from './command.ts';
import { isClosed, type NodePositions, WAY_TAG_KEYS } from './node-positions.ts';
import { classifyPlace, type FoundPlace, PLACE_TAG_KEYS } from './places.ts';
import { type OsmNode, type OsmWay, readExtract } from './read-extract.ts';

/** What the second pass through the extract found. */
export type PassResult = { places: FoundPlace[]; streets: number; extent: Bounds | undefined; dataAt: Date | null };

/**
 * The second pass through the extract: stores the positions of the needed nodes, then writes the streets.
 * @throws OperatorError when the file is damaged or has ways before nodes
 */
export async function writeStreets(
  { file, bbox }: ImportRequest,
  positions: NodePositions,
  output: LineFile,
  onProgress: (bytes: number) => void,
): Promise<PassResult> {
  const result: PassResult = { places: [], streets: 0, extent: undefined, dataAt: null };
  let hasWays = false;
  const addPlace = (
    type: 'node' | 'way',
    { id, tags }: Pick<OsmNode | OsmWay, 'id' | 'tags'>,
    position: LngLat | undefined,
  ) => {
    const place = classifyPlace(tags);
    if (place === undefined || position === undefined || !isInside(position, bbox)) return;
    const [lng = 0, lat = 0] = position.map((degrees) => Math.round(degrees * 1e6) / 1e6);
    result.places.push({ ...place, id: `${type}/${id}`, lng, lat });
  };
  const addStreet = (street: StreetAttributes, vertices: (LngLat | undefined)[]) => {
    for (const line of clipLine(street.isReversed ? vertices.toReversed() : vertices, bbox)) {
      result.streets += 1;
      result.extent = widen(result.extent, getBounds(line));
      output.add(formatStreet(street, line));
    }
  };
  await readExtract(file, {
    nodeTags: PLACE_TAG_KEYS,
    wayTags: WAY_TAG_KEYS,
    timestamp: (seconds) => {
      result.dataAt = new Date(seconds * 1000);
    },
    node: (node) => {
      if (hasWays) {
        throw new OperatorError(
          `${basename(file)} has ways before nodes; "osmium sort" puts it into the order that maps:import takes`,
        );
      }
      positions.set(node.id, node.lon, node.lat);
      addPlace('node', node, [node.lon, node.lat]);
    },
    way: (way) => {
      hasWays = true;
      const vertices = () => way.refs.map((ref) => positions.get(ref));
      const street = classifyWay(way);
      if (street !== undefined) addStreet(street, vertices());
      if (isClosed(way)) addPlace('way', way, calculateCentre(vertices()));
    },
    block: async (bytes) => {
      onProgress(bytes);
      await output.flush();
    },
  });
  await output.finish();
  return result;
}

function formatStreet({ name, class: streetClass, oneway, speedKmh }: StreetAttributes, line: LngLat[]): string {
  return JSON.stringify({
    type: 'Feature',
    properties: { name, class: streetClass, oneway, speed_kmh: speedKmh },
    geometry: { type: 'LineString', coordinates: line },
  });
}

/** The mean of an outline's corners; the last corner repeats the first. Undefined when the extract has no corner. */
function calculateCentre(vertices: readonly (LngLat | undefined)[]): LngLat | undefined {
  const corners = vertices.slice(1).filter((vertex) => vertex !== undefined);
  if (corners.length === 0) return undefined;
  const mean = (axis: 0 | 1) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;
  return [mean(0), mean(1)];
}

const FLUSH_CHARACTERS = 1024 * 1024;

/** A text file that is written line by line. Lines are buffered until `flush` finds enough of them. */
export class LineFile {
  readonly #handle: FileHandle;
  #buffer: string[] = [];
  #characters = 0;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async create(path: string): Promise<LineFile> {
    return new LineFile(await open(path, 'wx'));
  }

  add(line: string): void {
    this.#buffer.push(line, '\n');
    this.#characters += line.length + 1;
  }

  async flush(minCharacters = FLUSH_CHARACTERS): Promise<void> {
    if (this.#characters < minCharacters) return;
    const text = this.#buffer.join('');
    this.#buffer = [];
    this.#characters = 0;
    await this.#handle.writeFile(text);
  }

  /** Writes the rest and syncs the file to disk. */
  async finish(): Promise<void> {
    await this.flush(0);
    await this.#handle.sync();
  }

  /** Discards the lines that are not flushed. */
  async close(): Promise<void> {
    await this.#handle.close();
  }
}
