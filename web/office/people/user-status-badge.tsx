import { m } from '#messages';
import { Badge } from '../../ui/badge.tsx';
import { formatKey } from '../../ui/format-time.ts';

const STATUSES = new Map<string, string>([
  ['active', m.user_status_active()],
  ['inactive', m.user_status_inactive()],
  ['suspended', m.user_status_suspended()],
]);

/** A status that the product does not know is formatted as it is. */
export const formatUserStatus = (status: string): string => STATUSES.get(status) ?? formatKey(status);

const TONES = new Map<string, 'positive' | 'neutral' | 'danger'>([
  ['active', 'positive'],
  ['inactive', 'neutral'],
  ['suspended', 'danger'],
]);

/** The status of a person; an unknown one has the colour of an active one. */
export function UserStatusBadge({ status }: { status: string }) {
  return <Badge tone={TONES.get(status) ?? 'positive'}>{formatUserStatus(status)}</Badge>;
}
