import * as z from 'zod';
import { type Period, periodShape } from '../../../domain/days/period.ts';
import { calculateIdleState, type IdleState } from '../../../domain/people/idle.ts';
import { createStoredValue } from '../../ui/platform/stored-value.ts';

const MIN_WRITE_INTERVAL_MS = 1000;

/** The last activity in this browser, by whom, their idle limit and the reservations that count as activity. All tabs share it. */
const record = createStoredValue(
  'parqueo.last-activity',
  z.object({
    userId: z.string(),
    at: z.int(),
    limitMinutes: z.number().nullable(),
    reservations: z.array(z.object(periodShape)).default([]),
  }),
);

function readRecord(userId: string) {
  const last = record.read();
  return last?.userId === userId ? last : null;
}

/** The state is `active` without an idle limit, and until it is known. */
export function readIdleState(userId: string, now: Date): IdleState {
  const last = readRecord(userId);
  if (last === null || last.limitMinutes === null) return { kind: 'active' };
  const { at, limitMinutes, reservations } = last;
  return calculateIdleState(now, { lastActiveAt: new Date(at), limitMinutes, reservations });
}

export function readIdleLimit(userId: string): number | null {
  return readRecord(userId)?.limitMinutes ?? null;
}

export const readLastActivity = (userId: string): number => readRecord(userId)?.at ?? 0;

/** Starts counting for a person who just signed in; one who comes back keeps their last activity. */
export function beginActivity(userId: string, now: Date): void {
  if (readRecord(userId) === null) record.write({ userId, at: now.getTime(), limitMinutes: null, reservations: [] });
}

/** Records an activity. It neither dismisses a warning nor revives a session that has timed out. */
export function recordActivity(userId: string, now: Date): void {
  const at = now.getTime();
  const last = readRecord(userId);
  if (last === null || Math.abs(at - last.at) < MIN_WRITE_INTERVAL_MS) return;
  if (readIdleState(userId, now).kind === 'active') record.write({ ...last, at });
}

export function staySignedIn(userId: string, now: Date): void {
  const last = readRecord(userId);
  if (last !== null && readIdleState(userId, now).kind !== 'over') record.write({ ...last, at: now.getTime() });
}

type Known = { limitMinutes?: number | null; reservations?: Period[] };

export function storeKnown(userId: string, known: Known): void {
  const last = readRecord(userId);
  if (last !== null) record.write({ ...last, ...known });
}

export function forgetActivity(): void {
  record.remove();
}
