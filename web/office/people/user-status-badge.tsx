import { m } from '#messages';
import { Badge } from '../../ui/layout/badge.tsx';
import { formatKey } from '../../ui/platform/format-time.ts';

const STATUSES = new Map<string, { label: string; tone: 'positive' | 'neutral' | 'danger' }>([
  ['active', { label: m.user_status_active(), tone: 'positive' }],
  ['inactive', { label: m.user_status_inactive(), tone: 'neutral' }],
  ['suspended', { label: m.user_status_suspended(), tone: 'danger' }],
]);

/** A status that the product does not know is formatted as it is. */
export const formatUserStatus = (status: string): string => STATUSES.get(status)?.label ?? formatKey(status);

/** The status of a person; an unknown one has the colour of an active one. */
export function UserStatusBadge({ status }: { status: string }) {
  return <Badge tone={STATUSES.get(status)?.tone ?? 'positive'}>{formatUserStatus(status)}</Badge>;
}
