import { addMinutes } from 'date-fns/addMinutes';
import { millisecondsInHour, millisecondsInMinute, millisecondsInSecond } from 'date-fns/constants';
import { m } from '#messages';
import { isSameDay } from '../days/country-time.ts';
import { countHours, type Period } from '../days/period.ts';
import { getInstallation, MAX_START_AGE_HOURS } from '../installation.ts';
import { formatTableClock, formatTableDayOfYear } from '../language/format.ts';
import type { ProblemKey } from '../problems.ts';
import {
  DEFAULT_DURATION_HOURS,
  isClosed,
  isLocalReservation,
  type Reservation,
  type ReservationStatus,
} from './reservation.ts';

/** When this or less remains, drivers are warned. */
export const LOW_TIME_MS = 15 * millisecondsInMinute;

/** The limits of a new reservation; the database has the same in *_reservations.sql. */
export const MAX_RESERVATION_HOURS = 31 * 24;
export const MAX_DAYS_AHEAD = 366;

/** The database sets 'expired' on a reservation that nobody ended, so long after its end. */
export const EXPIRY_HOURS = 24;

/** A new reservation lasts three hours, or the most that the operator allows. */
export const getDefaultHours = () => Math.min(DEFAULT_DURATION_HOURS, getInstallation().maxReservationHours);

/** The start from which free cancelling counts back: the earliest that the driver had booked. */
export function getFirstStart({
  startsAt,
  firstStart = startsAt,
}: {
  startsAt: Date;
  firstStart?: Date | undefined;
}): Date {
  return firstStart < startsAt ? firstStart : startsAt;
}

export function getFreeCancellationEnd(start: Date): Date {
  return new Date(start.getTime() - getInstallation().cancellationDeadlineMinutes * millisecondsInMinute);
}

/** The most hours of a new reservation, and the most minutes since its start. */
export type ReservationLimits = { mostHours: number; startAgeMinutes: number };

/** An operator also enters who has parked already, for as long as it takes. */
export const OPERATOR_LIMITS: ReservationLimits = {
  mostHours: Number.POSITIVE_INFINITY,
  startAgeMinutes: MAX_START_AGE_HOURS * 60,
};

function getDriverLimits(): ReservationLimits {
  const { maxReservationHours, maxStartAgeMinutes } = getInstallation();
  return { mostHours: maxReservationHours, startAgeMinutes: maxStartAgeMinutes };
}

/** A rule that a new reservation breaks, the field that causes it, and the parameters of the message. */
export type ReservationProblem = {
  key: ProblemKey;
  field: 'start' | 'duration';
  values?: { max: string } | { min: string } | { message: string };
};

/** The first rule that a new reservation breaks, in the order of the database, and the field that causes it; null for none. */
export function findReservationProblem(
  reservation: Period,
  now: Date,
  { mostHours, startAgeMinutes } = getDriverLimits(),
): ReservationProblem | null {
  const startsInMs = reservation.startsAt.getTime() - now.getTime();
  const hours = countHours(reservation);
  if (reservation.endsAt <= now) return { key: 'reservation-is-over', field: 'start' };
  if (startsInMs < -MAX_START_AGE_HOURS * millisecondsInHour) return { key: 'start-too-early', field: 'start' };
  if (startsInMs < -startAgeMinutes * millisecondsInMinute) return { key: 'start-in-the-past', field: 'start' };
  if (startsInMs > MAX_DAYS_AHEAD * 24 * millisecondsInHour) return { key: 'start-too-late', field: 'start' };
  const shortest = getInstallation().minReservationMinutes;
  if (hours * 60 < shortest)
    return { key: 'reservation-too-short', field: 'duration', values: { min: String(shortest) } };
  if (hours > MAX_RESERVATION_HOURS) return { key: 'reservation-too-long', field: 'duration' };
  if (hours > mostHours) {
    return { key: 'reservation-over-limit', field: 'duration', values: { max: String(mostHours) } };
  }
  return null;
}

/** The milliseconds that are left, never below 0. */
export function getRemainingMs(reservation: Period, now: Date): number {
  return Math.max(0, reservation.endsAt.getTime() - now.getTime());
}

/** Whether it is under way. The last moment is included too, so that 0h 0m 0s can be shown. */
export function isDuringReservation(reservation: Period, now: Date): boolean {
  return hasBegun(reservation, now) && now <= reservation.endsAt;
}

export function hasBegun(reservation: Period, now: Date): boolean {
  return reservation.startsAt <= now;
}

export function getMsSinceEnd(reservation: Period, now: Date): number {
  return now.getTime() - reservation.endsAt.getTime();
}

/** Whether the end of a reservation has passed, but not so long ago that it has expired. */
export function isOverdue(reservation: Period, now: Date): boolean {
  const ms = getMsSinceEnd(reservation, now);
  return ms > 0 && ms <= EXPIRY_HOURS * millisecondsInHour;
}

export function isLowOnTime(reservation: Period, now: Date): boolean {
  return getRemainingMs(reservation, now) <= LOW_TIME_MS;
}

/** Such as '2h 59m 58s' or '0h 0m 0s'. */
export function formatCountdown(ms: number): string {
  const hours = Math.floor(ms / millisecondsInHour);
  const minutes = Math.floor((ms % millisecondsInHour) / millisecondsInMinute);
  const seconds = Math.floor((ms % millisecondsInMinute) / millisecondsInSecond);
  return m.countdown_time({ hours, minutes, seconds });
}

const MINUTES_PER_HOUR = 60;

/** Such as '45 min', '2 hr' or '2 hr 5 min'; rounded down. */
export function formatMinutes(minutes: number): string {
  const whole = Math.max(0, Math.floor(minutes));
  const hours = Math.floor(whole / MINUTES_PER_HOUR);
  const rest = whole % MINUTES_PER_HOUR;
  if (hours === 0) return m.duration_minutes({ minutes: rest });
  return rest === 0 ? m.duration_hours({ hours }) : m.duration_hours_minutes({ hours, minutes: rest });
}

export const TIME_STATES = ['current', 'future', 'past'] as const;

export type TimeState = (typeof TIME_STATES)[number];

/** Whether a reservation is under way, in the future or over. Completed, cancelled and lapsed ones are over whatever the clock says. */
export function getTimeState(reservation: Period & { status: ReservationStatus }, now: Date): TimeState {
  const { status, startsAt, endsAt, isOpen } = reservation;
  if (status === 'completed' || status === 'cancelled' || status === 'lapsed') return 'past';
  if (endsAt < now && !isOpen) return 'past';
  return startsAt > now ? 'future' : 'current';
}

export const EXTENSION_HOURS = [1, 2, 3] as const;

const SWAP_BEFORE_START_MS = 15 * millisecondsInMinute;

/** What an extension is added to: the end of the reservation, or this minute for a reservation that is over and not ended. */
export function getExtensionStart({ endsAt }: Period, now: Date): Date {
  return endsAt > now ? endsAt : new Date(Math.ceil(now.getTime() / millisecondsInMinute) * millisecondsInMinute);
}

/** The end that a reservation really gets when it is extended to about this one: the database adds whole minutes. */
export function roundExtensionEnd({ endsAt }: Period, end: Date): Date {
  const minutes = Math.floor((end.getTime() - endsAt.getTime()) / millisecondsInMinute);
  return new Date(endsAt.getTime() + minutes * millisecondsInMinute);
}

/** A driver can get another space from 15 minutes before the start to the end. */
export function canSwapSpace({ startsAt, endsAt }: Period, now: Date): boolean {
  return startsAt.getTime() - SWAP_BEFORE_START_MS <= now.getTime() && now <= endsAt;
}

/** A driver may open the barrier from this time before the start on; private.check_opening in the database has it too. */
const BARRIER_EARLY_MINUTES = 10;

/** Whether the space has a barrier, which the driver of this reservation may open at its time. */
export function hasBarrier(reservation: Reservation): boolean {
  return reservation.hasBarrier === true && !isClosed(reservation) && !isLocalReservation(reservation);
}

export function getBarrierOpening({ startsAt }: Period): Date {
  return addMinutes(startsAt, -BARRIER_EARLY_MINUTES);
}

/** Whether the barrier may be opened: until the reservation expires, as a car that is late must get out. */
export function isBarrierTime(reservation: Period, now: Date): boolean {
  return now >= getBarrierOpening(reservation) && (now <= reservation.endsAt || isOverdue(reservation, now));
}

/** How long before the start of a reservation its driver may arrive; the database has the same rule. */
export const EARLIEST_ARRIVAL_MS = 30 * 60_000;

/** Whether a booked reservation is over and still to be ended. A local one is forgotten at its end. */
export function isAwaitingEnd(reservation: Pick<Reservation, 'id'> & Period, now: Date): boolean {
  return !isLocalReservation(reservation) && isOverdue(reservation, now);
}

/** Such as '10:00 - 13:00', '10:00 - open', or '22:00 - Mar 02, 01:00' over midnight: beside the day of its start, none needs a year. */
export function formatTimeRange({ startsAt, endsAt, isOpen }: Period): string {
  const time = isOpen ? m.stay_open_end() : formatTableClock(endsAt);
  const end =
    isOpen || isSameDay(startsAt, endsAt) ? time : m.day_and_time({ day: formatTableDayOfYear(endsAt), time });
  return m.reservation_time_range({ start: formatTableClock(startsAt), end });
}
