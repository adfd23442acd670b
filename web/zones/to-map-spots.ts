import type { Zone } from '../../domain/zones/zone.ts';

/** The zones that have all of the amenities as the map takes them; those without a position are left out. */
export function toMapSpots(zones: readonly Zone[], amenities: readonly string[]) {
  return zones.flatMap((zone) => {
    const { id, name, position, pricePerHour, availableSpaces } = zone;
    const fits = amenities.every((flag) => zone.amenities.includes(flag));
    return position === null || !fits ? [] : [{ id, name, ...position, pricePerHour, availableSpaces }];
  });
}
