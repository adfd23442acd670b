import { format } from 'date-fns';
import { formatDollars } from '../../../domain/reservations/money.ts';
import { UNKNOWN_SPACE_NAME } from '../../../domain/reservations/reservation.ts';
import type { AdminReservation } from './admin-reservation.ts';

export const UNKNOWN_USER_NAME = 'Unknown User';

/** The person's name, or that nobody knows it. */
export function formatUserName({ userName }: Pick<AdminReservation, 'userName'>): string {
  return userName || UNKNOWN_USER_NAME;
}

/** The space's name, or that nobody knows it. */
export function formatSpaceName({ spaceName }: Pick<AdminReservation, 'spaceName'>): string {
  return spaceName || UNKNOWN_SPACE_NAME;
}

/** Where the space is, such as 'Naco - Av. Tiradentes 12'; what is not known is left out. */
export function formatLocation({
  zoneName,
  spaceLocation,
}: Pick<AdminReservation, 'zoneName' | 'spaceLocation'>): string {
  return [zoneName, spaceLocation].filter(Boolean).join(' - ');
}

/** The day a stay starts, such as 'Mar 01, 2026', in the time of the device. */
export function formatDate({ startTime }: Pick<AdminReservation, 'startTime'>): string {
  return format(startTime, 'MMM dd, yyyy');
}

/** From when to when, such as '10:00 - 13:00', in the time of the device. */
export function formatTimeRange({ startTime, endTime }: Pick<AdminReservation, 'startTime' | 'endTime'>): string {
  return `${format(startTime, 'HH:mm')} - ${format(endTime, 'HH:mm')}`;
}

/** How long, in whole hours, such as '3 hours'. */
export function durationOf({ durationHours }: Pick<AdminReservation, 'durationHours'>): string {
  const hours = Math.round(durationHours);
  return hours === 1 ? '1 hour' : `${hours} hours`;
}

/** The amount in dollars, such as '$15.00'; a missing one is '$0.00'. */
export function formatAmount({ amount }: Pick<AdminReservation, 'amount'>): string {
  return formatDollars(amount ?? 0);
}
