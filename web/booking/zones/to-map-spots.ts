import type { Zone } from '../../../domain/zones/zone.ts';

/** Leaves out zones without a position or without one of the amenities. */
export function toMapSpots(zones: readonly Zone[], amenities: readonly string[]) {
  return zones.flatMap((zone) => {
    const { id, name, position, lowestRate, highestRate, availableSpaces } = zone;
    const fits = amenities.every((flag) => zone.amenities.includes(flag));
    if (position === null || !fits) return [];
    return [{ id, name, ...position, pricePerHour: lowestRate, highestPrice: highestRate, availableSpaces }];
  });
}
