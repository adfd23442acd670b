import { createLocalJWKSet, errors, importJWK, type JSONWebKeySet, type JWK, jwtVerify, SignJWT } from 'jose';
import type { Keys } from '../../keys/open-keys.ts';

export const ACCESS_TOKEN_SECONDS = 3600;

/** The claims of an access token, as GoTrue writes them. */
export type AccessClaims = {
  sub: string;
  session_id: string;
  role: string;
  email: string;
  aal?: string;
  [claim: string]: unknown;
};

/** What an access token turned out to be. */
export type TokenVerification = { kind: 'valid'; claims: AccessClaims } | { kind: 'expired' } | { kind: 'invalid' };

/** Signs access tokens and tells true ones from others. */
export type AccessTokens = {
  /** The public keys, for everybody who wants to check a token. */
  jwks: JSONWebKeySet;
  sign: (claims: Record<string, unknown>) => Promise<{ token: string; expiresAt: number }>;
  verify: (token: string) => Promise<TokenVerification>;
};

function toPublicKey({ kty, crv, x, y, kid }: Keys['signingKeys'][number]): JWK {
  return { kty, crv, x, y, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] };
}

/**
 * Access tokens signed with ES256; the first key signs, all keys verify, so that keys can be changed while people are signed in.
 * @param now milliseconds since 1970, by the clock that all servers share
 */
export function createAccessTokens(
  keys: Pick<Keys, 'signingKeys'>,
  publicUrl: string,
  now: () => number = () => Date.now(),
): AccessTokens {
  const [first] = keys.signingKeys;
  const issuer = `${publicUrl}/auth/v1`;
  const jwks = { keys: keys.signingKeys.map(toPublicKey) };
  const keySet = createLocalJWKSet(jwks);
  const signingKey = importJWK(first, 'ES256');
  return {
    jwks,
    async sign(claims) {
      const issuedAt = Math.floor(now() / 1000);
      const expiresAt = issuedAt + ACCESS_TOKEN_SECONDS;
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: first.kid })
        .setIssuer(issuer)
        .setAudience('authenticated')
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(await signingKey);
      return { token, expiresAt };
    },
    async verify(token) {
      try {
        const { payload } = await jwtVerify<AccessClaims>(token, keySet, {
          issuer,
          audience: 'authenticated',
          algorithms: ['ES256'],
          currentDate: new Date(now()),
        });
        return { kind: 'valid', claims: payload };
      } catch (error) {
        if (error instanceof errors.JWTExpired) return { kind: 'expired' };
        if (error instanceof errors.JOSEError) return { kind: 'invalid' };
        throw error;
      }
    },
  };
}
