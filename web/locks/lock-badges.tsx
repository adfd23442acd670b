import { getLockConnection, getLockPosition, type LockDevice } from '../../domain/locks/lock.ts';
import { Badge } from '../ui/badge.tsx';
import { CONNECTION_WORDS, POSITION_WORDS } from './lock-texts.ts';

/** Whether the lock is connected to the vendor. */
export function ConnectionBadge({ lock }: { lock: Pick<LockDevice, 'online'> }) {
  const { label, tone } = CONNECTION_WORDS[getLockConnection(lock)];
  return <Badge tone={tone}>{label}</Badge>;
}

/** Where the bar of the lock is. */
export function PositionBadge({ lock }: { lock: Pick<LockDevice, 'locationState'> }) {
  const { label, tone } = POSITION_WORDS[getLockPosition(lock)];
  return <Badge tone={tone}>{label}</Badge>;
}
