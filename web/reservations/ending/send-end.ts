import * as z from 'zod';
import { findProblemKey, type ProblemKey } from '../../../domain/problems.ts';
import { RESERVATION_STATUSES } from '../../../domain/reservations/reservation.ts';
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
  | { kind: 'closed'; status: 'completed' | 'cancelled' | 'expired'; endedAt: Date | null }
  | { kind: 'rejected'; problem: ProblemKey };

const closedSchema = z.object({ status: z.enum(RESERVATION_STATUSES), ended_at: z.string().nullable() });

/** Whether the same request may succeed later: without a response, with an expired session or a server in trouble. */
function isTemporary(status: number): boolean {
  return status === NO_RESPONSE || status === UNAUTHORIZED || status === TOO_MANY_REQUESTS || status >= SERVER_ERROR;
}

/** Sends an end once. The same end may be sent again. @throws when it has to be sent again, as nobody knows the outcome */
export async function sendEnd({ reservation: { id }, endedAt }: PendingEnd): Promise<EndResult> {
  const { error, status } = await dataClient()
    .from('reservations')
    .update({ status: 'completed', ended_at: endedAt })
    .eq('id', id)
    .select('id')
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
    .single();
  if (!error) return { kind: 'ended' };
  if (isTemporary(status)) throw error;
  const problem = findProblemKey(error.hint);
  if (problem !== null) return { kind: 'rejected', problem };
  return findOutcome(id, endedAt);
}

/** The state of a stay that could not be ended: an earlier try, or somebody else, was faster. */
async function findOutcome(id: string, endedAt: string): Promise<EndResult> {
  const { data, error } = await dataClient()
    .from('reservations')
    .select('status, ended_at')
    .eq('id', id)
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
    .retry(false)
    .maybeSingle();
  if (error) throw error;
  const closed = closedSchema.safeParse(data);
  if (!closed.success || closed.data.status === 'active') return { kind: 'rejected', problem: 'session-not-ended' };
  const storedEnd = closed.data.ended_at === null ? null : new Date(closed.data.ended_at);
  if (closed.data.status === 'completed' && storedEnd?.getTime() === Date.parse(endedAt)) return { kind: 'ended' };
  return { kind: 'closed', status: closed.data.status, endedAt: storedEnd };
}
