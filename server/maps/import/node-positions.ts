import type { LngLat } from '../position.ts';

const FIRST_CAPACITY = 1 << 16;
/** OpenStreetMap keeps positions in ten-millionths of a degree; so do we, which fits 32 bits and loses nothing. */
const UNITS = 1e7;
const UNKNOWN = -(2 ** 31);

/** Collects the ids of nodes in 8 bytes each, 12 to 24 while the list grows; an id may be added many times. */
export class NodeIds {
  #ids = new Float64Array(FIRST_CAPACITY);
  #count = 0;

  add(id: number): void {
    if (this.#count === this.#ids.length) this.#grow();
    this.#ids[this.#count] = id;
    this.#count += 1;
  }

  /** Every id once, in order. */
  toSorted(): Float64Array {
    this.#compact();
    return this.#ids.slice(0, this.#count);
  }

  #grow(): void {
    // Junctions are added by every street that meets there, so leaving out what is there twice may make room enough.
    this.#compact();
    if (this.#count <= this.#ids.length / 2) return;
    const larger = new Float64Array(this.#ids.length * 2);
    larger.set(this.#ids);
    this.#ids = larger;
  }

  #compact(): void {
    const ids = this.#ids.subarray(0, this.#count).sort();
    let distinct = 0;
    for (const id of ids) {
      if (distinct > 0 && ids[distinct - 1] === id) continue;
      ids[distinct] = id;
      distinct += 1;
    }
    this.#count = distinct;
  }
}

/** Where nodes are: 16 bytes per node (8 for the id, 4 each for longitude and latitude), found by binary search. */
export class NodePositions {
  readonly #ids: Float64Array;
  readonly #lngs: Int32Array;
  readonly #lats: Int32Array;

  /** @param ids every id once, in order */
  constructor(ids: Float64Array) {
    this.#ids = ids;
    this.#lngs = new Int32Array(ids.length).fill(UNKNOWN);
    this.#lats = new Int32Array(ids.length);
  }

  get size(): number {
    return this.#ids.length;
  }

  /** Keeps the position of a node; one that nobody needs is forgotten. Degrees. */
  set(id: number, lng: number, lat: number): void {
    const at = this.#find(id);
    if (at === -1) return;
    this.#lngs[at] = Math.round(lng * UNITS);
    this.#lats[at] = Math.round(lat * UNITS);
  }

  /** The position of a node, or undefined when the extract does not hold it. */
  get(id: number): LngLat | undefined {
    const at = this.#find(id);
    const lng = this.#lngs[at];
    const lat = this.#lats[at];
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
