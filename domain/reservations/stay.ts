import { millisecondsInHour, millisecondsInMinute, millisecondsInSecond } from 'date-fns/constants';
import { m } from '#messages';
import { getInstallation } from '../installation.ts';
import type { ProblemKey } from '../problems.ts';
import type { Period } from '../zones/occupancy.ts';
import { DEFAULT_DURATION_HOURS } from './reservation.ts';

/** When this or less remains, drivers are warned. */
export const LOW_TIME_MS = 15 * millisecondsInMinute;

/** The limits of a new stay; the database has the same in *_reservations.sql. */
export const MAX_STAY_HOURS = 31 * 24;
export const MAX_START_AGE_HOURS = 24;
export const MAX_DAYS_AHEAD = 366;

/** The database sets 'expired' on a reservation that nobody ended, so long after its end. */
export const EXPIRY_HOURS = 24;

/** Of a new stay: three hours, or the most that the operator allows. */
export const getDefaultHours = () => Math.min(DEFAULT_DURATION_HOURS, getInstallation().maxReservationHours);

/** `startTime` as ISO 8601. */
export type Stay = { startTime: string; durationHours: number };

export function getStayEnd({ startTime, durationHours }: Stay): Date {
  return new Date(Date.parse(startTime) + durationHours * millisecondsInHour);
}

export function toPeriod(stay: Stay): Period {
  return { from: new Date(stay.startTime), to: getStayEnd(stay) };
}

/** The start from which free cancelling counts back: the earliest that the driver had booked. */
export function getFirstStart({ startTime, firstStart }: { startTime: string; firstStart?: string | undefined }): Date {
  return new Date(Math.min(Date.parse(startTime), Date.parse(firstStart ?? startTime)));
}

/** Until when a reservation is free to cancel. */
export function getFreeCancellationEnd(start: Date): Date {
  return new Date(start.getTime() - getInstallation().cancellationDeadlineMinutes * millisecondsInMinute);
}

/** A rule that a new stay breaks, the field that causes it, and the parameters of the message. */
export type StayProblem = { key: ProblemKey; field: 'start' | 'duration'; values?: { max: string } | { min: string } };

/**
 * The rule that a new stay breaks, in the order of the database, and the field that causes it; null when it breaks
 * none.
 * @param mostHours as the operator decided for drivers
 */
export function findStayProblem(
  { start, hours }: { start: Date; hours: number },
  now: Date,
  mostHours = getInstallation().maxReservationHours,
): StayProblem | null {
  const startsInMs = start.getTime() - now.getTime();
  if (startsInMs + hours * millisecondsInHour <= 0) return { key: 'stay-is-over', field: 'start' };
  if (startsInMs < -MAX_START_AGE_HOURS * millisecondsInHour) return { key: 'start-too-early', field: 'start' };
  if (startsInMs > MAX_DAYS_AHEAD * 24 * millisecondsInHour) return { key: 'start-too-late', field: 'start' };
  const shortest = getInstallation().minReservationMinutes;
  if (hours * 60 < shortest) return { key: 'stay-too-short', field: 'duration', values: { min: String(shortest) } };
  if (hours > MAX_STAY_HOURS) return { key: 'stay-too-long', field: 'duration' };
  if (hours > mostHours) {
    return { key: 'stay-over-limit', field: 'duration', values: { max: String(mostHours) } };
  }
  return null;
}

/** In milliseconds, never below 0. */
export function getRemainingMs(stay: Stay, now: Date): number {
  return Math.max(0, getStayEnd(stay).getTime() - now.getTime());
}

/** Both the first and the last moment are included, so that 0h 0m 0s can be shown. */
export function isDuringStay(stay: Stay, now: Date): boolean {
  return hasBegun(stay, now) && now <= getStayEnd(stay);
}

export function hasBegun(stay: Stay, now: Date): boolean {
  return Date.parse(stay.startTime) <= now.getTime();
}

/** In milliseconds since the end; negative before it. */
export function getMsSinceEnd(stay: Stay, now: Date): number {
  return now.getTime() - getStayEnd(stay).getTime();
}

/** Whether a stay is over and was not ended, as long as it can be: later it expires. */
export function isOverdue(stay: Stay, now: Date): boolean {
  const ms = getMsSinceEnd(stay, now);
  return ms > 0 && ms <= EXPIRY_HOURS * millisecondsInHour;
}

export function isLowOnTime(stay: Stay, now: Date): boolean {
  return getRemainingMs(stay, now) <= LOW_TIME_MS;
}

/** Such as '2h 59m 58s' or '0h 0m 0s'. */
export function formatCountdown(ms: number): string {
  const hours = Math.floor(ms / millisecondsInHour);
  const minutes = Math.floor((ms % millisecondsInHour) / millisecondsInMinute);
  const seconds = Math.floor((ms % millisecondsInMinute) / millisecondsInSecond);
  return m.countdown_time({ hours, minutes, seconds });
}
