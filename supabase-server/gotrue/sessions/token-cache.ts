import { LRUCache } from 'lru-cache';
import type { AccessClaims, AccessTokens, TokenVerification } from './access-tokens.ts';

/** More than the people who use one server within an hour, at a kilobyte each. */
const MAX_TOKENS = 5000;

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
