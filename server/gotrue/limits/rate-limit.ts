import type { Context } from 'hono';
import type { Sql } from 'postgres';
import type { AppEnv } from '../../caller.ts';
import { getClientAddress } from '../../client-address.ts';
import { AuthError } from '../auth-error.ts';
import { findNetwork } from './client-network.ts';

/** How often something may happen within a time. */
export type Limit = { name: string; hits: number; seconds: number; code: string };

/**
 * An account is guarded closely, an address loosely: mobile networks put thousands of drivers behind one address.
 */
export const LIMITS = {
  signInByAddress: { name: 'sign-in-address', hits: 200, seconds: 300, code: 'over_request_rate_limit' },
  // Of one account from one browser or network; whoever signed in from there before has these attempts for themselves.
  signInByAccountAndSource: { name: 'sign-in-account', hits: 10, seconds: 300, code: 'over_request_rate_limit' },
  // Of one account from all places together that it never signed in from: more than one of them alone can use up.
  signInByAccount: { name: 'sign-in-account-everywhere', hits: 200, seconds: 3600, code: 'over_request_rate_limit' },
  refreshByAddress: { name: 'refresh-address', hits: 300, seconds: 300, code: 'over_request_rate_limit' },
  signUpByAddress: { name: 'sign-up-address', hits: 200, seconds: 3600, code: 'over_request_rate_limit' },
  verifyByAddress: { name: 'verify-address', hits: 200, seconds: 300, code: 'over_request_rate_limit' },
  codeByAccount: { name: 'code-account', hits: 20, seconds: 3600, code: 'over_request_rate_limit' },
  factorByAccount: { name: 'factor-account', hits: 20, seconds: 3600, code: 'over_request_rate_limit' },
  mailByAccount: { name: 'mail-account', hits: 1, seconds: 30, code: 'over_email_send_rate_limit' },
  mailByAccountAndHour: { name: 'mail-account-hour', hits: 10, seconds: 3600, code: 'over_email_send_rate_limit' },
  mailByAddress: { name: 'mail-address', hits: 200, seconds: 3600, code: 'over_email_send_rate_limit' },
  providerByAddress: { name: 'provider-address', hits: 200, seconds: 300, code: 'over_request_rate_limit' },
} as const satisfies Record<string, Limit>;

/** Counts events in the database, so that all servers on it count together. */
export type RateLimiter = {
  /** Counts one event of this subject. @throws AuthError 429 with the seconds to wait when there were too many */
  consume: (limit: Limit, subject: string) => Promise<void>;
};

/**
 * @param isOn off for tests and measurements on one's own machine only
 * @param onLimited hears the name of a limit whenever it refuses
 */
export function createRateLimiter(sql: Sql, isOn: boolean, onLimited?: (limit: string) => void): RateLimiter {
  return {
    async consume({ name, hits, seconds, code }, subject) {
      if (!isOn) return;
      const [row] = await sql<{ hits: number; wait: number }[]>`
        insert into parqueo_server.rate_limits as known (key, hits, window_ends_at)
        values (${`${name}:${subject}`}, 1, now() + make_interval(secs => ${seconds}))
        on conflict (key) do update set
          hits = case when known.window_ends_at <= now() then 1 else known.hits + 1 end,
          window_ends_at = case when known.window_ends_at <= now() then excluded.window_ends_at else known.window_ends_at end
        returning hits, ceil(extract(epoch from window_ends_at - now()))::int as wait`;
      if (row !== undefined && row.hits > hits) {
        onLimited?.(name);
        throw new AuthError(
          429,
          code,
          `For security purposes, you can only request this after ${row.wait} seconds.`,
          row.wait,
        );
      }
    },
  };
}

/** The network a request came from, as the proxies that the operator trusts tell it. */
export function readClientNetwork(c: Context<AppEnv>): string {
  return findNetwork(getClientAddress(c));
}

/** Counts a mail to somebody. @throws AuthError 429 `over_email_send_rate_limit`, the same for addresses without an account */
export async function consumeMailLimits(limiter: RateLimiter, c: Context, email: string): Promise<void> {
  await limiter.consume(LIMITS.mailByAddress, readClientNetwork(c));
  await limiter.consume(LIMITS.mailByAccount, email);
  await limiter.consume(LIMITS.mailByAccountAndHour, email);
}
