import { m } from '#messages';
import type { Messages } from '../../../domain/language/create-messages.ts';
import { formatClock, formatDay, formatTableClock } from '../../../domain/language/format.ts';

/** Such as 'Mar 01, 2026 14:05' or '1 mar 2026, 2:05 p. m.', for the back office. */
export function formatTime(time: string | Date): string {
  return m.time_day_and_clock({ day: formatDay(time), clock: formatTableClock(time) });
}

/** Such as 'Mar 01, 2026, 2:05 PM', for drivers. */
export const formatDayAndTime = (time: string | Date): string =>
  m.day_and_time({ day: formatDay(time), time: formatClock(time) });

/** When somebody or something was last active. */
export const formatLastActivity = (time: string | null): string =>
  time === null ? m.activity_never() : formatTime(time);

/** Formats a key of the database for reading, such as 'Signed in' for 'signed_in'. */
export function formatKey(key: string): string {
  const text = key.replace(/_+/g, ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Says the message of a name that ends with a value of the database, such as `audit_column_comment`; null without one.
 * build/catalogue-faults.ts reads the template of the name.
 */
export function sayByName(name: string, values: object = {}): string | null {
  return Object.hasOwn(m, name) ? (m[name as keyof Messages] as (values: object) => string)(values) : null;
}

const SECOND_MS = 1000;

/** Such as '8:12'. */
export function formatMinutesAndSeconds(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / SECOND_MS));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
