import { createHash } from 'node:crypto';
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import type { Configuration } from 'openid-client';
import { oauthError } from '../auth-error.ts';
import { type ProviderProfile, parseIdTokenProfile } from './provider-profile.ts';

/** Both hash with SHA-256, which the hash of an access token depends on. */
const ALGORITHMS = ['RS256', 'ES256'];
const KEYS_TIMEOUT_MS = 10_000;

/** What a client brings to sign in with an ID token, and the time by the server's clock. */
type IdTokenCredentials = { token: string; accessToken: string; nonce: string; now: Date };

/**
 * Verifies an ID token as GoTrue does.
 * @throws AuthError for a token that does not sign in; other errors when the provider's keys cannot be read
 */
export type IdTokenVerifier = (credentials: IdTokenCredentials) => Promise<ProviderProfile>;

type Options = {
  configuration: () => Promise<Configuration>;
  issuers: string[];
  /** The audiences of tokens that are accepted. */
  clientIds: string[];
};

const invalidRequest = (description: string, cause?: unknown) => oauthError('invalid request', description, cause);

/** Errors of jose that are the fault of the provider's key set, not of the token. */
const KEY_SET_ERRORS: readonly string[] = [
  errors.JWKSTimeout.code,
  errors.JWKSInvalid.code,
  // A response with another status than 200 or without JSON.
  errors.JOSEError.code,
];

const isFaultOfToken = (error: unknown) => error instanceof errors.JOSEError && !KEY_SET_ERRORS.includes(error.code);

/** The `at_hash` of an access token: the first half of its hash (OpenID Connect, 3.1.3.6). */
const hashAccessToken = (token: string) =>
  createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url');

function requireAccessToken({ at_hash }: JWTPayload, accessToken: string): void {
  if (accessToken === '' || at_hash === undefined || at_hash === hashAccessToken(accessToken)) return;
  throw invalidRequest('Bad ID token');
}

function requireAudience({ aud = [] }: JWTPayload, clientIds: readonly string[]): void {
  const audiences = [aud].flat();
  if (audiences.some((audience) => clientIds.includes(audience))) return;
  throw invalidRequest(`Unacceptable audience in id_token: [${audiences.join(' ')}]`);
}

/** The client sent the hash of its nonce through the provider, so only that client can use the token. */
function requireNonce(claims: JWTPayload, nonce: string): void {
  const expected = claims.nonce ?? '';
  if ((expected === '') !== (nonce === '')) {
    throw invalidRequest('Passed nonce and nonce in id_token should either both exist or not.');
  }
  if (nonce !== '' && createHash('sha256').update(nonce).digest('hex') !== expected) {
    throw oauthError('invalid nonce', 'Nonces mismatch');
  }
}

function parseProfile(claims: JWTPayload): ProviderProfile {
  if (!claims.sub) throw invalidRequest('Missing sub claim in id_token');
  try {
    return parseIdTokenProfile(claims);
  } catch (cause) {
    throw invalidRequest('Bad ID token', cause);
  }
}

export function createIdTokenVerifier({ configuration, issuers, clientIds }: Options): IdTokenVerifier {
  let cached: { uri: string; keySet: ReturnType<typeof createRemoteJWKSet> } | undefined;

  /** Reads the keys again after ten minutes and, at most every 30 seconds, for a key that is not among them. */
  const loadKeySet = async () => {
    const { jwks_uri: uri } = (await configuration()).serverMetadata();
    if (uri === undefined) throw new Error('The provider publishes no keys');
    if (cached?.uri !== uri) {
      cached = { uri, keySet: createRemoteJWKSet(new URL(uri), { timeoutDuration: KEYS_TIMEOUT_MS }) };
    }
    return cached.keySet;
  };

  const verifySignature = async (token: string, now: Date): Promise<JWTPayload> => {
    const keySet = await loadKeySet();
    try {
      const options = { issuer: issuers, algorithms: ALGORITHMS, requiredClaims: ['exp'], currentDate: now };
      return (await jwtVerify(token, keySet, options)).payload;
    } catch (error) {
      throw isFaultOfToken(error) ? invalidRequest('Bad ID token', error) : error;
    }
  };

  return async function verifyIdToken({ token, accessToken, nonce, now }) {
    const claims = await verifySignature(token, now);
    requireAccessToken(claims, accessToken);
    const profile = parseProfile(claims);
    requireAudience(claims, clientIds);
    requireNonce(claims, nonce);
    return profile;
  };
}
