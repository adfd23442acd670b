import { formatTime } from '../../ui/format-time.ts';
import type { AdminUser } from './admin-user.ts';

export function formatFullName({ fullName }: Pick<AdminUser, 'fullName'>): string {
  return fullName ?? 'Not provided';
}

export function formatLastActivity({ lastActivity }: Pick<AdminUser, 'lastActivity'>): string {
  return lastActivity === null ? 'Never' : formatTime(lastActivity);
}
