import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '../../caller.ts';
import { createShares, takeTurn } from '../../turns.ts';
import { AuthError } from '../auth-error.ts';
import { readClientNetworks } from './client-network.ts';

const AT_ONCE = 4;
/** Mobile networks put thousands of drivers behind one address. */
const MAX_WAITING = 100;
const RETRY_AFTER_SECONDS = 5;

/** How long a request or a password waits for its turn; what waited longer is not begun any more. */
export const MAX_WAIT_MS = 5000;

export const createBusyError = () => {
  const message = 'The server cannot answer right now. Please try again.';
  return new AuthError(503, 'unexpected_failure', message, 1);
};

const createTooManyError = () => {
  const message = `For security purposes, you can only request this after ${RETRY_AFTER_SECONDS} seconds.`;
  return new AuthError(429, 'over_request_rate_limit', message, RETRY_AFTER_SECONDS);
};

/** Lets each network have a few requests under way, so that one with very many holds up itself and nobody else. */
export function takeNetworkTurns(): MiddlewareHandler<AppEnv> {
  const findShares = createShares({ atOnce: AT_ONCE, maxWaiting: MAX_WAITING, createError: createTooManyError });
  return async function waitForTurn(c, next) {
    const patience = { until: performance.now() + MAX_WAIT_MS, createError: createBusyError };
    await takeTurn(findShares(...readClientNetworks(c)), patience, next);
  };
}
