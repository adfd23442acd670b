import { Badge } from '../../ui/badge.tsx';
import { formatKey } from './format-user.ts';

const TONES = new Map<string, 'positive' | 'neutral' | 'danger'>(
  Object.entries({
    active: 'positive',
    inactive: 'neutral',
    suspended: 'danger',
  }),
);

/** How a person stands; a status the product does not know has the colour of an active one. */
export function UserStatusBadge({ status }: { status: string }) {
  return <Badge tone={TONES.get(status) ?? 'positive'}>{formatKey(status)}</Badge>;
}
