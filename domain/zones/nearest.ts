import { calculateDistanceKm, type Position } from './distance.ts';

/** How many zones Park Now offers. */
export const NEAREST_LIMIT = 3;

/** A zone and how far away it is. */
export type Nearby<Zone> = { zone: Zone; distanceKm: number };

/** The zones with available spaces that are nearest to a position, at most three, the nearest first. */
export function findNearestWithSpace<Zone extends { position: Position; availableSpaces: number }>(
  zones: readonly Zone[],
  from: Position,
): Nearby<Zone>[] {
  return zones
    .filter(({ availableSpaces }) => availableSpaces > 0)
    .map((zone) => ({ zone, distanceKm: calculateDistanceKm(from, zone.position) }))
    .toSorted((a, b) => a.distanceKm - b.distanceKm)
    .slice(0, NEAREST_LIMIT);
}
