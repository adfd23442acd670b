import { formatHourlyPrice } from '../../../domain/reservations/money.ts';
import type { Position } from '../../../domain/zones/distance.ts';

/** A place to park as the map shows it; the price in dollars. */
export type ParkingSpot = Position & { id: string; name: string; pricePerHour: number; availableSpaces: number };

/** '1 space available', '12 spaces available'; below 0 counts as none. */
export function spacesAvailable(count: number): string {
  return count === 1 ? '1 space available' : `${Math.max(0, count)} spaces available`;
}

/** What a screen reader says for the spot's marker. */
export function spotLabel({ name, pricePerHour, availableSpaces }: ParkingSpot): string {
  return `${name}, ${formatHourlyPrice(pricePerHour)}, ${spacesAvailable(availableSpaces)}`;
}
