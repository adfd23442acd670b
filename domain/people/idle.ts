const MINUTE_MS = 60_000;

/** How long before the end of the session the person is warned; short limits warn at their half. */
export const IDLE_WARNING_MS = MINUTE_MS;

/** How a session without activity stands: fine, about to end in so many seconds, or over. */
export type IdleState = { kind: 'active' } | { kind: 'warning'; secondsLeft: number } | { kind: 'over' };

/**
 * How a session stands that was last used at `lastActiveAt` and may rest for `limitMinutes`. Read from the clock, so a
 * device that slept finds its session over when it wakes.
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
