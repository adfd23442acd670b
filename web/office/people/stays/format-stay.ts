import { isSameDay } from 'date-fns';
import { m } from '#messages';
import { formatDay, formatTableClock, formatTableDayOfYear } from '../../../../domain/language/format.ts';
import type { UserStay } from './data.ts';

/** Such as 'A-01, Naco on Mar 01, 2026, 10:00 - 13:00', in the time zone of the device. */
export function formatUserStay({ place, start, end }: UserStay): string {
  return m.user_stay({ place, day: formatDay(start), start: formatTableClock(start), end: formatTableClock(end) });
}

/** Says that a person who is suspended is parked or has reserved; null without stays. */
export function formatSuspensionWarning(name: string, stays: readonly UserStay[], now: Date): string | null {
  const running = stays.filter(({ start }) => start <= now);
  const upcoming = stays.length - running.length;
  const sentences = [
    ...running.map((stay) => formatRunningStay(name, stay, now)),
    ...(running.length > 0 ? [m.suspension_signed_out()] : []),
    ...(upcoming > 0 ? [m.suspension_upcoming({ count: upcoming })] : []),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}

function formatRunningStay(name: string, { place, end }: UserStay, now: Date): string {
  const time = formatTableClock(end);
  const until = isSameDay(end, now) ? time : m.day_and_time({ day: formatTableDayOfYear(end), time });
  const message = end > now ? m.suspension_parked : m.suspension_overdue;
  return message({ name, place, until });
}
