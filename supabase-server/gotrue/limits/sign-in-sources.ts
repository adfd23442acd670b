import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Sql } from '../../connections/sql.ts';
import { createSecret, hashCode } from '../secrets.ts';
import { readClientNetwork } from './client-network.ts';
import type { AttemptLimits, RateLimiter } from './rate-limit.ts';

const DEVICE_COOKIE = 'sign-in-device';
const DEVICE_SECRET = /^[\w-]{43}$/;
/** The database stores a source for as long by default. */
const COOKIE_SECONDS = 90 * 86_400;
const MAX_SOURCES_PER_ACCOUNT = 20;

export type SignInSources = ReturnType<typeof createSignInSources>;

type Dependencies = { sql: Sql; limiter: RateLimiter; secretKey: string; publicUrl: string };

/** The browsers and networks from which an account signed in before. Attempts from there have limits of their own. */
export function createSignInSources({ sql, limiter, secretKey, publicUrl }: Dependencies) {
  const hashSource = (kind: string, account: string, source: string) =>
    hashCode(source, `${kind} of ${account}`, secretKey);
  const hashNetwork = (c: Context, account: string) => hashSource('network', account, readClientNetwork(c));

  const readCookie = (c: Context) => {
    const secret = getCookie(c, DEVICE_COOKIE) ?? '';
    return DEVICE_SECRET.test(secret) ? secret : undefined;
  };

  return {
    /** Counts an attempt to sign in. @throws AuthError 429 */
    async consumeAttempt(c: Context, account: string, { bySource, byAccount }: AttemptLimits) {
      const cookie = readCookie(c);
      const network = hashNetwork(c, account);
      // The browser comes first, as it identifies a person better than a network does.
      const sources = cookie === undefined ? [network] : [hashSource('device', account, cookie), network];
      const rows = await sql<{ source_hash: string }[]>`
        select source_hash from parqueo_server.sign_in_sources where source_hash = any(${sources})`;
      const stored = sources.find((source) => rows.some(({ source_hash }) => source_hash === source));
      // An unknown cookie does not count: whoever made one up would get a limit of their own.
      await limiter.consume(bySource, stored ?? network);
      if (stored === undefined) await limiter.consume(byAccount, account);
    },

    async remember(c: Context, account: string, userId: string) {
      const cookie = readCookie(c) ?? createSecret();
      setCookie(c, DEVICE_COOKIE, cookie, {
        path: '/auth/v1/token',
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
