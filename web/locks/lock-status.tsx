import { clsx } from 'clsx';
import { BatteryWarning, CircleCheck, Clock, type LucideIcon, Send, TriangleAlert } from 'lucide-react';
import { getLockConnection, hasAlarm, hasWeakBattery, type LockDevice } from '../../domain/locks/lock.ts';
import { Badge } from '../ui/badge.tsx';
import { ConnectionBadge, PositionBadge } from './lock-badges.tsx';
import { EMPTY_CELL } from './lock-texts.ts';
import { useSpaceLocksContext } from './space-locks-provider.tsx';
import type { CommandPhase, LockedSpace } from './use-lock-commands.ts';

const PHASES: Record<CommandPhase, { label: string; icon: LucideIcon; className: string }> = {
  sending: { label: 'Sending...', icon: Send, className: 'text-muted' },
  sent: { label: 'Sent, waiting for the lock', icon: Clock, className: 'text-muted' },
  confirmed: { label: 'Confirmed', icon: CircleCheck, className: 'text-positive' },
  'not-confirmed': { label: 'Not confirmed', icon: TriangleAlert, className: 'text-danger' },
};

/** The position and the problems of a space's lock, and the state of the last command. */
export function LockStatus({ space }: { space: LockedSpace }) {
  const { locks, hasFailed, commands } = useSpaceLocksContext();
  if (space.did === null) return EMPTY_CELL;
  const lock = locks?.find(({ did }) => did === space.did);
  const command = commands.get(space.id);
  const isLoading = locks === undefined && !hasFailed;
  return (
    <div className="flex flex-col items-end gap-1 md:items-start">
      {isLoading ? <span className="text-muted">Loading...</span> : <LockBadges lock={lock} />}
      {command ? <Phase {...PHASES[command.phase]} /> : null}
    </div>
  );
}

function LockBadges({ lock }: { lock: LockDevice | undefined }) {
  if (lock === undefined) return <Badge tone="neutral">Unknown</Badge>;
  return (
    <span className="flex flex-wrap items-center gap-1">
      <PositionBadge lock={lock} />
      {getLockConnection(lock) === 'offline' ? <ConnectionBadge lock={lock} /> : null}
      {hasAlarm(lock) ? <Badge tone="danger">{lock.alarm}</Badge> : null}
      {hasWeakBattery(lock) && !hasAlarm(lock) ? (
        <BatteryWarning role="img" aria-label="Low battery" className="text-danger size-5" />
      ) : null}
    </span>
  );
}

function Phase({ label, icon: Icon, className }: { label: string; icon: LucideIcon; className: string }) {
  return (
    <span className={clsx('inline-flex items-center gap-1 text-sm font-semibold', className)}>
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {label}
    </span>
  );
}
