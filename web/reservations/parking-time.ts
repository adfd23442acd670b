import { addDays, format, isSameDay } from 'date-fns';
import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';
import { formatMinutes } from '../../domain/reservations/minutes.ts';
import { getRemainingMs, getStayEnd, type Stay } from '../../domain/reservations/stay.ts';

/** Such as '2 hr 5 min'. */
export function formatDurationMs(ms: number): string {
  return formatMinutes(ms / millisecondsInMinute);
}

/** Such as '2 hr 5 min left'; the last minute has no number. */
export function formatTimeLeft(ms: number): string {
  return ms < millisecondsInMinute ? 'Less than a minute left' : `${formatDurationMs(ms)} left`;
}

/** Such as '3:05 PM', or 'Mar 02, 2026, 3:05 PM' on another day. */
export function formatMoment(moment: Date, now: Date): string {
  const isToday = format(moment, 'P') === format(now, 'P');
  return format(moment, isToday ? 'h:mm a' : 'MMM dd, yyyy, h:mm a');
}

/** Such as 'Ended 20 min ago'; `ms` since the end. */
export function formatEndedAgo(ms: number): string {
  return ms < millisecondsInMinute ? 'Ended less than a minute ago' : `Ended ${formatDurationMs(ms)} ago`;
}

/** Such as 'Starts tomorrow at 9:00 AM', or 'Starts on Mar 02, 2026 at 9:00 AM'. */
export function formatStartsAt(start: Date, now: Date): string {
  const time = format(start, 'h:mm a');
  if (isSameDay(start, now)) return `Starts today at ${time}`;
  if (isSameDay(start, addDays(now, 1))) return `Starts tomorrow at ${time}`;
  return `Starts on ${format(start, 'MMM dd, yyyy')} at ${time}`;
}

/** Such as '2 hr 21 min left of 3 hours'. */
export function formatTimeLeftOf(stay: Stay, now: Date): string {
  const { durationHours } = stay;
  const whole = Number.isInteger(durationHours)
    ? formatHours(durationHours)
    : formatDurationMs(durationHours * millisecondsInHour);
  return `${formatTimeLeft(getRemainingMs(stay, now))} of ${whole}`;
}

/** Such as 'Mar 2, 3:05 PM, 3 hours', with the year when it is not this one. */
export function formatStay({ startTime, durationHours }: Stay, now: Date): string {
  const start = new Date(startTime);
  const isThisYear = start.getFullYear() === now.getFullYear();
  return `${format(start, isThisYear ? 'MMM d, h:mm a' : 'MMM d, yyyy, h:mm a')}, ${formatHours(durationHours)}`;
}

/** In whole hours, such as '3 hours'. */
export function formatHours(hours: number): string {
  const whole = Math.round(hours);
  return whole === 1 ? '1 hour' : `${whole} hours`;
}

/** In whole hours, such as '3 hrs'. */
export function formatHoursShort(hours: number): string {
  const whole = Math.round(hours);
  return whole === 1 ? '1 hr' : `${whole} hrs`;
}

/** Such as 'Mar 02, 2026, 3:05 PM'; `startTime` as ISO 8601. */
export function formatStart(startTime: string): string {
  return format(new Date(startTime), 'MMM dd, yyyy, h:mm a');
}

/** Such as 'Mar 02, 2026, 3:05 PM to 6:05 PM', with the day of an end on another one. */
export function formatStartAndEnd(stay: Stay): string {
  return `${formatStart(stay.startTime)} to ${formatMoment(getStayEnd(stay), new Date(stay.startTime))}`;
}

/** Milliseconds from the start of the stay, never beyond its end. */
export function getParkedMs(stay: Stay, now: Date): number {
  return Math.max(0, Math.min(now.getTime(), getStayEnd(stay).getTime()) - Date.parse(stay.startTime));
}
