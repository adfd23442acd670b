import type { Context, MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';
import { ANONYMOUS, type AppEnv, type Caller } from '../../caller.ts';
import type { Keys } from '../../host.ts';
import { createConstantTimeMatcher } from '../secrets.ts';
import {
  type AccessClaims,
  type AccessTokens,
  createAccessTokens,
  readBearerToken,
  type TokenVerification,
} from './access-tokens.ts';

/** More than the people who use one server within an hour, at a kilobyte each. */
const MAX_TOKENS = 5000;

const SERVICE: Caller = { role: 'service_role', claims: { role: 'service_role' } };

const readApiKey = (c: Context) => c.req.header('apikey') ?? c.req.query('apikey');

export function createApiKeys({ publishableKeys, secretKey }: Pick<Keys, 'publishableKeys' | 'secretKey'>) {
  const matchKey = createConstantTimeMatcher([...publishableKeys, secretKey]);
  /** The caller that one of the server's API keys stands for; undefined for any other text. */
  const findCaller = (text: string) => {
    const key = matchKey(text);
    if (key === undefined) return undefined;
    return publishableKeys.includes(key) ? ANONYMOUS : SERVICE;
  };
  return {
    findCaller,
    /** The caller of a request's API key, or the response to a request without a valid one. */
    authenticate(c: Context): Caller | Response {
      const key = readApiKey(c);
      if (key === undefined) return c.json({ message: 'No API key found in request' }, 401);
      return findCaller(key) ?? c.json({ message: 'Invalid API key' }, 401);
    },
  };
}

export type ApiKeys = ReturnType<typeof createApiKeys>;

/**
 * Requires an API key and sets the caller: the person of the bearer token, or without one the role of the API key. An
 * invalid token is an error, never an anonymous caller.
 */
export function identifyCaller(keys: Keys, publicUrl: string, now?: () => number): MiddlewareHandler<AppEnv> {
  const verify = cacheVerifiedTokens(createAccessTokens(keys, publicUrl, now), now);
  const apiKeys = createApiKeys(keys);
  const findBearer = async (bearer: string): Promise<Caller | 'expired' | 'invalid'> => {
    const verification = await verify(bearer);
    // Clients without a session send their API key as the bearer token.
    if (verification.kind !== 'valid') return apiKeys.findCaller(bearer) ?? verification.kind;
    return { role: 'authenticated', claims: verification.claims };
  };
  return async function setCaller(c, next) {
    const keyCaller = apiKeys.authenticate(c);
    if (keyCaller instanceof Response) return keyCaller;
    const bearer = readBearerToken(c);
    const isKey = bearer === undefined || bearer === readApiKey(c);
    const caller = isKey ? keyCaller : await findBearer(bearer);
    if (typeof caller === 'string') {
      const message = caller === 'expired' ? 'JWT expired' : 'No suitable key or wrong key type';
      c.header('www-authenticate', `Bearer error="invalid_token", error_description="${message}"`);
      return c.json({ code: caller === 'expired' ? 'PGRST303' : 'PGRST301', message, details: null, hint: null }, 401);
    }
    c.set('caller', caller);
    await next();
  };
}

/**
 * Caches valid tokens until they expire: a browser sends the same one for an hour, and verifying its signature costs more
 * than most requests.
 * @param now milliseconds since 1970
 */
export function cacheVerifiedTokens(
  { verify }: Pick<AccessTokens, 'verify'>,
  now: () => number = () => Date.now(),
): (token: string) => Promise<TokenVerification> {
  const isExpired = ({ exp }: AccessClaims) => typeof exp !== 'number' || exp * 1000 <= now();
  const cache = new LRUCache<string, AccessClaims>({ max: MAX_TOKENS });
  return async function verifyCached(token) {
    const claims = cache.get(token);
    if (claims !== undefined && !isExpired(claims)) return { kind: 'valid', claims };
    cache.delete(token);
    const verification = await verify(token);
    if (verification.kind === 'valid') cache.set(token, verification.claims);
    return verification;
  };
}
