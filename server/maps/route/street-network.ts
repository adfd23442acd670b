import createGraph, { type Graph, type NodeId } from 'ngraph.graph';
import { aStar, type PathFinder } from 'ngraph.path';
import { calculateDistanceKm } from '../../../domain/zones/distance.ts';
import {
  getEndBearing,
  getStartBearing,
  type LngLat,
  measureLength,
  normaliseBearing,
  toPosition,
} from '../geometry.ts';
import type { Street } from '../map-data.ts';
import { SegmentIndex } from '../spatial-index.ts';
import { RouteError } from './route-request.ts';

/** A part of a street between two junctions, in the order of its line. */
export type Road = { street: Street; line: LngLat[]; from: NodeId; to: NodeId };

export type DirectedRoad = { road: Road; line: LngLat[]; metres: number; seconds: number };

/** A road at a junction by its compass bearing; `mayEnter` is false for a one-way road into the junction. */
export type Arm = { bearing: number; mayEnter: boolean };

export type StreetNetwork = {
  roads: Road[];
  graph: Graph<LngLat, DirectedRoad>;
  finder: PathFinder<LngLat>;
  /** Finds points on the lines of `roads`. */
  index: SegmentIndex;
  getArms(junction: NodeId): Arm[];
  /** How many more junctions the routes of a request may reach. */
  budget: { junctions: number };
};

const KMH_TO_MPS = 1 / 3.6;

/** Free-flow driving time on a street. */
export function calculateSeconds(street: Street, metres: number): number {
  return metres / (street.speedKmh * KMH_TO_MPS);
}

/** Splits streets at shared vertices and builds a directed graph weighted by seconds. */
export function buildStreetNetwork(streets: readonly Street[]): StreetNetwork {
  const drivable = streets.filter((street) => street.class !== 'pedestrian');
  const roads = splitAtJunctions(drivable);
  const graph = createGraph<LngLat, DirectedRoad>({ multigraph: true });
  for (const road of roads) {
    addDirectedRoad(graph, road.from, road.to, road, road.line);
    if (!road.street.oneway) addDirectedRoad(graph, road.to, road.from, road, road.line.toReversed());
  }
  const budget = { junctions: Number.POSITIVE_INFINITY };
  const topSpeedMps = Math.max(1, ...new Set(drivable.map((street) => street.speedKmh))) * KMH_TO_MPS;
  return {
    roads,
    graph,
    finder: aStar(graph, {
      oriented: true,
      distance: (_from, _to, link) => link.data.seconds,
      heuristic: (from, to) => {
        // Called for each junction that the search reaches, when it finds a faster way there.
        budget.junctions -= 1;
        if (budget.junctions < 0) throw new RouteError('TooBig', 'The route is too long to be found in time');
        return (calculateDistanceKm(toPosition(from.data), toPosition(to.data)) * 1000) / topSpeedMps;
      },
    }),
    index: new SegmentIndex(roads.map((road) => road.line)),
    getArms: (junction) => getArms(graph, junction),
    budget,
  };
}

function addDirectedRoad(graph: Graph<LngLat, DirectedRoad>, from: NodeId, to: NodeId, road: Road, line: LngLat[]) {
  const [start] = line;
  const end = line.at(-1);
  if (start === undefined || end === undefined) return;
  graph.addNode(from, start);
  graph.addNode(to, end);
  const metres = measureLength(line);
  graph.addLink(from, to, { road, line, metres, seconds: calculateSeconds(road.street, metres) });
}

function splitAtJunctions(streets: readonly Street[]): Road[] {
  const vertices = new VertexIds();
  for (const { line } of streets) for (const vertex of line) vertices.add(vertex);
  const getVertexId = (vertex: LngLat | undefined) => (vertex === undefined ? 0 : vertices.getId(vertex));
  return streets.flatMap((street) => {
    const last = street.line.length - 1;
    const cuts = street.line.flatMap((vertex, i) =>
      i === 0 || i === last || vertices.countUses(vertex) > 1 ? [i] : [],
    );
    return cuts.slice(1).map((end, i) => {
      const start = cuts[i] ?? 0;
      const line = start === 0 && end === last ? street.line : street.line.slice(start, end + 1);
      return { street, line, from: getVertexId(line[0]), to: getVertexId(line.at(-1)) };
    });
  });
}

function getArms(graph: Graph<LngLat, DirectedRoad>, junction: NodeId): Arm[] {
  const arms = new Map<string, Arm>();
  for (const { fromId, data } of graph.getNode(junction)?.links ?? []) {
    const directed = data as DirectedRoad;
    const isExit = fromId === junction;
    const bearing = isExit ? getStartBearing(directed.line) : normaliseBearing(getEndBearing(directed.line) + 180);
    // Both directions of one road are one arm.
    const key = `${directed.road.from}>${directed.road.to}@${Math.round(bearing)}`;
    arms.set(key, { bearing, mayEnter: isExit || (arms.get(key)?.mayEnter ?? false) });
  }
  return [...arms.values()].sort((a, b) => a.bearing - b.bearing);
}

/** The precision of OpenStreetMap: vertices that agree to a ten-millionth of a degree (1 cm) are equal. */
const UNITS = 1e7;
const FREE = -1;
const MAX_LOAD = 0.5;

/**
 * Assigns ids from 0 to distinct vertices and counts their uses. This hash table in typed arrays takes 20 to 32 bytes per
 * vertex, a fifth of a Map with text keys.
 */
class VertexIds {
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
