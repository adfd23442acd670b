import type { Period } from '../days/period.ts';

const MINUTE_MS = 60_000;

/** The warning starts this long before the end of a session, or at half of a shorter limit. */
const IDLE_WARNING_MS = MINUTE_MS;
/** A reservation counts as activity from this long before its start to this long after its end. */
const RESERVATION_MARGIN_MS = 30 * MINUTE_MS;

export type IdleState = { kind: 'active' } | { kind: 'warning'; secondsLeft: number } | { kind: 'over' };

type Use = { lastActiveAt: Date; limitMinutes: number; reservations: readonly Period[] };

/** The state of a session by the clock, as a device may sleep. Time during and around a reservation counts as activity. */
export function calculateIdleState(now: Date, { lastActiveAt, limitMinutes, reservations }: Use): IdleState {
  const limitMs = limitMinutes * MINUTE_MS;
  const lastUse = Math.max(
    lastActiveAt.getTime(),
    ...reservations.map((reservation) => getLastMomentAround(reservation, now)),
  );
  const leftMs = lastUse + limitMs - now.getTime();
  if (leftMs <= 0) return { kind: 'over' };
  const warningMs = Math.min(IDLE_WARNING_MS, limitMs / 2);
  return leftMs <= warningMs ? { kind: 'warning', secondsLeft: Math.ceil(leftMs / 1000) } : { kind: 'active' };
}

/** The latest moment up to now that is within the margins of a reservation, in milliseconds. */
function getLastMomentAround({ startsAt, endsAt }: Period, now: Date): number {
  if (startsAt.getTime() - RESERVATION_MARGIN_MS > now.getTime()) return Number.NEGATIVE_INFINITY;
  return Math.min(endsAt.getTime() + RESERVATION_MARGIN_MS, now.getTime());
}
