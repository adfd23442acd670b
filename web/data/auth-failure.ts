import { isAuthRetryableFetchError } from '@supabase/supabase-js';
import { Problem } from '../../domain/problems.ts';

/** A Problem when there was no response, else the error of the authentication service itself. */
export function toAuthFailure(error: Error): Error {
  if (!isAuthRetryableFetchError(error)) return error;
  return new Problem(navigator.onLine ? 'server-not-reachable' : 'offline', { cause: error });
}

/** Throws the error that the authentication client reports in its result. */
export async function unwrapAuthResult<Result extends { error: Error | null }>(
  request: Promise<Result>,
): Promise<Extract<Result, { error: null }>> {
  const result = await request;
  if (result.error) throw toAuthFailure(result.error);
  return result as Extract<Result, { error: null }>;
}
