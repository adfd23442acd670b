import type { Node, NodeId } from 'ngraph.graph';
import { measureLength } from '../line-geometry.ts';
import type { Street } from '../map-data.ts';
import type { LngLat } from '../position.ts';
import type { NearestPoint } from '../segment-index.ts';
import { calculateSeconds, type DirectedRoad, type Road, type StreetNetwork } from './street-network.ts';

/** A part of a route on one street without a junction inside. */
export type Stretch = {
  street: Street;
  /** In the direction of travel. */
  line: LngLat[];
  metres: number;
  /** Driving time in free flow. */
  seconds: number;
  /** The junction it starts from; absent when it starts in the middle of a road. */
  start?: NodeId;
};

type RoadEnd = { junction: NodeId; stretch: Stretch; road: Road };

// Junctions are numbered from 0.
const START = -1;
const GOAL = -2;

/**
 * The fastest way from one snapped point to another, or undefined when the streets do not lead there.
 * Stretches of no length are left out, so the way between two equal points is an empty list.
 */
export function findRoute(network: StreetNetwork, from: NearestPoint, to: NearestPoint): Stretch[] | undefined {
  const start = network.roads[from.line];
  const goal = network.roads[to.line];
  if (start === undefined || goal === undefined) return undefined;
  const direct = start === goal ? alongOneRoad(start, from, to) : undefined;
  const around = acrossJunctions(network, exitsOf(start, from), entriesOf(goal, to));
  const best = direct && around && sumSeconds(direct) <= sumSeconds(around) ? direct : (around ?? direct);
  return best?.filter((stretch) => stretch.metres > 0);
}

/** Free-flow driving time of stretches, in seconds. */
export function sumSeconds(stretches: readonly Stretch[]): number {
  return stretches.reduce((sum, stretch) => sum + stretch.seconds, 0);
}

/** The fastest way out of one road and into another, found in one search: both ends are in the graph while it lasts. */
function acrossJunctions(
  network: StreetNetwork,
  exits: readonly RoadEnd[],
  entries: readonly RoadEnd[],
): Stretch[] | undefined {
  const { graph, finder } = network;
  try {
    for (const { junction, stretch, road } of exits) {
      graph.addNode(START, startOf(stretch.line));
      graph.addLink(START, junction, { ...stretch, road });
    }
    for (const { junction, stretch, road } of entries) {
      graph.addNode(GOAL, startOf(stretch.line.toReversed()));
      graph.addLink(junction, GOAL, { ...stretch, road });
    }
    // The finder answers from the goal back to the start, and nothing when there is no way.
    const nodes = finder.find(START, GOAL).reverse();
    return nodes.length === 0 ? undefined : stretchesAlong(nodes);
  } finally {
    graph.removeNode(START);
    graph.removeNode(GOAL);
  }
}

function stretchesAlong(nodes: readonly Node<LngLat>[]): Stretch[] {
  return nodes.slice(1).map((node, i) => {
    const previous = nodes[i] ?? node;
    const passages = [...(previous.links ?? [])]
      .filter((link) => link.fromId === previous.id && link.toId === node.id)
      .map((link) => link.data as DirectedRoad);
    const { road, line, metres, seconds } = passages.reduce((a, b) => (b.seconds < a.seconds ? b : a));
    return { street: road.street, line, metres, seconds, ...(previous.id === START ? {} : { start: previous.id }) };
  });
}

function alongOneRoad(road: Road, from: NearestPoint, to: NearestPoint): Stretch[] | undefined {
  const isAhead = metresInto(road, to) >= metresInto(road, from);
  if (isAhead) return [stretchOn(road, [from.point, ...road.line.slice(from.vertex + 1, to.vertex + 1), to.point])];
  if (road.street.oneway) return undefined;
  const back = [to.point, ...road.line.slice(to.vertex + 1, from.vertex + 1), from.point];
  return [stretchOn(road, back.reverse())];
}

// At a junction every street that meets there is at hand, so a one-way rule of the road that was snapped to must not bind.

function exitsOf(road: Road, at: NearestPoint): RoadEnd[] {
  const ahead = { road, junction: road.to, stretch: stretchOn(road, lineAfter(road, at)) };
  const back = { road, junction: road.from, stretch: stretchOn(road, lineBefore(road, at).reverse()) };
  return road.street.oneway && back.stretch.metres > 0 ? [ahead] : [ahead, back];
}

function entriesOf(road: Road, at: NearestPoint): RoadEnd[] {
  const ahead = { road, junction: road.from, stretch: stretchOn(road, lineBefore(road, at)) };
  const back = { road, junction: road.to, stretch: stretchOn(road, lineAfter(road, at).reverse()) };
  return road.street.oneway && back.stretch.metres > 0 ? [ahead] : [ahead, back];
}

const startOf = ([start]: readonly LngLat[]): LngLat => start ?? [0, 0];
const lineBefore = (road: Road, { vertex, point }: NearestPoint) => [...road.line.slice(0, vertex + 1), point];
const lineAfter = (road: Road, { vertex, point }: NearestPoint) => [point, ...road.line.slice(vertex + 1)];
const metresInto = (road: Road, at: NearestPoint) => measureLength(lineBefore(road, at));

function stretchOn(road: Road, line: LngLat[]): Stretch {
  const distinct = line.filter((vertex, i) => i === 0 || String(vertex) !== String(line[i - 1]));
  const metres = measureLength(distinct);
  return { street: road.street, line: distinct, metres, seconds: calculateSeconds(road.street, metres) };
}
