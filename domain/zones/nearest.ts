import { calculateDistanceKm, type Position } from './distance.ts';
import { compareNames } from './space-names.ts';
import type { Space, Zone } from './zone.ts';

export const NEAREST_LIMIT = 3;

/** A zone to park in at once; `pricePerHour` in the operator's currency. */
type Shown = Pick<Zone, 'id' | 'name' | 'address' | 'availableSpaces' | 'pricePerHour' | 'hasRates' | 'overstay'>;
export type NearbyZone = Shown & { position: Position };

export type Nearby<Found = NearbyZone> = { zone: Found; distanceKm: number };

/** The nearest zones with available spaces, the nearest first. */
export function findNearestWithSpace<Found extends { position: Position; availableSpaces: number }>(
  zones: readonly Found[],
  from: Position,
): Nearby<Found>[] {
  return zones
    .filter(({ availableSpaces }) => availableSpaces > 0)
    .map((zone) => ({ zone, distanceKm: calculateDistanceKm(from, zone.position) }))
    .toSorted((a, b) => a.distanceKm - b.distanceKm)
    .slice(0, NEAREST_LIMIT);
}

/** The available space that is the fewest spaces away in the order of their names; null when there is none. */
export function findNearestAvailableSpace(spaces: readonly Space[], spaceId: string): Space | null {
  const inOrder = spaces.toSorted((a, b) => compareNames(a.name, b.name));
  const own = inOrder.findIndex(({ id }) => id === spaceId);
  const candidates = [...inOrder.entries()].filter(([index, { status }]) => index !== own && status === 'available');
  const [nearest] = candidates.toSorted(([a], [b]) => Math.abs(a - own) - Math.abs(b - own));
  return nearest?.[1] ?? null;
}
