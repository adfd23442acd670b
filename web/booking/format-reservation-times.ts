import { m } from '#messages';
import { isSameDay } from '../../domain/days/country-time.ts';
import { formatDay, formatTableClock } from '../../domain/language/format.ts';
import type { Period } from '../../domain/zones/occupancy.ts';

/** Such as 'Mar 01, 2026, 10:00 - 13:00', with the day of an end on another one. */
export function formatReservationTimes({ from, to }: Period): string {
  const start = formatMoment(from);
  return m.reservation_time_range({ start, end: isSameDay(from, to) ? formatTableClock(to) : formatMoment(to) });
}

/** The same without the days for a period within this day, such as '10:00 - 13:00'. */
export function formatTimesOnDay({ from, to }: Period, day: Period): string {
  return from >= day.from && to <= day.to
    ? m.reservation_time_range({ start: formatTableClock(from), end: formatTableClock(to) })
    : formatReservationTimes({ from, to });
}

function formatMoment(moment: Date): string {
  return m.day_and_time({ day: formatDay(moment), time: formatTableClock(moment) });
}
