import { clsx } from 'clsx';
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  CircleCheck,
  Clock,
  LoaderCircle,
  type LucideIcon,
  Send,
  TriangleAlert,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '#messages';
import {
  getLockConnection,
  getLockPosition,
  type LockAction,
  type LockDevice,
  needsAttention,
} from '../../../domain/locks/lock.ts';
import { nameSpace } from '../../../domain/zones/space-names.ts';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { Badge } from '../../ui/layout/badge.tsx';
import { getNow } from '../../ui/platform/clock.ts';
import { COMMAND_TEXTS, CONNECTION_LABELS, EMPTY_CELL, formatAttentionReasons, POSITION_LABELS } from './lock-texts.ts';
import { type CommandPhase, type LockedSpace, useSpaceLocksContext } from './space-locks-provider.tsx';

type NoteProps = { label: string; icon: LucideIcon; className: string };

const PHASES: Record<CommandPhase, NoteProps> = {
  sending: { label: m.lock_command_sending(), icon: Send, className: 'text-muted' },
  sent: { label: m.lock_command_sent(), icon: Clock, className: 'text-muted' },
  confirmed: { label: m.lock_command_confirmed(), icon: CircleCheck, className: 'text-positive' },
  'not-confirmed': { label: m.lock_command_not_confirmed(), icon: TriangleAlert, className: 'text-danger' },
};

/** The position and the problems of a space's lock, and the state of the last command. */
export function LockStatus({ space }: { space: LockedSpace }) {
  const { locks, isLoading, commands } = useSpaceLocksContext();
  if (space.deviceId === null) return EMPTY_CELL;
  const lock = locks?.find(({ did }) => did === space.deviceId);
  const command = commands.get(space.id);
  const unknown = isLoading ? (
    <span className="text-muted">{m.status_loading()}</span>
  ) : (
    <Badge tone="neutral">{m.lock_unknown()}</Badge>
  );
  return (
    <div className="flex flex-col items-end gap-1 md:items-start">
      {lock ? <PositionBadge lock={lock} /> : unknown}
      {lock && needsAttention(lock) ? (
        <Note label={formatAttentionReasons(lock, getNow())} icon={TriangleAlert} className="text-danger" />
      ) : null}
      {command ? <Note {...PHASES[command.phase]} /> : null}
    </div>
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

/** Says how many locks need attention, once they have arrived. The children stand behind it when one does. */
export function AttentionNote({ locks, children }: { locks: readonly LockDevice[] | undefined; children?: ReactNode }) {
  if (locks === undefined) return null;
  const count = locks.filter(needsAttention).length;
  return (
    <p
      className={clsx(
        'flex flex-wrap items-center gap-2 text-sm font-semibold',
        count === 0 ? 'text-positive' : 'text-danger',
      )}
    >
      {count === 0 ? null : <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />}
      {count === 0 ? m.locks_none_needs_attention() : m.locks_needing_attention({ count, total: locks.length })}
      {count === 0 ? null : children}
    </p>
  );
}

const ICONS = { raise: ArrowUpFromLine, lower: ArrowDownToLine } as const;

/** The buttons that raise and lower the lock of a space, disabled while a command runs. */
export function LockControl({ space }: { space: LockedSpace }) {
  const { commands, command } = useSpaceLocksContext();
  const sending = commands.get(space.id)?.phase === 'sending' ? commands.get(space.id)?.action : undefined;
  const button = (action: LockAction) => (
    <IconButton
      icon={sending === action ? LoaderCircle : ICONS[action]}
      label={COMMAND_TEXTS[action].button({ space: nameSpace(space.name) })}
      {...(space.deviceId === null ? { title: m.problem_space_without_lock() } : {})}
      disabled={sending !== undefined}
      // Without a lock the button still works: it explains that there is none.
      aria-disabled={space.deviceId === null}
      aria-busy={sending === action}
      className={clsx(
        'border-field-line border',
        space.deviceId === null && 'text-muted opacity-50',
        sending === action && '[&_svg]:animate-spin',
      )}
      onClick={() => command(space, action)}
    />
  );
  return (
    <div className="flex justify-end gap-2 md:justify-start">
      {button('raise')}
      {button('lower')}
    </div>
  );
}
