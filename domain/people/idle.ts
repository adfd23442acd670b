const MINUTE_MS = 60_000;

/** The warning starts this long before the end of a session, or at half of a shorter limit. */
export const IDLE_WARNING_MS = MINUTE_MS;

export type IdleState = { kind: 'active' } | { kind: 'warning'; secondsLeft: number } | { kind: 'over' };

/**
 * The state of a session that was last used at `lastActiveAt`. It follows the clock, so a device that slept finds its
 * session over when it wakes.
 */
export function calculateIdleState(
  now: Date,
  { lastActiveAt, limitMinutes }: { lastActiveAt: Date; limitMinutes: number },
): IdleState {
  const limitMs = limitMinutes * MINUTE_MS;
  const leftMs = lastActiveAt.getTime() + limitMs - now.getTime();
  if (leftMs <= 0) return { kind: 'over' };
  const warningMs = Math.min(IDLE_WARNING_MS, limitMs / 2);
  return leftMs <= warningMs ? { kind: 'warning', secondsLeft: Math.ceil(leftMs / 1000) } : { kind: 'active' };
}
