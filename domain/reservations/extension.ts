import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import { getReservationEnd, hasBegun, type ReservationTimes } from './times.ts';

/** Hours to offer for an extension. */
export const EXTENSION_HOURS = [1, 2, 3] as const;

/** From so long before its start a driver can say that somebody else is on the space. */
const SWAP_BEFORE_START_MS = 15 * millisecondsInMinute;

/** What an extension is added to: the end of the reservation, or this minute for a reservation that is over and not ended. */
export function getExtensionStart(reservation: ReservationTimes, now: Date): Date {
  const end = getReservationEnd(reservation);
  return end > now ? end : new Date(Math.ceil(now.getTime() / millisecondsInMinute) * millisecondsInMinute);
}

/** In hours of whole minutes, as the database extends. */
export function getExtensionHours(reservation: ReservationTimes, end: Date): number {
  const minutes = Math.floor((end.getTime() - getReservationEnd(reservation).getTime()) / millisecondsInMinute);
  return (minutes * millisecondsInMinute) / millisecondsInHour;
}

/** The end that a reservation really gets when it is extended to about this one. */
export function roundExtensionEnd(reservation: ReservationTimes, end: Date): Date {
  return new Date(getReservationEnd(reservation).getTime() + getExtensionHours(reservation, end) * millisecondsInHour);
}

export function canExtend(reservation: ReservationTimes, now: Date): boolean {
  return hasBegun(reservation, now);
}

/** From 15 minutes before its start to its end. */
export function canSwapSpace(reservation: ReservationTimes, now: Date): boolean {
  return (
    Date.parse(reservation.startTime) - SWAP_BEFORE_START_MS <= now.getTime() && now <= getReservationEnd(reservation)
  );
}
