import type { Context } from 'hono';
import type { AppEnv } from '../../caller.ts';
import { readClientNetworks } from '../../client-address.ts';
import type { Executor, Sql, TransactionSql } from '../../connections/sql.ts';
import { AuthError } from '../auth-error.ts';

export type Limit = { name: string; hits: number; seconds: number; code?: string; status?: 429 | 503 };

/** How often something may be tried on an account from one source, and from all new sources together. */
export type AttemptLimits = { bySource: Limit; byAccount: Limit };

const MAIL = { code: 'over_email_send_rate_limit' };

/**
 * Mobile networks put thousands of people behind one address, and a stranger among them must not stop the others.
 *
 * - What nobody can guess (refresh token, link, auth code, ID token) always works: only rejected ones count for a network.
 *   Valid ones that can be used again count for their person.
 * - Only wrong passwords count for a network. Once it has used them up, no password is checked, since whoever tries leaked
 *   ones would learn which are right. A browser in which the account signed in before goes on.
 * - Passwords and codes of one account are counted right or wrong, by source and for all new sources together.
 * - Mails and new accounts cost, so all of them count for a network. A browser in which the account signed in before goes on, also
 *   where strangers have asked for too many mails to its address.
 */
export const LIMITS = {
  signInByAddress: { name: 'sign-in-address', hits: 30, seconds: 60 },
  // Attempts on one account from one browser or network; a /48 of IPv6 addresses is one.
  signInByAccountAndSource: { name: 'sign-in-account', hits: 10, seconds: 300 },
  // Attempts on one account from all new sources together, more than a single source can make.
  signInByAccount: { name: 'sign-in-account-everywhere', hits: 200, seconds: 3600 },
  // Clients keep their session after a 503; a 429 would sign them out.
  refreshByAddress: { name: 'refresh-address', hits: 300, seconds: 300, status: 503 },
  refreshByAccount: { name: 'refresh-account', hits: 300, seconds: 300, status: 503 },
  // Accounts that are opened without a mail.
  signUpByAddress: { name: 'sign-up-address', hits: 200, seconds: 3600 },
  // Guests, who cost no mail. Together they are limited too, as a stranger may have many addresses.
  guestByAddress: { name: 'guest-address', hits: 100, seconds: 3600 },
  guests: { name: 'guests', hits: 2000, seconds: 3600 },
  verifyByAddress: { name: 'verify-address', hits: 200, seconds: 300 },
  // Codes of mails entered for one account from one browser or network: a stranger uses up only their own.
  codeByAccountAndSource: { name: 'code-account-source', hits: 10, seconds: 3600 },
  // Codes of one account from all new sources together, more than a single source can enter. A new mail does not reset it, as
  // anybody can request one. A day of guesses at six digits then succeeds with odds of 1 in 3,333.
  codeByAccount: { name: 'code-account', hits: 300, seconds: 86_400 },
  // Entered in a session, so that strangers cannot use it up.
  reauthenticationByAccount: { name: 'reauthentication-account', hits: 20, seconds: 3600 },
  passwordChangeByAccount: { name: 'password-change-account', hits: 20, seconds: 3600 },
  // Sessions that recently gave a proof have a counter of their own.
  factorByAccount: { name: 'factor-account', hits: 20, seconds: 3600 },
  challengeByAccount: { name: 'challenge-account', hits: 20, seconds: 3600 },
  mailByAccount: { name: 'mail-account', hits: 1, seconds: 30, ...MAIL },
  mailByAccountAndHour: { name: 'mail-account-hour', hits: 10, seconds: 3600, ...MAIL },
  // Mails to addresses of one mailbox that nobody has proven.
  mailByMailbox: { name: 'mail-mailbox', hits: 10, seconds: 3600, ...MAIL },
  mailByAddress: { name: 'mail-address', hits: 200, seconds: 3600, ...MAIL },
  providerByAddress: { name: 'provider-address', hits: 200, seconds: 300 },
  providerByAccount: { name: 'provider-account', hits: 60, seconds: 3600 },
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
  const requireWithin = (limit: Limit, row: { hits: number; wait: number } | undefined) => {
    if (row === undefined || row.hits <= limit.hits) return;
    onLimited?.(limit.name);
    const message = `For security purposes, you can only request this after ${row.wait} seconds.`;
    const { status = 429, code = 'over_request_rate_limit' } = limit;
    throw new AuthError(status, code, message, { retryAfterSeconds: row.wait });
  };

  /** Counts one event of this subject. @throws AuthError 429, or the limit's own status, with the seconds to wait */
  async function consume(limit: Limit, subject: string, executor: Executor = sql) {
    if (!isOn) return;
    const [row] = await executor<{ hits: number; wait: number }[]>`
        insert into parqueo_server.rate_limits as stored (key, hits, window_ends_at)
        values (${`${limit.name}:${subject}`}, 1, now() + make_interval(secs => ${limit.seconds}))
        on conflict (key) do update set
          hits = case when stored.window_ends_at <= now() then 1 else stored.hits + 1 end,
          window_ends_at = case
            when stored.window_ends_at <= now() then excluded.window_ends_at else stored.window_ends_at end
        returning hits, ceil(extract(epoch from window_ends_at - now()))::int as wait`;
    requireWithin(limit, row);
  }

  /** Counts nothing. @throws AuthError as `consume` would for one more event */
  async function require(limit: Limit, subject: string) {
    if (!isOn) return;
    const [row] = await sql<{ hits: number; wait: number }[]>`
      select hits + 1 as hits, ceil(extract(epoch from window_ends_at - now()))::int as wait
      from parqueo_server.rate_limits where key = ${`${limit.name}:${subject}`} and window_ends_at > now()`;
    requireWithin(limit, row);
  }

  const forEachNetwork = (act: typeof require) => async (limit: Limit, c: Context<AppEnv>) => {
    const [network, site] = readClientNetworks(c);
    await act(limit, network);
    if (site !== undefined) await act({ ...limit, hits: limit.hits * SITE_FACTOR }, site);
  };
  const consumeNetwork = forEachNetwork(consume);

  return {
    consume,
    /** Counts one event of the client's network. @throws AuthError 429 with the seconds to wait */
    consumeNetwork,
    /** Counts nothing. @throws AuthError 429 where the client's network has used up the limit */
    requireNetwork: forEachNetwork(require),
    /** Counts a mail to a normalized address, or of another subject. @throws AuthError 429 `over_email_send_rate_limit` */
    async consumeMail(subject: string) {
      await consume(LIMITS.mailByAccount, subject);
      await consume(LIMITS.mailByAccountAndHour, subject);
    },
    /**
     * Counts a mail to an address that nobody has proven, where its mailbox has others. It is left out in silence when there were
     * too many: strangers neither fill a mailbox nor stop the mails to the account that its owner has, and learn nothing of it.
     */
    async mayMailUnproven(tx: TransactionSql, email: string): Promise<boolean> {
      const mailbox = findMailbox(email);
      return mailbox === email || isWithinLimit(consume(LIMITS.mailByMailbox, mailbox, tx));
    },
    /**
     * Does what a secret allows that nobody can guess: it works whatever the network has used up, and only a rejected one
     * counts.
     */
    async countRejected<Result>(limit: Limit, c: Context<AppEnv>, work: () => Promise<Result>): Promise<Result> {
      try {
        return await work();
      } catch (error) {
        if (error instanceof AuthError && error.status < 500 && error.status !== 429) await consumeNetwork(limit, c);
        throw error;
      }
    },
  };
}

/** The mailbox of a normalized address: whoever owns `eva@example.com` receives the mails to `eva+1@example.com`. */
function findMailbox(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  const [mailbox = ''] = name.split('+');
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com';
  return isGmail ? `${mailbox.replaceAll('.', '')}@gmail.com` : `${mailbox}@${domain}`;
}

/** Whether a rate limit lets a request pass. @param consumed of a limiter */
export async function isWithinLimit(consumed: Promise<void>): Promise<boolean> {
  try {
    await consumed;
    return true;
  } catch (error) {
    if (error instanceof AuthError) return false;
    throw error;
  }
}
