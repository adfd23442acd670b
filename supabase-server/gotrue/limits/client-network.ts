import { isIP } from 'node:net';
import type { Context, MiddlewareHandler } from 'hono';
import type { AppEnv } from '../../caller.ts';
import { getClientAddress } from '../../client-address.ts';
import { createShares, takeTurn } from '../../turns.ts';
import { AuthError } from '../auth-error.ts';

const GROUPS = 8;
const GROUP_BITS = 16;
/** A customer of an Internet provider has at least a /64 of IPv6 addresses, and a server that is rented may have a /48. */
const NETWORK_BITS = 64;
const SITE_BITS = 48;

const splitGroups = (half: string) => (half === '' ? [] : half.split(':'));

/** An IPv4 address as it is, or the /64 of an IPv6 address. */
export function findNetwork(address: string, bits = NETWORK_BITS): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const [before, after] = [splitGroups(head), splitGroups(tail)];
  const zeros = Array.from({ length: Math.max(0, GROUPS - before.length - after.length) }, () => '0');
  const network = [...before, ...zeros, ...after].slice(0, bits / GROUP_BITS);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/${bits}`;
}

export function readClientNetwork(c: Context<AppEnv>): string {
  return findNetwork(getClientAddress(c));
}

/** The client's networks, the smaller first; an IPv4 address is in one only. */
export function readClientNetworks(c: Context<AppEnv>): [network: string, ...sites: string[]] {
  const address = getClientAddress(c);
  return isIP(address) === 6 ? [findNetwork(address), findNetwork(address, SITE_BITS)] : [address];
}

const AT_ONCE = 4;
/** Mobile networks put thousands of people behind one address. */
const MAX_WAITING = 100;
const RETRY_AFTER_SECONDS = 5;

/** How long a request or a password waits for its turn; what waited longer is not begun any more. */
export const MAX_WAIT_MS = 5000;

export const createBusyError = () => {
  const message = 'The server cannot answer right now. Please try again.';
  return new AuthError(503, 'unexpected_failure', message, { retryAfterSeconds: 1 });
};

const createTooManyError = () => {
  const message = `For security purposes, you can only request this after ${RETRY_AFTER_SECONDS} seconds.`;
  return new AuthError(429, 'over_request_rate_limit', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
};

/** Lets each network have a few requests under way, so that one with very many holds up itself and nobody else. */
export function takeNetworkTurns(): MiddlewareHandler<AppEnv> {
  const findShares = createShares({ atOnce: AT_ONCE, maxWaiting: MAX_WAITING, createError: createTooManyError });
  return async function waitForTurn(c, next) {
    const patience = { until: performance.now() + MAX_WAIT_MS, createError: createBusyError };
    await takeTurn(findShares(...readClientNetworks(c)), patience, next);
  };
}
