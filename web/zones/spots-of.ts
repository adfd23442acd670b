import type { Zone } from '../../domain/zone.ts';

/** The zones as the map takes them; those without a position are left out. */
export function spotsOf(zones: readonly Zone[]) {
  return zones.flatMap(({ id, name, position, pricePerHour, availableSpaces }) =>
    position === null ? [] : [{ id, name, ...position, pricePerHour, availableSpaces }],
  );
}
