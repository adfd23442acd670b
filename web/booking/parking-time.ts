import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import { m } from '#messages';
import { addDays, format, isElsewhere, isSameDay } from '../../domain/days/country-time.ts';
import { getInstallation } from '../../domain/installation.ts';
import {
  formatClock,
  formatDay,
  formatDayOfYear,
  formatDayWithYear,
  formatTableClock,
  getClock,
} from '../../domain/language/format.ts';
import {
  formatMinutes,
  getFreeCancellationEnd,
  getRemainingMs,
  getReservationEnd,
  type ReservationTimes,
} from '../../domain/reservations/times.ts';
import type { Period } from '../../domain/zones/occupancy.ts';

/** Such as '2 hr 5 min'. */
export function formatDurationMs(ms: number): string {
  return formatMinutes(ms / millisecondsInMinute);
}

/** Such as '2 hr 5 min left'; the last minute has no number. */
export function formatTimeLeft(ms: number): string {
  return ms < millisecondsInMinute ? m.time_left_last_minute() : m.time_left({ time: formatDurationMs(ms) });
}

/** Such as '3:05 PM', or 'Mar 02, 2026, 3:05 PM' on another day. */
export function formatMoment(moment: Date, now: Date): string {
  return isSameDay(moment, now) ? formatClock(moment) : formatStart(moment);
}

type ClockValues = ReturnType<typeof getClock>;

/** A sentence about a moment: one for today, one that names another day. */
export function sayMoment(
  moment: Date,
  now: Date,
  today: (values: ClockValues) => string,
  otherDay: (values: ClockValues & { day: string }) => string,
): string {
  const clock = getClock(moment);
  return isSameDay(moment, now) ? today(clock) : otherDay({ ...clock, day: formatDay(moment) });
}

/** Such as 'Ended 20 min ago'; `ms` since the end. */
export function formatEndedAgo(ms: number): string {
  return ms < millisecondsInMinute
    ? m.reservation_ended_just_now()
    : m.reservation_ended_ago({ time: formatDurationMs(ms) });
}

/** Such as 'Starts tomorrow at 9:00 AM', or 'Starts on Mar 02, 2026 at 9:00 AM'. */
export function formatStartsAt(start: Date, now: Date): string {
  if (isSameDay(start, addDays(now, 1))) return m.reservation_starts_tomorrow(getClock(start));
  return sayMoment(start, now, m.reservation_starts_today, m.reservation_starts_on_day);
}

/** Such as '2 hr 21 min left of 3 hours'. */
export function formatTimeLeftOf(reservation: ReservationTimes, now: Date): string {
  const { durationHours } = reservation;
  const duration = Number.isInteger(durationHours)
    ? formatHours(durationHours)
    : formatDurationMs(durationHours * millisecondsInHour);
  const remaining = getRemainingMs(reservation, now);
  if (remaining < millisecondsInMinute) return m.time_left_of_last_minute({ duration });
  return m.time_left_of({ time: formatDurationMs(remaining), duration });
}

/** Such as 'Mar 2, 3:05 PM, 3 hours', with the year when it is not this one. */
export function formatReservation({ startTime, durationHours }: ReservationTimes, now: Date): string {
  const start = new Date(startTime);
  const isThisYear = format(start, 'yyyy') === format(now, 'yyyy');
  const day = isThisYear ? formatDayOfYear(start) : formatDayWithYear(start);
  return m.reservation_start_and_duration({ day, time: formatClock(start), duration: formatHours(durationHours) });
}

/** In whole hours, such as '3 hours'. */
export function formatHours(hours: number): string {
  return m.duration_whole_hours({ count: Math.round(hours) });
}

/** In whole hours, such as '3 hrs'. */
export function formatHoursShort(hours: number): string {
  return m.duration_whole_hours_short({ count: Math.round(hours) });
}

/** Such as '1 hr 17 min of 3 hrs', or '3 hrs' when the car left at the booked end to the minute. */
export function formatParkedHours({ startTime, durationHours }: ReservationTimes, endedAt: Date): string {
  const booked = formatHoursShort(durationHours);
  const parkedMs = endedAt.getTime() - Date.parse(startTime);
  const differenceMs = Math.abs(parkedMs - durationHours * millisecondsInHour);
  return differenceMs < millisecondsInMinute
    ? booked
    : m.parked_of_booked({ parked: formatDurationMs(parkedMs), booked });
}

/** Such as 'Mar 02, 2026, 3:05 PM'; a text as ISO 8601. */
export function formatStart(start: Date | string): string {
  return m.day_and_time({ day: formatDay(start), time: formatClock(start) });
}

/** Such as 'Mar 02, 2026, 3:05 PM to 6:05 PM', with the day of an end on another one. */
export function formatStartAndEnd(reservation: ReservationTimes): string {
  const start = new Date(reservation.startTime);
  return m.reservation_start_and_end({
    start: formatStart(start),
    end: formatMoment(getReservationEnd(reservation), start),
  });
}

/** Milliseconds from the start of the reservation, never beyond its end. */
export function getParkedMs(reservation: ReservationTimes, now: Date): number {
  return Math.max(
    0,
    Math.min(now.getTime(), getReservationEnd(reservation).getTime()) - Date.parse(reservation.startTime),
  );
}

/** Says that all times are the country's, on a device whose clock shows another time; else null. */
export const noteOfCountryTime = (): string | null => (isElsewhere(new Date()) ? m.time_of_country() : null);

const getDeadlineMinutes = () => getInstallation().cancellationDeadlineMinutes;

/** Such as '30 min': how long before the start cancelling is free. */
const formatDeadline = () => formatMinutes(getDeadlineMinutes());

export const isFreeToCancel = (start: Date, now: Date) => now <= getFreeCancellationEnd(start);

/** Until when a reservation that starts later is free to cancel. */
export function describeFreeCancellation(start: Date, now: Date): string {
  if (!isFreeToCancel(start, now)) return m.free_cancellation_ended({ time: formatDeadline() });
  if (getDeadlineMinutes() === 0) return m.reserve_free_to_cancel({ ...getClock(start), day: formatDay(start) });
  const end = getFreeCancellationEnd(start);
  return m.free_cancellation_until({ ...getClock(end), day: formatDay(end) });
}

/** Says until when every upcoming reservation can be cancelled free of charge. */
export function describeFreeCancellations(): string {
  return getDeadlineMinutes() === 0
    ? m.reservations_free_to_cancel()
    : m.reservations_free_to_cancel_before({ time: formatDeadline() });
}

/** Such as 'Mar 01, 2026, 10:00 - 13:00', with the day of an end on another one. */
export function formatReservationTimes({ from, to }: Period): string {
  const start = formatTableMoment(from);
  return m.reservation_time_range({ start, end: isSameDay(from, to) ? formatTableClock(to) : formatTableMoment(to) });
}

/** Formats a period, without its days where it lies within this day, such as '10:00 - 13:00'. */
export function formatTimesOnDay({ from, to }: Period, day: Period): string {
  return from >= day.from && to <= day.to
    ? m.reservation_time_range({ start: formatTableClock(from), end: formatTableClock(to) })
    : formatReservationTimes({ from, to });
}

function formatTableMoment(moment: Date): string {
  return m.day_and_time({ day: formatDay(moment), time: formatTableClock(moment) });
}
