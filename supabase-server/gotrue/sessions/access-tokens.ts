import type { Context } from 'hono';
import { createLocalJWKSet, errors, importJWK, type JSONWebKeySet, type JWK, jwtVerify, SignJWT } from 'jose';
import type { Keys } from '../../host.ts';

const ACCESS_TOKEN_SECONDS = 3600;

export type AccessClaims = {
  sub: string;
  session_id: string;
  role: string;
  email: string;
  aal?: string;
  [claim: string]: unknown;
};

export type TokenVerification = { kind: 'valid'; claims: AccessClaims } | { kind: 'expired' } | { kind: 'invalid' };

export type AccessTokens = ReturnType<typeof createAccessTokens>;

function toPublicKey({ kty, crv, x, y, kid }: Keys['signingKeys'][number]): JWK {
  return { kty, crv, x, y, kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] };
}

export function readBearerToken(c: Context): string | undefined {
  return c.req.header('authorization')?.match(/^Bearer (.+)$/i)?.[1];
}

/**
 * Signs tokens with the first key and verifies them with all, so that keys can be rotated while people are signed in.
 * @param now milliseconds since 1970, by the clock that all servers share
 */
export function createAccessTokens(
  { signingKeys }: Pick<Keys, 'signingKeys'>,
  publicUrl: string,
  now: () => number = () => Date.now(),
) {
  const [first] = signingKeys;
  const issuer = `${publicUrl}/auth/v1`;
  const jwks: JSONWebKeySet = { keys: signingKeys.map(toPublicKey) };
  const keySet = createLocalJWKSet(jwks);
  const signingKey = importJWK(first, 'ES256');
  return {
    jwks,
    /**
     * @param validUntil seconds since 1970 at which the token expires at the latest
     * @returns the token and when it expires: in so many seconds, and in seconds since 1970
     */
    async sign(claims: Record<string, unknown>, validUntil = Number.POSITIVE_INFINITY) {
      const issuedAt = Math.floor(now() / 1000);
      const expiresAt = Math.min(issuedAt + ACCESS_TOKEN_SECONDS, Math.floor(validUntil));
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: first.kid })
        .setIssuer(issuer)
        .setAudience('authenticated')
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(await signingKey);
      return { token, expiresIn: expiresAt - issuedAt, expiresAt };
    },
    async verify(token: string): Promise<TokenVerification> {
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
