import { format } from 'date-fns';
import type { AdminUser } from './admin-user.ts';

/** A day and time such as 'Mar 01, 2026 14:05', in the time of the device. */
export function formatTime(time: string): string {
  return format(time, 'MMM dd, yyyy HH:mm');
}

/** The person's name, or that they gave none. */
export function formatFullName({ fullName }: Pick<AdminUser, 'fullName'>): string {
  return fullName ?? 'Not provided';
}

/** When the person was last active, or that they never were. */
export function formatLastActivity({ lastActivity }: Pick<AdminUser, 'lastActivity'>): string {
  return lastActivity === null ? 'Never' : formatTime(lastActivity);
}

/** A word of the database for reading, such as 'Signed in' for 'signed_in'. */
export function formatKey(key: string): string {
  const words = key.replace(/_+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
