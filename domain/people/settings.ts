import { minutesInDay, minutesInHour } from 'date-fns/constants';
import { m } from '#messages';
import { formatMinutes } from '../reservations/times.ts';

/** From the most to the least visible. */
export const PRIVACY_LEVELS = ['public', 'friends', 'private'] as const;

export type PrivacyLevel = (typeof PRIVACY_LEVELS)[number];

/** How long without activity a person may stay signed in; null is for ever. */
export const MAX_AUTO_LOGOUT_MINUTES = 30 * minutesInDay;
const CHOICES: readonly (number | null)[] = [15, minutesInHour, minutesInDay, MAX_AUTO_LOGOUT_MINUTES, null];

/** Such as '15 min', '30 days' or 'Never'. */
export function formatAutoLogout(minutes: number | null): string {
  if (minutes === null) return m.settings_auto_logout_never();
  return minutes % minutesInDay === 0 ? m.duration_days({ count: minutes / minutesInDay }) : formatMinutes(minutes);
}

/** The choices of a select; also one that is no choice any more, as long as it is in use. Empty is never. */
export function listAutoLogoutOptions(current: number | null): { value: string; label: string }[] {
  const all = CHOICES.includes(current) ? CHOICES : [current, ...CHOICES];
  return all.map((minutes) => ({ value: String(minutes ?? ''), label: formatAutoLogout(minutes) }));
}

/** The minutes that a select has; a form also calls it with what it has parsed before. */
export const parseAutoLogout = (value: string | number | null): number | null =>
  value === '' || value === null ? null : Number(value);

/** Whether somebody typed the word that confirms the deletion of their account, or its email address. */
export function isDeletionConfirmed(typed: string, email: string): boolean {
  const confirmation = typed.trim();
  if (confirmation === m.delete_account_word()) return true;
  return email !== '' && confirmation.toLowerCase() === email.toLowerCase();
}
