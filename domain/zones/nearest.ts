import { calculateDistanceKm, type Position } from './distance.ts';

export const NEAREST_LIMIT = 3;

export type Nearby<Zone> = { zone: Zone; distanceKm: number };

/** The nearest zones with available spaces, the nearest first. */
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
