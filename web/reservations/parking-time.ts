import { format } from 'date-fns';
import { millisecondsInMinute } from 'date-fns/constants';
import { formatMinutes } from '../../domain/reservations/minutes.ts';
import { getStayEnd, type Stay } from '../../domain/reservations/stay.ts';

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

/** Milliseconds from the start of the stay, never beyond its end. */
export function getParkedMs(stay: Stay, now: Date): number {
  return Math.max(0, Math.min(now.getTime(), getStayEnd(stay).getTime()) - Date.parse(stay.startTime));
}
