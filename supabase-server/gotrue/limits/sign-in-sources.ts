import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { readClientNetworks } from '../../client-address.ts';
import type { Sql } from '../../connections/sql.ts';
import { createSecret, hashCode } from '../secrets.ts';
import { type AttemptLimits, LIMITS, type RateLimiter } from './rate-limit.ts';

const DEVICE_COOKIE = 'sign-in-device';
const DEVICE_SECRET = /^[\w-]{43}$/;
/** The database keeps sources equally long by default. */
const COOKIE_SECONDS = 90 * 86_400;
const MAX_SOURCES_PER_ACCOUNT = 20;

export type SignInSources = ReturnType<typeof createSignInSources>;

type Dependencies = { sql: Sql; limiter: RateLimiter; secretKey: string; publicUrl: string };

/** The browsers and networks from which an account signed in before. Attempts from there have limits of their own. */
export function createSignInSources({ sql, limiter, secretKey, publicUrl }: Dependencies) {
  const hashSource = (kind: string, account: string, source: string) =>
    hashCode(source, `${kind} of ${account}`, secretKey);
  const hashNetwork = (c: Context, account: string, network = readClientNetworks(c)[0]) =>
    hashSource('network', account, network);

  const readCookie = (c: Context) => {
    const secret = getCookie(c, DEVICE_COOKIE) ?? '';
    return DEVICE_SECRET.test(secret) ? secret : undefined;
  };
  /** The first of these sources from which the account signed in before. */
  const findKnown = async (sources: readonly string[]) => {
    if (sources.length === 0) return undefined;
    const rows = await sql<{ source_hash: string }[]>`
      select source_hash from parqueo_server.sign_in_sources where source_hash = any(${[...sources]})`;
    return sources.find((source) => rows.some(({ source_hash }) => source_hash === source));
  };
  // The browser comes first, as it identifies a person better than a network does.
  const listDevices = (c: Context, account: string) => {
    const cookie = readCookie(c);
    return cookie === undefined ? [] : [hashSource('device', account, cookie)];
  };

  /**
   * Whether a browser may go on where its network has used up a limit. That the account signed in from this network before
   * is not enough: whoever is behind the same address could tell by the response who has an account.
   */
  const isKnownBrowser = async (c: Context, account: string) =>
    (await findKnown(listDevices(c, account))) !== undefined;

  return {
    isKnownBrowser,

    /** Counts an attempt to sign in. */
    async consumeAttempt(c: Context, account: string, { bySource, byAccount }: AttemptLimits) {
      const known = await findKnown([...listDevices(c, account), hashNetwork(c, account)]);
      // An unknown cookie does not count: whoever made one up would get a limit of their own. Nor does each /64 of a /48, which
      // together would use up what all new sources share.
      await limiter.consume(bySource, known ?? hashNetwork(c, account, readClientNetworks(c).at(-1)));
      if (known === undefined) await limiter.consume(byAccount, account);
    },

    /**
     * Counts a mail to an address, whether or not it has an account. A request that mails nothing, because one limit
     * rejects it, uses up nothing of the other, and strangers use up nothing of the browsers that the account knows.
     */
    async consumeMail(c: Context, email: string) {
      const isKnown = await isKnownBrowser(c, email);
      if (!isKnown) await limiter.requireNetwork(LIMITS.mailByAddress, c);
      await limiter.consumeMail(isKnown ? `known browsers of ${email}` : email);
      if (!isKnown) await limiter.consumeNetwork(LIMITS.mailByAddress, c);
    },

    async remember(c: Context, account: string, userId: string) {
      const cookie = readCookie(c) ?? createSecret();
      setCookie(c, DEVICE_COOKIE, cookie, {
        path: '/auth/v1',
        httpOnly: true,
        secure: publicUrl.startsWith('https:'),
        sameSite: 'Strict',
        maxAge: COOKIE_SECONDS,
      });
      const sources = [hashSource('device', account, cookie), hashNetwork(c, account)];
      await sql`
        insert into parqueo_server.sign_in_sources (source_hash, user_id)
        select unnest(${sources}::text[]), ${userId}
        on conflict (source_hash) do update set user_id = excluded.user_id, last_used_at = now()`;
      await sql`
        delete from parqueo_server.sign_in_sources where source_hash in (
          select source_hash from parqueo_server.sign_in_sources where user_id = ${userId}
          order by last_used_at desc, source_hash offset ${MAX_SOURCES_PER_ACCOUNT})`;
    },
  };
}
