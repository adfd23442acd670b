import type { Context } from 'hono';
import type { AppEnv } from '../../caller.ts';
import type { Sql } from '../../connections/sql.ts';
import { AuthError } from '../auth-error.ts';
import { readClientNetworks } from './client-network.ts';

export type Limit = { name: string; hits: number; seconds: number; code?: string };

/** How often something may be tried on an account from one source, and from all new sources together. */
export type AttemptLimits = { bySource: Limit; byAccount: Limit };

const MAIL = { code: 'over_email_send_rate_limit' };

/** Strict for an account, loose for a network: mobile networks put thousands of people behind one address. */
export const LIMITS = {
  signInByAddress: { name: 'sign-in-address', hits: 30, seconds: 60 },
  // Attempts on one account from one browser or network.
  signInByAccountAndSource: { name: 'sign-in-account', hits: 10, seconds: 300 },
  // Attempts on one account from all new sources together, more than a single source can make.
  signInByAccount: { name: 'sign-in-account-everywhere', hits: 200, seconds: 3600 },
  refreshByAddress: { name: 'refresh-address', hits: 300, seconds: 300 },
  signUpByAddress: { name: 'sign-up-address', hits: 200, seconds: 3600 },
  verifyByAddress: { name: 'verify-address', hits: 200, seconds: 300 },
  // Codes of mails entered for one account from one browser or network: a stranger uses up only their own.
  codeByAccountAndSource: { name: 'code-account-source', hits: 10, seconds: 3600 },
  // The same from all new sources together, more than a single source can make. A new mail does not start this anew, as
  // anybody can request one. A day of guesses at six digits then succeeds with odds of 1 in 3,333.
  codeByAccount: { name: 'code-account', hits: 300, seconds: 86_400 },
  // Entered in a session, so that strangers cannot use it up.
  reauthenticationByAccount: { name: 'reauthentication-account', hits: 20, seconds: 3600 },
  factorByAccount: { name: 'factor-account', hits: 20, seconds: 3600 },
  mailByAccount: { name: 'mail-account', hits: 1, seconds: 30, ...MAIL },
  mailByAccountAndHour: { name: 'mail-account-hour', hits: 10, seconds: 3600, ...MAIL },
  mailByAddress: { name: 'mail-address', hits: 200, seconds: 3600, ...MAIL },
  providerByAddress: { name: 'provider-address', hits: 200, seconds: 300 },
} as const satisfies Record<string, Limit>;

export const PASSWORD_ATTEMPTS = { bySource: LIMITS.signInByAccountAndSource, byAccount: LIMITS.signInByAccount };
export const CODE_ATTEMPTS = { bySource: LIMITS.codeByAccountAndSource, byAccount: LIMITS.codeByAccount };

/** How many times as much comes from the /48 of an IPv6 address as from its /64. */
const SITE_FACTOR = 4;

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/**
 * Counts events in the database, so that all servers count together.
 * @param isOn off only for tests and measurements
 * @param onLimited called with the name of an exceeded limit
 */
export function createRateLimiter(sql: Sql, isOn: boolean, onLimited?: (limit: string) => void) {
  /** Counts one event of this subject. @throws AuthError 429 with the seconds to wait */
  async function consume({ name, hits, seconds, code = 'over_request_rate_limit' }: Limit, subject: string) {
    if (!isOn) return;
    const [row] = await sql<{ hits: number; wait: number }[]>`
        insert into parqueo_server.rate_limits as stored (key, hits, window_ends_at)
        values (${`${name}:${subject}`}, 1, now() + make_interval(secs => ${seconds}))
        on conflict (key) do update set
          hits = case when stored.window_ends_at <= now() then 1 else stored.hits + 1 end,
          window_ends_at = case
            when stored.window_ends_at <= now() then excluded.window_ends_at else stored.window_ends_at end
        returning hits, ceil(extract(epoch from window_ends_at - now()))::int as wait`;
    if (row === undefined || row.hits <= hits) return;
    onLimited?.(name);
    const message = `For security purposes, you can only request this after ${row.wait} seconds.`;
    throw new AuthError(429, code, message, { retryAfterSeconds: row.wait });
  }
  return {
    consume,
    /** Counts one event of the client's network. @throws AuthError 429 with the seconds to wait */
    async consumeNetwork(limit: Limit, c: Context<AppEnv>) {
      const [network, site] = readClientNetworks(c);
      await consume(limit, network);
      if (site !== undefined) await consume({ ...limit, hits: limit.hits * SITE_FACTOR }, site);
    },
  };
}

/** Counts a mail to an address, whether or not it has an account. @throws AuthError 429 `over_email_send_rate_limit` */
export async function consumeMailLimits(limiter: RateLimiter, c: Context, email: string): Promise<void> {
  await limiter.consumeNetwork(LIMITS.mailByAddress, c);
  await limiter.consume(LIMITS.mailByAccount, email);
  await limiter.consume(LIMITS.mailByAccountAndHour, email);
}
