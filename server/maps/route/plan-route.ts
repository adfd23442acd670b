import CheapRuler from 'cheap-ruler';
import { getEndBearing } from '../line-geometry.ts';
import type { LngLat } from '../position.ts';
import type { NearestPoint } from '../segment-index.ts';
import { findRoute, type Stretch } from './find-route.ts';
import { calculateTurnAngle, type Modifier } from './maneuver.ts';
import { RouteError } from './route-error.ts';
import type { StreetNetwork } from './street-network.ts';

/** A requested position and the street point to which it was snapped. */
export type Waypoint = { requested: LngLat; name: string; snapped: NearestPoint };

export type Leg = { stretches: Stretch[]; from: Waypoint; to: Waypoint };

// A nearer destination is on the street rather than beside it.
const BESIDE_FROM_M = 5;
const AHEAD_WITHIN_DEGREES = 20;

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

/** The side of the street on which the destination is for the arriving driver; undefined when it is on the street. */
export function findArrivalSide({ stretches, to }: Leg): Modifier | undefined {
  const last = stretches.at(-1);
  if (last === undefined || to.snapped.distanceM < BESIDE_FROM_M) return undefined;
  const ruler = new CheapRuler(to.requested[1], 'meters');
  const angle = calculateTurnAngle(getEndBearing(last.line), ruler.bearing(to.snapped.point, to.requested));
  if (Math.abs(angle) <= AHEAD_WITHIN_DEGREES) return 'straight';
  return angle > 0 ? 'right' : 'left';
}

/** A stretch of zero length, so that a leg between equal points has a line and a street name. */
function createEmptyStretch(network: StreetNetwork, { snapped }: Waypoint): Stretch {
  const road = network.roads[snapped.line];
  if (road === undefined) throw new RouteError('NoSegment', 'Could not find a matching segment');
  return { street: road.street, line: [snapped.point, snapped.point], metres: 0, seconds: 0 };
}
