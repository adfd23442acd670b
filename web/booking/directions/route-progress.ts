import CheapRuler from 'cheap-ruler';
import type { Position } from '../../../domain/zones/distance.ts';
import type { DrivingRoute, RouteStep } from '../../map/contract.ts';

export type RouteProgress = {
  /** How far the position is from the route. */
  offRouteKm: number;
  /** The part of the route that is left, from 1 to 0. */
  left: number;
  /** The next maneuver and how far it is; null without steps. */
  next: { index: number; step: RouteStep; inKm: number } | null;
};

const toPoint = ({ lat, lng }: Position): [number, number] => [lng, lat];

/** Where a position is along a route; null for a route without a line. */
export function findRouteProgress(route: DrivingRoute, position: Position): RouteProgress | null {
  const line = route.path.map(toPoint);
  if (line.length < 2) return null;
  const ruler = new CheapRuler(position.lat, 'kilometers');
  const at = ruler.pointOnLine(line, toPoint(position));
  const before = [...line.slice(0, at.index + 1), at.point];
  const length = ruler.lineDistance(line);
  // The router measures along the streets, a little more exactly than the line shows.
  const travelled = length === 0 ? 0 : ruler.lineDistance(before) / length;
  return {
    offRouteKm: ruler.distance(toPoint(position), at.point),
    left: 1 - travelled,
    next: findNext(route.steps, travelled * route.distanceKm),
  };
}

/** A step begins with its maneuver, after the distances of the steps before it. */
function findNext(steps: readonly RouteStep[], travelledKm: number): RouteProgress['next'] {
  let startKm = 0;
  for (const [index, step] of steps.entries()) {
    if (index > 0 && startKm > travelledKm) return { index, step, inKm: startKm - travelledKm };
    startKm += step.distanceKm;
  }
  const last = steps.at(-1);
  return last === undefined ? null : { index: steps.length - 1, step: last, inKm: Math.max(0, startKm - travelledKm) };
}
