import type { Node, NodeId } from 'ngraph.graph';
import { type LngLat, measureLength } from '../geometry.ts';
import type { Street } from '../map-data.ts';
import type { NearestPoint } from '../spatial-index.ts';
import { RouteError } from './route-request.ts';
import { calculateSeconds, type DirectedRoad, type Road, type StreetNetwork } from './street-network.ts';

/** A requested position and the street point to which it was snapped. */
export type Waypoint = { requested: LngLat; name: string; snapped: NearestPoint };

export type Leg = { stretches: Stretch[]; from: Waypoint; to: Waypoint };

/** A route across 200,000 streets needs 103,000. Looking at so many takes half a second, in which every other request waits. */
const MAX_JUNCTIONS = 250_000;

/**
 * Snaps positions to the nearest streets and finds the fastest routes between them, in order.
 * @param snapLimitsM the greatest distance of each position from a street
 * @throws RouteError `NoSegment` when a position is too far from any street, `NoRoute` when the streets do not connect,
 * `TooBig` when the search would take too long
 */
export function planRoute(
  network: StreetNetwork,
  positions: readonly LngLat[],
  snapLimitsM: readonly number[],
): { waypoints: Waypoint[]; legs: Leg[] } {
  network.budget.junctions = MAX_JUNCTIONS;
  const waypoints = positions.map((requested, i) => {
    const snapped = network.index.findNearest(requested, snapLimitsM[i] ?? 0);
    if (snapped === undefined) {
      throw new RouteError('NoSegment', `Could not find a matching segment for coordinate ${i}`);
    }
    return { requested, snapped, name: network.roads[snapped.line]?.street.name ?? '' };
  });
  const legs = waypoints.slice(1).map((to, i) => {
    const from = waypoints[i] ?? to;
    const stretches = findRoute(network, from.snapped, to.snapped);
    if (stretches === undefined) throw new RouteError('NoRoute', 'Impossible route between points');
    return { from, to, stretches: stretches.length > 0 ? stretches : [createEmptyStretch(network, to)] };
  });
  return { waypoints, legs };
}

/** A stretch of zero length, so that a leg between equal points has a line and a street name. */
function createEmptyStretch(network: StreetNetwork, { snapped }: Waypoint): Stretch {
  const road = network.roads[snapped.line];
  if (road === undefined) throw new RouteError('NoSegment', 'Could not find a matching segment');
  return { street: road.street, line: [snapped.point, snapped.point], metres: 0, seconds: 0 };
}

/** A part of a route on one street, between two junctions. */
export type Stretch = {
  street: Street;
  /** In the direction of travel. */
  line: LngLat[];
  metres: number;
  /** Free-flow driving time. */
  seconds: number;
  /** The junction where it starts; absent when it starts inside a road. */
  start?: NodeId;
};

type RoadEnd = { junction: NodeId; stretch: Stretch; road: Road };

// Junctions are numbered from 0.
const START = -1;
const GOAL = -2;

/**
 * Finds the fastest route between two snapped points, or undefined when the streets do not connect them. It has no
 * stretches of zero length, so the route between two equal points is empty.
 */
export function findRoute(network: StreetNetwork, from: NearestPoint, to: NearestPoint): Stretch[] | undefined {
  const start = network.roads[from.line];
  const goal = network.roads[to.line];
  if (start === undefined || goal === undefined) return undefined;
  const direct = start === goal ? findDirectRoute(start, from, to) : undefined;
  const viaJunctions = findRouteViaJunctions(network, getExits(start, from), getEntries(goal, to));
  const isDirectFaster = direct && viaJunctions && sumSeconds(direct) <= sumSeconds(viaJunctions);
  const best = isDirectFaster ? direct : (viaJunctions ?? direct);
  return best?.filter((stretch) => stretch.metres > 0);
}

export function sumSeconds(stretches: readonly Stretch[]): number {
  return stretches.reduce((sum, stretch) => sum + stretch.seconds, 0);
}

/** Searches from all exits to all entries at once, with a temporary start and goal in the graph. */
function findRouteViaJunctions(network: StreetNetwork, exits: readonly RoadEnd[], entries: readonly RoadEnd[]) {
  const { graph, finder } = network;
  try {
    for (const { junction, stretch, road } of exits) {
      graph.addNode(START, getStart(stretch.line));
      graph.addLink(START, junction, { ...stretch, road });
    }
    for (const { junction, stretch, road } of entries) {
      graph.addNode(GOAL, getStart(stretch.line.toReversed()));
      graph.addLink(junction, GOAL, { ...stretch, road });
    }
    // The path is in reverse order, and empty when there is none.
    const nodes = finder.find(START, GOAL).reverse();
    return nodes.length === 0 ? undefined : toStretches(nodes);
  } finally {
    graph.removeNode(START);
    graph.removeNode(GOAL);
  }
}

function toStretches(nodes: readonly Node<LngLat>[]): Stretch[] {
  return nodes.slice(1).map((node, i) => {
    const previous = nodes[i] ?? node;
    const candidates = [...(previous.links ?? [])]
      .filter((link) => link.fromId === previous.id && link.toId === node.id)
      .map((link) => link.data as DirectedRoad);
    const { road, line, metres, seconds } = candidates.reduce((a, b) => (b.seconds < a.seconds ? b : a));
    return { street: road.street, line, metres, seconds, ...(previous.id === START ? {} : { start: previous.id }) };
  });
}

function findDirectRoute(road: Road, from: NearestPoint, to: NearestPoint): Stretch[] | undefined {
  const isAhead = getMetresAlong(road, to) >= getMetresAlong(road, from);
  if (isAhead) return [createStretch(road, [from.point, ...road.line.slice(from.vertex + 1, to.vertex + 1), to.point])];
  if (road.street.oneway) return undefined;
  const back = [to.point, ...road.line.slice(to.vertex + 1, from.vertex + 1), from.point];
  return [createStretch(road, back.reverse())];
}

// At a junction every street may be used, so the one-way rule of the snapped road does not apply there.

function getExits(road: Road, at: NearestPoint): RoadEnd[] {
  const ahead = { road, junction: road.to, stretch: createStretch(road, getLineAfter(road, at)) };
  const back = { road, junction: road.from, stretch: createStretch(road, getLineBefore(road, at).reverse()) };
  return road.street.oneway && back.stretch.metres > 0 ? [ahead] : [ahead, back];
}

function getEntries(road: Road, at: NearestPoint): RoadEnd[] {
  const ahead = { road, junction: road.from, stretch: createStretch(road, getLineBefore(road, at)) };
  const back = { road, junction: road.to, stretch: createStretch(road, getLineAfter(road, at).reverse()) };
  return road.street.oneway && back.stretch.metres > 0 ? [ahead] : [ahead, back];
}

const getStart = ([start]: readonly LngLat[]): LngLat => start ?? [0, 0];
const getLineBefore = (road: Road, { vertex, point }: NearestPoint) => [...road.line.slice(0, vertex + 1), point];
const getLineAfter = (road: Road, { vertex, point }: NearestPoint) => [point, ...road.line.slice(vertex + 1)];
const getMetresAlong = (road: Road, at: NearestPoint) => measureLength(getLineBefore(road, at));

function createStretch(road: Road, line: LngLat[]): Stretch {
  const distinct = line.filter((vertex, i) => i === 0 || String(vertex) !== String(line[i - 1]));
  const metres = measureLength(distinct);
  return { street: road.street, line: distinct, metres, seconds: calculateSeconds(road.street, metres) };
}
