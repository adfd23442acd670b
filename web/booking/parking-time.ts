import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import { m } from '#messages';
import { addDays, format, isElsewhere, isSameDay } from '../../domain/days/country-time.ts';
import { countHours, type Period } from '../../domain/days/period.ts';
import { getInstallation } from '../../domain/installation.ts';
import {
  formatClock,
  formatDay,
  formatDayOfYear,
  formatDayWithYear,
  formatTableClock,
  getClock,
} from '../../domain/language/format.ts';
import type { ReservationStatus } from '../../domain/reservations/reservation.ts';
import { formatMinutes, getFreeCancellationEnd, getRemainingMs } from '../../domain/reservations/times.ts';
import { getNow } from '../ui/platform/clock.ts';
import { formatDayAndTime } from '../ui/platform/format-time.ts';

export function formatDurationMs(ms: number): string {
  return formatMinutes(ms / millisecondsInMinute);
}

/** Such as '2 hr 5 min left'; the last minute has no number. */
export function formatTimeLeft(ms: number): string {
  return ms < millisecondsInMinute ? m.time_left_last_minute() : m.time_left({ time: formatDurationMs(ms) });
}

/** Such as '3:05 PM', or 'Mar 02, 2026, 3:05 PM' on another day. */
export function formatMoment(moment: Date, now: Date): string {
  return isSameDay(moment, now) ? formatClock(moment) : formatDayAndTime(moment);
}

/** How and when a reservation was closed, for the sentence that says so. */
export const describeClosed = (status: ReservationStatus, endedAt: Date | null | undefined) => ({
  how: status === 'completed' && endedAt ? 'ended-at' : status,
  time: endedAt ? formatMoment(endedAt, getNow()) : '',
});

type ClockValues = ReturnType<typeof getClock>;

/** A sentence about a moment: one for today, one that names another day. */
export function sayMoment(
  moment: Date,
  now: Date,
  today: (values: ClockValues) => string,
  otherDay: (values: ClockValues & { day: string }) => string,
  formatOtherDay = formatDay,
): string {
  const clock = getClock(moment);
  return isSameDay(moment, now) ? today(clock) : otherDay({ ...clock, day: formatOtherDay(moment) });
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
export function formatTimeLeftOf(reservation: Period, now: Date): string {
  const hours = countHours(reservation);
  const duration = Number.isInteger(hours) ? formatHours(hours) : formatDurationMs(hours * millisecondsInHour);
  const remaining = getRemainingMs(reservation, now);
  if (remaining < millisecondsInMinute) return m.time_left_of_last_minute({ duration });
  return m.time_left_of({ time: formatDurationMs(remaining), duration });
}

/** Such as 'Mar 2, 3:05 PM, 3 hours', with the year when it is not this one. */
export function formatReservation(reservation: Period, now: Date): string {
  const { startsAt } = reservation;
  const isThisYear = format(startsAt, 'yyyy') === format(now, 'yyyy');
  const day = isThisYear ? formatDayOfYear(startsAt) : formatDayWithYear(startsAt);
  const duration = formatHours(countHours(reservation));
  return m.reservation_start_and_duration({ day, time: formatClock(startsAt), duration });
}

export function formatHours(hours: number): string {
  return m.duration_whole_hours({ count: Math.round(hours) });
}

export function formatHoursShort(hours: number): string {
  return m.duration_whole_hours_short({ count: Math.round(hours) });
}

/** Such as '1 hr 17 min of 3 hrs', or '3 hrs' when the car left at the booked end to the minute. */
export function formatParkedHours(reservation: Period, endedAt: Date): string {
  const booked = formatHoursShort(countHours(reservation));
  if (Math.abs(endedAt.getTime() - reservation.endsAt.getTime()) < millisecondsInMinute) return booked;
  return m.parked_of_booked({ parked: formatDurationMs(endedAt.getTime() - reservation.startsAt.getTime()), booked });
}

/** Such as 'Mar 02, 2026, 3:05 PM to 6:05 PM', with the day of an end on another one. */
export function formatStartAndEnd({ startsAt, endsAt }: Period): string {
  return m.reservation_start_and_end({ start: formatDayAndTime(startsAt), end: formatMoment(endsAt, startsAt) });
}

/** Milliseconds from the start of the reservation, never beyond its end. */
export function getParkedMs({ startsAt, endsAt }: Period, now: Date): number {
  return Math.max(0, Math.min(now.getTime(), endsAt.getTime()) - startsAt.getTime());
}

/** Says that all times are the country's, on a device whose clock shows another time; else null. */
export const noteOfCountryTime = (): string | null => (isElsewhere(getNow()) ? m.time_of_country() : null);

const getDeadlineMinutes = () => getInstallation().cancellationDeadlineMinutes;

/** Such as '30 min': how long before the start cancelling is free. */
const formatDeadline = () => formatMinutes(getDeadlineMinutes());

export const isFreeToCancel = (start: Date, now: Date) => now <= getFreeCancellationEnd(start);

export function describeFreeCancellation(start: Date, now: Date): string {
  if (!isFreeToCancel(start, now)) return m.free_cancellation_ended({ time: formatDeadline() });
  if (getDeadlineMinutes() === 0) return m.reserve_free_to_cancel({ ...getClock(start), day: formatDay(start) });
  const end = getFreeCancellationEnd(start);
  return m.free_cancellation_until({ ...getClock(end), day: formatDay(end) });
}

export function describeFreeCancellations(): string {
  return getDeadlineMinutes() === 0
    ? m.reservations_free_to_cancel()
    : m.reservations_free_to_cancel_before({ time: formatDeadline() });
}

/** Such as 'Mar 01, 2026, 10:00 - 13:00', with the day of an end on another one. */
export function formatReservationTimes({ startsAt, endsAt, isOpen }: Period): string {
  const end = isSameDay(startsAt, endsAt) ? formatTableClock(endsAt) : formatTableMoment(endsAt);
  return m.reservation_time_range({ start: formatTableMoment(startsAt), end: isOpen ? m.stay_open_end() : end });
}

/** Formats a period, without its days where it lies within this day, such as '10:00 - 13:00'. */
export function formatTimesOnDay(period: Period, day: Period): string {
  const { startsAt, endsAt, isOpen } = period;
  return startsAt >= day.startsAt && endsAt <= day.endsAt && !isOpen
    ? m.reservation_time_range({ start: formatTableClock(startsAt), end: formatTableClock(endsAt) })
    : formatReservationTimes(period);
}

function formatTableMoment(moment: Date): string {
  return m.day_and_time({ day: formatDay(moment), time: formatTableClock(moment) });
}
