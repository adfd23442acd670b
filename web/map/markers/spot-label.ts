import { m } from '#messages';
import { formatHourlyRate, formatRateRange } from '../../../domain/money/money.ts';
import type { ParkingSpot } from '../contract.ts';

/** '1 space available', '12 spaces available'; below 0 counts as none. */
export function formatAvailableSpaces(count: number): string {
  return m.map_spaces_available({ count: Math.max(0, count) });
}

/** Such as '$5.00/hr', or 'from $5.00/hr' when some spaces cost more. */
export function formatSpotPrice({ pricePerHour, highestPrice }: ParkingSpot, formatRate = formatHourlyRate): string {
  return formatRateRange({ lowestRate: pricePerHour, highestRate: highestPrice }, formatRate);
}

/** The name of the spot's marker for screen readers. */
export function formatSpotLabel(spot: ParkingSpot): string {
  return m.map_marker_label({
    name: spot.name,
    price: formatSpotPrice(spot),
    spaces: formatAvailableSpaces(spot.availableSpaces),
  });
}

/** Moves the focus back to the marker whose info window was closed. */
export function focusSpotMarker(spotId: string): void {
  document.querySelector<HTMLElement>(`[data-spot-id="${CSS.escape(spotId)}"]`)?.focus();
}
