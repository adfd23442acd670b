import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Sql } from 'postgres';
import { createSecret, hashCode } from '../secrets.ts';
import { LIMITS, type RateLimiter, readClientNetwork } from './rate-limit.ts';

/** The cookie of a browser in which somebody signed in. */
const DEVICE_COOKIE = 'parqueo-device';
const DEVICE_SECRET = /^[\w-]{43}$/;
/** As long as a source is kept unless the operator says otherwise. */
const COOKIE_SECONDS = 90 * 86_400;
/** So many browsers and networks of one account are kept. */
const MAX_SOURCES = 20;

/** Tells the browsers and networks that an account signed in from before from all others. */
export type SignInSources = {
  /**
   * Counts an attempt to sign in with a password.
   * @throws AuthError 429 when there were too many from this source, or from unknown ones together
   */
  consumeAttempt: (c: Context, account: string) => Promise<void>;
  /** Remembers that the person of an account signed in from here. */
  remember: (c: Context, account: string, userId: string) => Promise<void>;
};

type SignInSourcesParts = { sql: Sql; limiter: RateLimiter; secretKey: string; publicUrl: string };

export function createSignInSources({ sql, limiter, secretKey, publicUrl }: SignInSourcesParts): SignInSources {
  const isHttps = publicUrl.startsWith('https:');

  const digest = (kind: string, account: string, source: string) =>
    hashCode(source, `${kind} of ${account}`, secretKey);
  const networkDigest = (c: Context, account: string) => digest('network', account, readClientNetwork(c));

  const cookieOf = (c: Context) => {
    const secret = getCookie(c, DEVICE_COOKIE) ?? '';
    return DEVICE_SECRET.test(secret) ? secret : undefined;
  };

  /** The digests of where a request comes from, the surest first. */
  const digestsOf = (c: Context, account: string): string[] => {
    const secret = cookieOf(c);
    return [...(secret === undefined ? [] : [digest('device', account, secret)]), networkDigest(c, account)];
  };

  return {
    async consumeAttempt(c, account) {
      const digests = digestsOf(c, account);
      const rows = await sql<{ source_hash: string }[]>`
        select source_hash from parqueo_server.sign_in_sources where source_hash = any(${digests})`;
      const known = digests.find((one) => rows.some(({ source_hash }) => source_hash === one));
      // A cookie that proves nothing must not give whoever makes one up attempts of its own.
      await limiter.consume(LIMITS.signInByAccountAndSource, known ?? networkDigest(c, account));
      if (known === undefined) await limiter.consume(LIMITS.signInByAccount, account);
    },

    async remember(c, account, userId) {
      const secret = cookieOf(c) ?? createSecret();
      setCookie(c, DEVICE_COOKIE, secret, {
        path: '/auth/v1/token',
        httpOnly: true,
        secure: isHttps,
        sameSite: 'Strict',
        maxAge: COOKIE_SECONDS,
      });
      const digests = [digest('device', account, secret), networkDigest(c, account)];
      await sql`
        insert into parqueo_server.sign_in_sources (source_hash, user_id)
        select unnest(${digests}::text[]), ${userId}
        on conflict (source_hash) do update set user_id = excluded.user_id, last_used_at = now()`;
      await sql`
        delete from parqueo_server.sign_in_sources where source_hash in (
          select source_hash from parqueo_server.sign_in_sources where user_id = ${userId}
          order by last_used_at desc, source_hash offset ${MAX_SOURCES})`;
    },
  };
}
