import { FunctionsHttpError } from '@supabase/supabase-js';
import * as z from 'zod';
import { findProblemKey, Problem } from '../../../domain/problems.ts';
import { dataClient } from '../../data/connection.ts';
import { readErrorBody } from '../../data/database-problem.ts';

export type BarrierAction = 'open' | 'close';

/** `key` is an idempotency key: a repeat with the same key is the same command. */
export type BarrierCommand = { reservation: string; action: BarrierAction; key: string };

/** Longer than the server may take. */
const TIMEOUT_MS = 15_000;
const SERVER_ERROR = 500;

const responseSchema = z.object({
  outcome: z.enum(['opened', 'closed', 'no-response', 'rejected']),
  problem: z.string().optional(),
});

/**
 * Lowers or raises the barrier of a reservation's space and waits until it has moved.
 * @throws Problem with the reason; `barrier-outcome-unknown` when no response came, so that the barrier may have moved
 */
export async function moveBarrier(command: BarrierCommand): Promise<void> {
  const { data, error } = await dataClient().functions.invoke('open-space', { body: command, timeout: TIMEOUT_MS });
  const response = responseSchema.safeParse(error ? await readErrorBody(error) : data).data;
  const problem = findProblemKey(response?.problem);
  if (problem !== null) throw new Problem(problem, { cause: error });
  if (response?.outcome === 'opened' || response?.outcome === 'closed') return;
  const isRejected = error instanceof FunctionsHttpError && error.context.status < SERVER_ERROR;
  throw new Problem(isRejected ? 'unexpected' : 'barrier-outcome-unknown', { cause: error });
}
