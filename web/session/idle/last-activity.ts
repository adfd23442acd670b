import * as z from 'zod';
import { calculateIdleState, type IdleState } from '../../../domain/people/idle.ts';
import { stored } from '../../platform/stored.ts';
import { ACTIVITY_KEY } from './forget-activity.ts';

/** Activity is written down at most this often; nobody notices a second more or less. */
const WRITE_EVERY_MS = 1000;

/** When this browser was last used, by whom, and how long it may rest; shared by all tabs and kept while closed. */
const record = stored(ACTIVITY_KEY, z.object({ userId: z.string(), at: z.int(), limitMinutes: z.number().nullable() }));

function recordOf(userId: string) {
  const kept = record.read();
  return kept?.userId === userId ? kept : null;
}

/** How the session of this person stands; `active` while it is not known how long it may rest. */
export function readIdleState(userId: string, now: Date): IdleState {
  const kept = recordOf(userId);
  if (kept === null || kept.limitMinutes === null) return { kind: 'active' };
  return calculateIdleState(now, { lastActiveAt: new Date(kept.at), limitMinutes: kept.limitMinutes });
}

/** How many minutes the session of this person may rest, or null while that is not known. */
export function getIdleLimit(userId: string): number | null {
  return recordOf(userId)?.limitMinutes ?? null;
}

/** Begins to count for a person who just signed in; for one who came back, what was counted stands. */
export function beginActivity(userId: string, now: Date): void {
  if (recordOf(userId) === null) record.write({ userId, at: now.getTime(), limitMinutes: null });
}

/** Notes that the person did something. A warning is not answered by just any tap, and what is over stays over. */
export function recordActivity(userId: string, now: Date): void {
  const at = now.getTime();
  const kept = recordOf(userId);
  if (kept === null || Math.abs(at - kept.at) < WRITE_EVERY_MS) return;
  if (readIdleState(userId, now).kind === 'active') record.write({ ...kept, at });
}

/** Answers the warning: the person is there and stays. */
export function staySignedIn(userId: string, now: Date): void {
  const kept = recordOf(userId);
  if (kept !== null && readIdleState(userId, now).kind !== 'over') record.write({ ...kept, at: now.getTime() });
}

/** Keeps how long the session may rest, for this tab and the others. */
export function storeIdleLimit(userId: string, limitMinutes: number): void {
  const kept = recordOf(userId);
  if (kept !== null) record.write({ ...kept, limitMinutes });
}
