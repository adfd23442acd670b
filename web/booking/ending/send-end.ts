import * as z from 'zod';
import { findProblemKey, type ProblemKey } from '../../../domain/problems.ts';
import { RESERVATION_STATUSES, type ReservationStatus } from '../../../domain/reservations/reservation.ts';
import { dataClient } from '../../data/connection.ts';
import { NO_RESPONSE } from '../../data/error-codes.ts';
import type { PendingEnd } from './pending-ends.ts';

const TIMEOUT_MS = 15_000;
const UNAUTHORIZED = 401;
const TOO_MANY_REQUESTS = 429;
const SERVER_ERROR = 500;

/** What became of an end: `closed` is a stay that was ended, cancelled or expired before the server had it. */
export type EndResult =
  | { kind: 'ended' }
  | { kind: 'closed'; status: Exclude<ReservationStatus, 'active'>; endedAt: Date | null }
  | { kind: 'rejected'; problem: ProblemKey };

const stateSchema = z.object({
  status: z.enum(RESERVATION_STATUSES),
  ended_at: z.string().nullable(),
  end_key: z.string().nullish(),
});

/** Whether the same request may succeed later: without a response, with an expired session or a server in trouble. */
function isTemporary(status: number): boolean {
  return status === NO_RESPONSE || status === UNAUTHORIZED || status === TOO_MANY_REQUESTS || status >= SERVER_ERROR;
}

/**
 * Sends an end once. The same end may be sent again.
 * @returns null when the server does not show the stay, as to a session before its second factor: nobody knows the outcome
 * @throws when it has to be sent again, as nobody knows the outcome
 */
export async function sendEnd(end: PendingEnd): Promise<EndResult | null> {
  const { error, status } = await dataClient()
    .from('reservations')
    .update({ status: 'completed', ended_at: end.endedAt, ...(end.key ? { end_key: end.key } : {}) })
    .eq('id', end.id)
    .select('id')
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
    .single();
  if (!error) return { kind: 'ended' };
  if (isTemporary(status)) throw error;
  const problem = findProblemKey(error.hint);
  if (problem !== null) return { kind: 'rejected', problem };
  return findOutcome(end);
}

/** The state of a stay that could not be ended: an earlier try, or somebody else, was faster. */
async function findOutcome(end: PendingEnd): Promise<EndResult | null> {
  const { data, error } = await dataClient()
    .from('reservations')
    .select('status, ended_at, end_key')
    .eq('id', end.id)
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
    .retry(false)
    .maybeSingle();
  if (error) throw error;
  if (data === null) return null;
  const { status, ended_at, end_key } = stateSchema.parse(data);
  // The server has decided, for a reason without a name: the driver can try again.
  if (status === 'active') return { kind: 'rejected', problem: 'session-not-ended' };
  const endedAt = ended_at === null ? null : new Date(ended_at);
  const isOwn = end_key == null ? endedAt?.getTime() === Date.parse(end.endedAt) : end_key === end.key;
  return status === 'completed' && isOwn ? { kind: 'ended' } : { kind: 'closed', status, endedAt };
}
