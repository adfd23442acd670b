import { format } from 'date-fns';
import { millisecondsInMinute, minutesInHour } from 'date-fns/constants';

/** Writes a length of time in whole minutes, such as '45 min', '2 hr' or '2 hr 5 min'. */
export function formatLength(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / millisecondsInMinute));
  const hours = Math.floor(minutes / minutesInHour);
  const rest = minutes % minutesInHour;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} hr` : `${hours} hr ${rest} min`;
}

/** Says what is left of a stay, such as '2 hr 5 min left'; the last minute has no number. */
export function formatTimeLeft(ms: number): string {
  return ms < millisecondsInMinute ? 'Less than a minute left' : `${formatLength(ms)} left`;
}

/** Writes a moment such as '3:05 PM'; with its date when that is not today's, such as 'Mar 02, 2026, 3:05 PM'. */
export function formatMoment(moment: Date, now: Date): string {
  const isToday = format(moment, 'P') === format(now, 'P');
  return format(moment, isToday ? 'h:mm a' : 'MMM dd, yyyy, h:mm a');
}
