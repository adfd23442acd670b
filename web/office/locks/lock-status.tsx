import { clsx } from 'clsx';
import { CircleCheck, Clock, type LucideIcon, Send, TriangleAlert } from 'lucide-react';
import { m } from '#messages';
import { getLockConnection, getLockPosition, type LockDevice, needsAttention } from '../../../domain/locks/lock.ts';
import { Badge } from '../../ui/badge.tsx';
import { CONNECTION_LABELS, EMPTY_CELL, formatAttentionReasons, POSITION_LABELS } from './lock-texts.ts';
import { useSpaceLocksContext } from './space-locks-provider.tsx';
import type { CommandPhase, LockedSpace } from './use-lock-commands.ts';

type NoteProps = { label: string; icon: LucideIcon; className: string };

const PHASES: Record<CommandPhase, NoteProps> = {
  sending: { label: m.lock_command_sending(), icon: Send, className: 'text-muted' },
  sent: { label: m.lock_command_sent(), icon: Clock, className: 'text-muted' },
  confirmed: { label: m.lock_command_confirmed(), icon: CircleCheck, className: 'text-positive' },
  'not-confirmed': { label: m.lock_command_not_confirmed(), icon: TriangleAlert, className: 'text-danger' },
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
      {isLoading ? <span className="text-muted">{m.status_loading()}</span> : <LockState lock={lock} />}
      {command ? <Note {...PHASES[command.phase]} /> : null}
    </div>
  );
}

function LockState({ lock }: { lock: LockDevice | undefined }) {
  if (lock === undefined) return <Badge tone="neutral">{m.lock_unknown()}</Badge>;
  return (
    <>
      <PositionBadge lock={lock} />
      {needsAttention(lock) ? (
        <Note label={formatAttentionReasons(lock, new Date())} icon={TriangleAlert} className="text-danger" />
      ) : null}
    </>
  );
}

function Note({ label, icon: Icon, className }: NoteProps) {
  return (
    <span className={clsx('inline-flex items-start gap-1 text-sm font-semibold', className)}>
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{label}</span>
    </span>
  );
}

export function ConnectionBadge({ lock }: { lock: Pick<LockDevice, 'online'> }) {
  const { label, tone } = CONNECTION_LABELS[getLockConnection(lock)];
  return <Badge tone={tone}>{label}</Badge>;
}

export function PositionBadge({ lock }: { lock: Pick<LockDevice, 'locationState'> }) {
  const { label, tone } = POSITION_LABELS[getLockPosition(lock)];
  return <Badge tone={tone}>{label}</Badge>;
}
