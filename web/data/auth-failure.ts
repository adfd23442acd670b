import { isAuthRetryableFetchError } from '@supabase/supabase-js';
import { Problem } from '../../domain/problems.ts';

/** What to throw for an error of the authentication client: a Problem when no answer came, else the refusal as it is. */
export function authFailureOf(error: Error): Error {
  if (!isAuthRetryableFetchError(error)) return error;
  return new Problem(navigator.onLine ? 'server-not-reachable' : 'offline', { cause: error });
}
