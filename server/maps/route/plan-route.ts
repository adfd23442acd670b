import CheapRuler from 'cheap-ruler';
import { getEndBearing } from '../line-geometry.ts';
import type { LngLat } from '../position.ts';
import type { NearestPoint } from '../segment-index.ts';
import { findRoute, type Stretch } from './find-route.ts';
import { calculateTurnAngle, type Modifier } from './maneuver.ts';
import { RouteError } from './route-error.ts';
import type { StreetNetwork } from './street-network.ts';

/** A place of the request and the point of the street it was moved to. */
export type Waypoint = { asked: LngLat; name: string; snapped: NearestPoint };

/** The way between two consecutive waypoints. */
export type Leg = { stretches: Stretch[]; from: Waypoint; to: Waypoint };

// Nearer than this, a destination is on the street rather than beside it.
const BESIDE_FROM_M = 5;
const AHEAD_WITHIN_DEGREES = 20;

/**
 * Moves places to the nearest streets and finds the fastest way along them in order.
 * @param reachesM how far each place may lie from a street, in metres
 * @throws RouteRefusal `NoSegment` when a place is too far from any street, `NoRoute` when the streets do not connect
 */
export function planRoute(
  network: StreetNetwork,
  places: readonly LngLat[],
  reachesM: readonly number[],
): { waypoints: Waypoint[]; legs: Leg[] } {
  const waypoints = places.map((asked, i) => {
    const snapped = network.index.findNearest(asked, reachesM[i] ?? 0);
    if (snapped === undefined) {
      throw new RouteError('NoSegment', `Could not find a matching segment for coordinate ${i}`);
    }
    return { asked, snapped, name: network.roads[snapped.line]?.street.name ?? '' };
  });
  const legs = waypoints.slice(1).map((to, i) => {
    const from = waypoints[i] ?? to;
    const stretches = findRoute(network, from.snapped, to.snapped);
    if (stretches === undefined) throw new RouteError('NoRoute', 'Impossible route between points');
    return { from, to, stretches: stretches.length > 0 ? stretches : [standingStill(network, to)] };
  });
  return { waypoints, legs };
}

/** On which side of the street the place itself lies for a driver who arrives; undefined when it is on the street. */
export function findArrivalSide({ stretches, to }: Leg): Modifier | undefined {
  const last = stretches.at(-1);
  if (last === undefined || to.snapped.distanceM < BESIDE_FROM_M) return undefined;
  const ruler = new CheapRuler(to.asked[1], 'meters');
  const angle = calculateTurnAngle(getEndBearing(last.line), ruler.bearing(to.snapped.point, to.asked));
  if (Math.abs(angle) <= AHEAD_WITHIN_DEGREES) return 'straight';
  return angle > 0 ? 'right' : 'left';
}

/** The way from a point to itself, so that such a leg also has a line and a street to name. */
function standingStill(network: StreetNetwork, { snapped }: Waypoint): Stretch {
  const road = network.roads[snapped.line];
  if (road === undefined) throw new RouteError('NoSegment', 'Could not find a matching segment');
  return { street: road.street, line: [snapped.point, snapped.point], metres: 0, seconds: 0 };
}
