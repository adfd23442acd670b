import { availableParallelism } from 'node:os';
import { tryGetContext } from 'hono/context-storage';
import pLimit from 'p-limit';
import type { AppEnv } from '../../caller.ts';
import { createShares, takeTurn } from '../../turns.ts';
import { AuthError } from '../auth-error.ts';
import { readClientNetwork } from '../limits/client-network.ts';

/** One core and one of the four threads of Node's pool stay free for other requests. */
const AT_ONCE = Math.max(1, Math.min(3, availableParallelism() - 1));
const MAX_WAITING_OF_NETWORK = 30;
const MAX_WAIT_MS = 5000;
const RETRY_AFTER_SECONDS = 5;

const createTooManyError = () => {
  const message = `For security purposes, you can only request this after ${RETRY_AFTER_SECONDS} seconds.`;
  return new AuthError(429, 'over_request_rate_limit', message, RETRY_AFTER_SECONDS);
};
const createBusyError = () => {
  const message = 'The server cannot answer right now. Please try again.';
  return new AuthError(503, 'unexpected_failure', message, RETRY_AFTER_SECONDS);
};

const limit = pLimit(AT_ONCE);
const findShare = createShares({
  atOnce: AT_ONCE,
  maxWaiting: MAX_WAITING_OF_NETWORK,
  createError: createTooManyError,
});

/**
 * Hashes when it is the turn of the request's network. Many passwords of one network wait behind each other, and a password
 * that waited too long is not hashed any more.
 * @throws AuthError 429 when too many of the network wait, 503 after too long a wait
 */
export async function hashInTurn<Result>(hash: () => Promise<Result>): Promise<Result> {
  const c = tryGetContext<AppEnv>();
  const network = c === undefined ? 'server' : readClientNetwork(c);
  const patience = { until: performance.now() + MAX_WAIT_MS, createError: createBusyError };
  return takeTurn([findShare(network), limit], patience, hash);
}
