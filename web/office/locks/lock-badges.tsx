import { getLockConnection, getLockPosition, type LockDevice } from '../../../domain/locks/lock.ts';
import { Badge } from '../../ui/badge.tsx';
import { CONNECTION_LABELS, POSITION_LABELS } from './lock-texts.ts';

export function ConnectionBadge({ lock }: { lock: Pick<LockDevice, 'online'> }) {
  const { label, tone } = CONNECTION_LABELS[getLockConnection(lock)];
  return <Badge tone={tone}>{label}</Badge>;
}

export function PositionBadge({ lock }: { lock: Pick<LockDevice, 'locationState'> }) {
  const { label, tone } = POSITION_LABELS[getLockPosition(lock)];
  return <Badge tone={tone}>{label}</Badge>;
}
