import { formatDistanceStrict } from 'date-fns';
import {
  getLockConnection,
  getOfflineSince,
  hasAlarm,
  hasWeakBattery,
  type LockAction,
  type LockConnection,
  type LockDevice,
  type LockPosition,
} from '../../domain/locks/lock.ts';

/** Shown where the vendor sent no value. */
export const EMPTY_CELL = '—';

export const CONNECTION_LABELS = {
  online: { label: 'Online', tone: 'positive' },
  offline: { label: 'Offline', tone: 'danger' },
  unknown: { label: 'Unknown', tone: 'neutral' },
} as const satisfies Record<LockConnection, { label: string; tone: string }>;

export const POSITION_LABELS = {
  up: { label: 'Up', tone: 'brand' },
  down: { label: 'Down', tone: 'positive' },
  unknown: { label: 'Unknown', tone: 'neutral' },
} as const satisfies Record<LockPosition, { label: string; tone: string }>;

export function formatLockCount(count: number): string {
  return count === 1 ? 'Loaded 1 parking lock' : `Loaded ${count} parking locks`;
}

export function formatShownLocks(shown: number, total: number): string {
  return total === 1 ? `Showing ${shown} of 1 parking lock` : `Showing ${shown} of ${total} parking locks`;
}

export function formatAttention(needing: number, total: number): string {
  if (needing === 0) return 'No lock needs attention';
  return needing === 1 ? `1 of ${total} locks needs attention` : `${needing} of ${total} locks need attention`;
}

/** Such as 'for 2 days'; null when that is unknown. */
export function formatOfflineTime(lock: Pick<LockDevice, 'online' | 'offlineTime'>, now: Date): string | null {
  const since = getOfflineSince(lock);
  return since === null || since > now ? null : `for ${formatDistanceStrict(since, now)}`;
}

/** Such as 'Needs attention: offline for 2 days, battery 7%'. Call it only for a lock that does. */
export function formatAttentionReasons(lock: LockDevice, now: Date): string {
  const reasons = [
    ...(getLockConnection(lock) === 'offline'
      ? [['offline', formatOfflineTime(lock, now)].filter(Boolean).join(' ')]
      : []),
    ...(hasWeakBattery(lock) ? [`battery ${lock.electricity}%`] : []),
    // An alarm about the battery says nothing more.
    ...(hasAlarm(lock) && !(hasWeakBattery(lock) && /battery/i.test(lock.alarm ?? '')) ? [`alarm ${lock.alarm}`] : []),
  ];
  return `Needs attention: ${reasons.join(', ')}`;
}

export function formatConnected(vendor: string): string {
  return `Connected to ${vendor} API v2.2`;
}

/** The labels of the command buttons, and the toasts when the vendor accepted a command. */
export const COMMAND_TEXTS = {
  raise: { done: 'Lock raised successfully', button: (space: string) => `Raise the lock of ${space}` },
  lower: { done: 'Lock lowered successfully', button: (space: string) => `Lower the lock of ${space}` },
} as const satisfies Record<LockAction, { done: string; button: (space: string) => string }>;

export function formatNotConfirmed(space: string, action: LockAction): string {
  return action === 'raise'
    ? `The lock of ${space} has not confirmed that it is up`
    : `The lock of ${space} has not confirmed that it is down`;
}
