import { Badge } from '../../ui/badge.tsx';
import { formatUserStatus } from './format-user.ts';

const TONES = new Map<string, 'positive' | 'neutral' | 'danger'>([
  ['active', 'positive'],
  ['inactive', 'neutral'],
  ['suspended', 'danger'],
]);

/** The status of a person; an unknown one has the colour of an active one. */
export function UserStatusBadge({ status }: { status: string }) {
  return <Badge tone={TONES.get(status) ?? 'positive'}>{formatUserStatus(status)}</Badge>;
}
