import type { LockAction, LockConnection, LockPosition } from '../../domain/locks/lock.ts';

/** Stands where the vendor said nothing. */
export const EMPTY_CELL = '—';

export const CONNECTION_WORDS = {
  online: { label: 'Online', tone: 'positive' },
  offline: { label: 'Offline', tone: 'danger' },
  unknown: { label: 'Unknown', tone: 'neutral' },
} as const satisfies Record<LockConnection, { label: string; tone: string }>;

export const POSITION_WORDS = {
  up: { label: 'Up', tone: 'brand' },
  down: { label: 'Down', tone: 'positive' },
  unknown: { label: 'Unknown', tone: 'neutral' },
} as const satisfies Record<LockPosition, { label: string; tone: string }>;

/** Says how many locks a request brought. */
export function formatLockCount(count: number): string {
  return count === 1 ? 'Loaded 1 parking lock' : `Loaded ${count} parking locks`;
}

/** Says how many locks are shown, of how many there are. */
export function shownText(shown: number, total: number): string {
  return total === 1 ? `Showing ${shown} of 1 parking lock` : `Showing ${shown} of ${total} parking locks`;
}

/** Says how many locks somebody should look after. */
export function attentionText(needing: number, total: number): string {
  if (needing === 0) return 'No lock needs attention';
  return needing === 1 ? `1 of ${total} locks needs attention` : `${needing} of ${total} locks need attention`;
}

/** The first fixed line of the connection's status. */
export function connectedText(vendor: string): string {
  return `Connected to ${vendor} API v2.2`;
}

/** What is said of commands: on their buttons, and when the vendor took them. */
export const COMMAND_SENTENCES = {
  raise: { done: 'Lock raised successfully', button: (space: string) => `Raise the lock of ${space}` },
  lower: { done: 'Lock lowered successfully', button: (space: string) => `Lower the lock of ${space}` },
} as const satisfies Record<LockAction, { done: string; button: (space: string) => string }>;

/** Says that a lock was not seen where it was sent. */
export function notConfirmedText(space: string, action: LockAction): string {
  return action === 'raise'
    ? `The lock of ${space} has not confirmed that it is up`
    : `The lock of ${space} has not confirmed that it is down`;
}
