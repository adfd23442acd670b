import type { LngLat } from '../geometry.ts';
import { classifyWay, STREET_TAG_KEYS } from './classify-way.ts';
import { classifyPlace, PLACE_TAG_KEYS } from './places.ts';
import { type OsmWay, readExtract } from './read-extract.ts';

/** The precision of OpenStreetMap: ten-millionths of a degree, which fit into 32 bits. */
const UNITS = 1e7;
const UNKNOWN = -(2 ** 31);

/** The distinct ids in ascending order. */
function sortIds(ids: readonly number[]): Float64Array {
  const sorted = Float64Array.from(ids).sort();
  return sorted.filter((id, i) => i === 0 || id !== sorted[i - 1]);
}

/** Positions of nodes by id, in 16 bytes per node, found by binary search. */
export class NodePositions {
  readonly #ids: Float64Array;
  readonly #lngs: Int32Array;
  readonly #lats: Int32Array;

  /** @param ids distinct, in ascending order */
  constructor(ids: Float64Array) {
    this.#ids = ids;
    this.#lngs = new Int32Array(ids.length).fill(UNKNOWN);
    this.#lats = new Int32Array(ids.length);
  }

  get size(): number {
    return this.#ids.length;
  }

  /** Sets the position in degrees; ignores nodes that are not needed. */
  set(id: number, lng: number, lat: number): void {
    const index = this.#find(id);
    if (index === -1) return;
    this.#lngs[index] = Math.round(lng * UNITS);
    this.#lats[index] = Math.round(lat * UNITS);
  }

  /** Undefined when the extract does not contain the node. */
  get(id: number): LngLat | undefined {
    const index = this.#find(id);
    const lng = this.#lngs[index];
    const lat = this.#lats[index];
    if (lng === undefined || lat === undefined || lng === UNKNOWN) return undefined;
    return [lng / UNITS, lat / UNITS];
  }

  #find(id: number): number {
    let low = 0;
    let high = this.#ids.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.#ids[middle] ?? Number.NaN;
      if (found === id) return middle;
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}

export const WAY_TAG_KEYS = [...new Set([...STREET_TAG_KEYS, ...PLACE_TAG_KEYS])];

/** A closed way is the outline of an area. */
export function isClosed({ refs }: Pick<OsmWay, 'refs'>): boolean {
  return refs.length > 3 && refs[0] === refs.at(-1);
}

/**
 * The first pass through the extract: collects the nodes of streets and of places drawn as areas, still without positions.
 * @throws OperatorError when the file is damaged
 */
export async function collectNeededNodes(file: string, onProgress: (bytes: number) => void): Promise<NodePositions> {
  const ids: number[] = [];
  for await (const block of readExtract(file, { tags: { node: [], way: WAY_TAG_KEYS }, onProgress })) {
    for (const item of block) {
      if (item.type !== 'way') continue;
      const isNeeded = classifyWay(item) !== undefined || (isClosed(item) && classifyPlace(item.tags) !== undefined);
      if (isNeeded) for (const ref of item.refs) ids.push(ref);
    }
  }
  return new NodePositions(sortIds(ids));
}
