import type { MiddlewareHandler } from 'hono';
import { ANONYMOUS, type AppEnv, type Caller } from '../../caller.ts';
import type { Keys } from '../../keys/open-keys.ts';
import { createConstantTimeMatcher } from '../secrets.ts';
import { createAccessTokens } from './access-tokens.ts';
import { isRemoteDemoRequest } from './demo-accounts.ts';
import { cacheVerifiedTokens } from './token-cache.ts';

type ApiKeys = Pick<Keys, 'publishableKey' | 'secretKey'>;

const SERVICE: Caller = { role: 'service_role', claims: { role: 'service_role' } };

/** Says for which role one of the server's two keys stands; for any other text nothing. */
export function createApiKeyReader({ publishableKey, secretKey }: ApiKeys): (text: string) => Caller | undefined {
  const recognise = createConstantTimeMatcher([publishableKey, secretKey]);
  return function callerOfKey(text) {
    const key = recognise(text);
    if (key === undefined) return undefined;
    return key === publishableKey ? ANONYMOUS : SERVICE;
  };
}

type IdentifyOptions = {
  now?: (() => number) | undefined;
  /** Ids of the accounts that answer this machine only. */
  demoAccounts?: ReadonlySet<string> | undefined;
};

/**
 * Lets requests with an API key through and says who asks: without a bearer token the key's own role, with one the
 * person it names. A token that is not true is refused, never taken for nobody's.
 */
export function identifyCaller(
  keys: Keys,
  publicUrl: string,
  { now, demoAccounts }: IdentifyOptions = {},
): MiddlewareHandler<AppEnv> {
  const verify = cacheVerifiedTokens(createAccessTokens(keys, publicUrl, now), now);
  const callerOfKey = createApiKeyReader(keys);
  /** The person whom a bearer token names. It may be an API key too, and then stands for its role. */
  const callerOfBearer = async (bearer: string): Promise<Caller | 'expired' | 'invalid'> => {
    const verdict = await verify(bearer);
    if (verdict.kind === 'valid') return { role: 'authenticated', claims: verdict.claims };
    return callerOfKey(bearer) ?? verdict.kind;
  };
  return async function setCaller(c, next) {
    const key = c.req.header('apikey') ?? c.req.query('apikey');
    const ofKey = key === undefined ? undefined : callerOfKey(key);
    if (ofKey === undefined) {
      return c.json({ message: key === undefined ? 'No API key found in request' : 'Invalid API key' }, 401);
    }
    const bearer = c.req.header('authorization')?.match(/^Bearer (.+)$/i)?.[1];
    const named = bearer === undefined || bearer === key ? ofKey : await callerOfBearer(bearer);
    const isElsewhere = typeof named !== 'string' && isRemoteDemoRequest(c, String(named.claims.sub), demoAccounts);
    const caller = isElsewhere ? 'invalid' : named;
    if (typeof caller === 'string') {
      const message = caller === 'expired' ? 'JWT expired' : 'No suitable key or wrong key type';
      c.header('www-authenticate', `Bearer error="invalid_token", error_description="${message}"`);
      return c.json({ code: caller === 'expired' ? 'PGRST303' : 'PGRST301', message, details: null, hint: null }, 401);
    }
    c.set('caller', caller);
    await next();
  };
}
