import { LRUCache } from 'lru-cache';
import type { AccessClaims, AccessTokens, TokenVerification } from './access-tokens.ts';

/** Far more than people who use one server in the same hour, at a kilobyte each. */
const MAX_TOKENS = 5000;

/**
 * Remembers which tokens were true, as a browser sends the same one for an hour and to check its signature costs more than
 * most requests. A token is still refused from the moment it expires on; nothing is remembered of one that is not true.
 * @param now the time by which tokens expire, in milliseconds since 1970
 */
export function cacheVerifiedTokens(
  { verify }: Pick<AccessTokens, 'verify'>,
  now: () => number = () => Date.now(),
): (token: string) => Promise<TokenVerification> {
  const isOver = ({ exp }: AccessClaims) => typeof exp !== 'number' || exp * 1000 <= now();
  const known = new LRUCache<string, AccessClaims>({ max: MAX_TOKENS });
  return async function verifyOnce(token) {
    const claims = known.get(token);
    if (claims !== undefined && !isOver(claims)) return { kind: 'valid', claims };
    known.delete(token);
    const verdict = await verify(token);
    if (verdict.kind === 'valid') known.set(token, verdict.claims);
    return verdict;
  };
}
