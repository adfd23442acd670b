import { formatHourlyPrice } from '../../../domain/reservations/money.ts';
import type { ParkingSpot } from '../contract.ts';

/** '1 space available', '12 spaces available'; below 0 counts as none. */
export function formatAvailableSpaces(count: number): string {
  return count === 1 ? '1 space available' : `${Math.max(0, count)} spaces available`;
}

/** The name of the spot's marker for screen readers. */
export function formatSpotLabel({ name, pricePerHour, availableSpaces }: ParkingSpot): string {
  return `${name}, ${formatHourlyPrice(pricePerHour)}, ${formatAvailableSpaces(availableSpaces)}`;
}
