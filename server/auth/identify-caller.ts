import type { MiddlewareHandler } from 'hono';
import type { AppEnv, Caller } from '../caller.ts';
import type { Keys } from '../keys/open-keys.ts';
import { type AccessTokens, createAccessTokens } from './access-tokens.ts';
import { rememberTokens } from './known-tokens.ts';
import { isSame } from './secrets.ts';

type ApiKeys = Pick<Keys, 'publishableKey' | 'secretKey'>;

const ANONYMOUS: Caller = { role: 'anon', claims: { role: 'anon' } };
const SERVICE: Caller = { role: 'service_role', claims: { role: 'service_role' } };

/** Whether a key is one of the server's two. */
export function isApiKey({ publishableKey, secretKey }: ApiKeys, key: string | undefined): boolean {
  return key !== undefined && (isSame(key, publishableKey) || isSame(key, secretKey));
}

/** Who a bearer token names: an API key stands for its role, an access token for a person. */
async function callerOf(
  token: string,
  keys: ApiKeys,
  verify: AccessTokens['verify'],
): Promise<Caller | 'expired' | 'invalid'> {
  if (isSame(token, keys.publishableKey)) return ANONYMOUS;
  if (isSame(token, keys.secretKey)) return SERVICE;
  const verdict = await verify(token);
  if (verdict.kind !== 'valid') return verdict.kind;
  return { role: 'authenticated', claims: verdict.claims };
}

/**
 * Lets requests with an API key through and says who asks: without a bearer token the key's own role, with one the
 * person it names. A token that is not true is refused, never taken for nobody's.
 */
export function identifyCaller(keys: Keys, publicUrl: string, now?: () => number): MiddlewareHandler<AppEnv> {
  const verify = rememberTokens(createAccessTokens(keys, publicUrl, now), now);
  return async function setCaller(c, next) {
    const key = c.req.header('apikey') ?? c.req.query('apikey');
    if (key === undefined || !isApiKey(keys, key)) {
      return c.json({ message: key === undefined ? 'No API key found in request' : 'Invalid API key' }, 401);
    }
    const bearer = c.req.header('authorization')?.match(/^Bearer (.+)$/i)?.[1];
    const caller = await callerOf(bearer ?? key, keys, verify);
    if (typeof caller === 'string') {
      const message = caller === 'expired' ? 'JWT expired' : 'No suitable key or wrong key type';
      c.header('www-authenticate', `Bearer error="invalid_token", error_description="${message}"`);
      return c.json({ code: caller === 'expired' ? 'PGRST303' : 'PGRST301', message, details: null, hint: null }, 401);
    }
    c.set('caller', caller);
    await next();
  };
}
