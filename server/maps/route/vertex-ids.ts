import type { LngLat } from '../position.ts';

/** The precision of OpenStreetMap: vertices that agree to a ten-millionth of a degree (1 cm) are equal. */
const UNITS = 1e7;
const FREE = -1;
const MAX_LOAD = 0.5;

/**
 * Assigns ids from 0 to distinct vertices and counts their uses. This hash table in typed arrays takes 20 to 32 bytes per
 * vertex, a fifth of a Map with text keys.
 */
export class VertexIds {
  #slots = new Int32Array(1 << 10).fill(FREE);
  #lngs = new Int32Array(1 << 9);
  #lats = new Int32Array(1 << 9);
  #uses = new Uint32Array(1 << 9);
  #count = 0;

  add(vertex: LngLat): void {
    if (this.#count === this.#lngs.length) this.#grow();
    const [lng, lat] = toUnits(vertex);
    const slot = this.#findSlot(lng, lat);
    let id = this.#slots[slot] ?? FREE;
    if (id === FREE) {
      id = this.#count;
      this.#count += 1;
      this.#slots[slot] = id;
      this.#lngs[id] = lng;
      this.#lats[id] = lat;
    }
    this.#uses[id] = (this.#uses[id] ?? 0) + 1;
  }

  getId(vertex: LngLat): number {
    return this.#slots[this.#findSlot(...toUnits(vertex))] ?? FREE;
  }

  countUses(vertex: LngLat): number {
    return this.#uses[this.getId(vertex)] ?? 0;
  }

  /** The vertex's slot, or the free slot where it belongs. */
  #findSlot(lng: number, lat: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash(lng, lat) & mask;
    for (;;) {
      const id = this.#slots[slot] ?? FREE;
      if (id === FREE || (this.#lngs[id] === lng && this.#lats[id] === lat)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    const capacity = this.#lngs.length * 2;
    this.#lngs = enlarge(this.#lngs, new Int32Array(capacity));
    this.#lats = enlarge(this.#lats, new Int32Array(capacity));
    this.#uses = enlarge(this.#uses, new Uint32Array(capacity));
    this.#slots = new Int32Array(capacity / MAX_LOAD).fill(FREE);
    for (let id = 0; id < this.#count; id++) {
      this.#slots[this.#findSlot(this.#lngs[id] ?? 0, this.#lats[id] ?? 0)] = id;
    }
  }
}

function toUnits([lng, lat]: LngLat): [number, number] {
  return [Math.round(lng * UNITS), Math.round(lat * UNITS)];
}

function hash(lng: number, lat: number): number {
  // Knuth's multiplicative hashing, whose high bits are mixed best.
  const mixed = Math.imul(lng, 0x9e3779b1) ^ Math.imul(lat, 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

function enlarge<T extends Int32Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
