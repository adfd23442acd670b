import { m } from '#messages';
import { formatDay, formatTableClock } from '../../../domain/language/format.ts';
import { formatMoney } from '../../../domain/money/money.ts';
import { UNKNOWN_SPACE_NAME } from '../../../domain/reservations/reservation.ts';
import { formatSpaceInZone } from '../../../domain/zones/space-names.ts';
import type { AdminReservation } from './admin-reservation.ts';

export const UNKNOWN_USER_NAME = m.reservation_unknown_user();

export function formatUserName({ userName }: Pick<AdminReservation, 'userName'>): string {
  return userName || UNKNOWN_USER_NAME;
}

export function formatSpaceName({ spaceName }: Pick<AdminReservation, 'spaceName'>): string {
  return spaceName || UNKNOWN_SPACE_NAME;
}

/** Such as 'Naco - Av. Tiradentes 12', without what is missing. */
export function formatLocation({
  zoneName,
  spaceLocation,
}: Pick<AdminReservation, 'zoneName' | 'spaceLocation'>): string {
  return [zoneName, spaceLocation].filter(Boolean).join(' - ');
}

/** Such as 'Toyota Yaris, A123456'; null without a vehicle. */
export function formatVehicle({ vehicleName, plate }: Pick<AdminReservation, 'vehicleName' | 'plate'>): string | null {
  return plate === null ? null : m.vehicle_with_plate({ name: vehicleName ?? '', plate });
}

/** The day a reservation starts, such as 'Mar 01, 2026'. */
export function formatDate({ startTime }: Pick<AdminReservation, 'startTime'>): string {
  return formatDay(startTime);
}

/** Such as '10:00 - 13:00'. */
export function formatTimeRange({ startTime, endTime }: Pick<AdminReservation, 'startTime' | 'endTime'>): string {
  return m.reservation_time_range({ start: formatTableClock(startTime), end: formatTableClock(endTime) });
}

/** Such as '$15.00'; a missing amount is '$0.00'. */
export function formatAmount({ amount }: Pick<AdminReservation, 'amount'>): string {
  return formatMoney(amount ?? 0);
}

/** For sentences about a reservation, such as 'Ana Díaz in A-01, Malecón on Mar 01, 2026, 10:00 - 13:00.' */
export function nameReservation(reservation: AdminReservation) {
  return {
    user: formatUserName(reservation),
    place: formatSpaceInZone({ name: formatSpaceName(reservation), zoneName: reservation.zoneName }),
    day: formatDate(reservation),
    times: formatTimeRange(reservation),
  };
}
