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
  const junctions = new Map<string, { id: number; uses: number }>();
  const find = (vertex: LngLat | undefined) => vertex && junctions.get(toKey(vertex));
  for (const vertex of streets.flatMap(({ line }) => line)) {
    const junction = find(vertex);
    if (junction === undefined) junctions.set(toKey(vertex), { id: junctions.size, uses: 1 });
    else junction.uses += 1;
  }
  return streets.flatMap((street) => {
    const last = street.line.length - 1;
    const cuts = street.line.flatMap((vertex, i) =>
      i === 0 || i === last || (find(vertex)?.uses ?? 0) > 1 ? [i] : [],
    );
    return cuts.slice(1).map((end, i) => {
      const start = cuts[i] ?? 0;
      const line = start === 0 && end === last ? street.line : street.line.slice(start, end + 1);
      return { street, line, from: find(line[0])?.id ?? 0, to: find(line.at(-1))?.id ?? 0 };
    });
  });
}

function getArms(graph: Graph<LngLat, DirectedRoad>, junction: NodeId): Arm[] {
  const arms = new Map<string, Arm>();
  for (const { fromId, data } of graph.getNode(junction)?.links ?? []) {
    const directed = data as DirectedRoad;
    const isExit = fromId === junction;
    const bearing = isExit ? getStartBearing(directed.line) : normaliseBearing(getEndBearing(directed.line) + 180);
    // The two directions of a road are one arm.
    const key = `${directed.road.from}>${directed.road.to}@${Math.round(bearing)}`;
    arms.set(key, { bearing, mayEnter: isExit || (arms.get(key)?.mayEnter ?? false) });
  }
  return [...arms.values()].sort((a, b) => a.bearing - b.bearing);
}

/** Vertices that agree to a ten-millionth of a degree (1 cm), the precision of OpenStreetMap, are equal. */
const toKey = ([lng, lat]: LngLat) => `${Math.round(lng * 1e7)},${Math.round(lat * 1e7)}`;
