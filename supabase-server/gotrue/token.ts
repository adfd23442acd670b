import type { Context, Hono } from 'hono';
import * as z from 'zod';
import type { AppEnv } from '../caller.ts';
import { AuthError, oauthError, validationFailed } from './auth-error.ts';
import { LIMITS, PASSWORD_ATTEMPTS } from './limits/rate-limit.ts';
import { verifyPassword } from './password/passwords.ts';
import { exchangeAuthCode, flowStateNotFound } from './pkce/flow-state.ts';
import { signInExternalAccount } from './providers/identities.ts';
import { linkIdentity, requireLinkingSession } from './providers/link-identity.ts';
import { isProviderAllowed, type ProviderName, toProviderError } from './providers/provider-profile.ts';
import { readBody } from './read-body.ts';
import type { RequestDependencies } from './request-dependencies.ts';
import { readDevice, requireNotBanned, type SessionResponse } from './sessions/sessions.ts';
import { findUser, findUserByEmail, normalizeEmail } from './users/users.ts';

const idTokenBody = z.object({
  id_token: z.string().nullish(),
  access_token: z.string().nullish(),
  nonce: z.string().nullish(),
  provider: z.string().nullish(),
  client_id: z.string().nullish(),
  issuer: z.string().nullish(),
  link_identity: z.boolean().nullish(),
});

/** The issuers by which a client may name a provider, and which GoTrue's errors name. */
const ISSUERS: readonly (readonly [ProviderName, string])[] = [
  ['google', 'https://accounts.google.com'],
  ['apple', 'https://appleid.apple.com'],
  ['facebook', 'https://www.facebook.com'],
];

const passwordBody = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
});
const refreshBody = z.object({ refresh_token: z.string().optional() });
const pkceBody = z.object({ auth_code: z.string().optional(), code_verifier: z.string().optional() });

type Credentials = { account: string; password: string };

/** A session, with the provider's tokens for its own API where it issued some. */
type TokenResponse = SessionResponse & { provider_token?: string; provider_refresh_token?: string };

/** An attempt at an account counts before its password is looked at, and a wrong one for the network as well. */
async function requirePassword(
  c: Context,
  { sql, limiter, signInSources }: RequestDependencies,
  credentials: Credentials,
) {
  const { account, password } = credentials;
  const isKnown = await signInSources.isKnownBrowser(c, account);
  if (!isKnown) await limiter.requireNetwork(LIMITS.signInByAddress, c);
  await signInSources.consumeAttempt(c, account, PASSWORD_ATTEMPTS);
  const user = await findUserByEmail(sql, account);
  if ((await verifyPassword(user?.encrypted_password ?? null, password)) && user !== null) return user;
  if (!isKnown) await limiter.consumeNetwork(LIMITS.signInByAddress, c);
  throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
}

async function signInWithPassword(c: Context, dependencies: RequestDependencies) {
  const { email, phone, password } = await readBody(c, passwordBody);
  if (!(email || phone) || !password) {
    throw validationFailed('You must provide either an email or phone number and a password');
  }
  if (!email) throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled');
  const user = await requirePassword(c, dependencies, { account: normalizeEmail(email), password });
  requireNotBanned(user);
  if (user.email_confirmed_at === null) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
  return dependencies.sessions.open(user, 'password', readDevice(c));
}

async function refresh(c: Context, { sessions, limiter }: RequestDependencies): Promise<TokenResponse> {
  const { refresh_token } = await readBody(c, refreshBody);
  if (!refresh_token) throw validationFailed('Refresh Token is missing');
  const person = await sessions.findPersonOf(refresh_token);
  if (person === null) await limiter.consumeNetwork(LIMITS.refreshByAddress, c);
  else await limiter.consume(LIMITS.refreshByAccount, person);
  return sessions.refresh(refresh_token);
}

async function exchangeCode(c: Context, { sql, sessions, limiter }: RequestDependencies): Promise<TokenResponse> {
  const { auth_code, code_verifier } = await readBody(c, pkceBody);
  if (!auth_code || !code_verifier) {
    throw validationFailed('invalid request: both auth code and code verifier should be non-empty');
  }
  const { userId, method, providerTokens } = await limiter.countRejected(LIMITS.verifyByAddress, c, () =>
    exchangeAuthCode(sql, auth_code, code_verifier),
  );
  const user = await findUser(sql, userId);
  if (user === null) throw flowStateNotFound();
  return {
    ...(await sessions.open(user, method, readDevice(c))),
    ...(providerTokens.access ? { provider_token: providerTokens.access } : {}),
    ...(providerTokens.refresh ? { provider_refresh_token: providerTokens.refresh } : {}),
  };
}

const GRANTS = new Map([
  ['password', signInWithPassword],
  ['refresh_token', refresh],
  ['pkce', exchangeCode],
  ['id_token', signInWithIdToken],
]);

function unsupportedGrant(grantType: string): AuthError {
  if (grantType === 'web3') return new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled');
  return new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
}

/** `POST /token`: opens a session with a password, an auth code or an ID token, or renews one with a refresh token. */
export function serveToken(app: Hono<AppEnv>, dependencies: RequestDependencies): void {
  const { signInSources } = dependencies;
  app.post('/token', async (c) => {
    const grantType = c.req.query('grant_type') ?? '';
    const grant = GRANTS.get(grantType);
    if (grant === undefined) throw unsupportedGrant(grantType);
    c.header('cache-control', 'no-store');
    const session = await grant(c, dependencies);
    const { id, email } = session.user;
    const account = normalizeEmail(String(email));
    // A refresh makes no browser known: a stolen token would make any number of them, each with guesses of its own.
    const isSignIn = grantType !== 'refresh_token' || (await signInSources.isKnownBrowser(c, account));
    if (isSignIn) await signInSources.remember(c, account, id);
    return c.json(session);
  });
}

type IdTokenBody = z.infer<typeof idTokenBody>;

async function requireVerifier({ providers, readSettings }: RequestDependencies, body: IdTokenBody) {
  const found = ISSUERS.find(([name, issuer]) => body.provider === name || body.issuer === issuer);
  if (found === undefined) throw validationFailed(`Custom OIDC provider "${body.provider ?? ''}" not allowed`);
  const [provider, issuer] = found;
  const isAllowed = isProviderAllowed(await readSettings(), provider);
  const verifyIdToken = isAllowed && providers[provider]?.verifyIdToken;
  if (!verifyIdToken) throw new AuthError(400, 'provider_disabled', `Provider (issuer "${issuer}") is not enabled`);
  return { provider, verifyIdToken };
}

/** Opens a session with the ID token of a provider, or links the token's identity to the account of a session. */
async function signInWithIdToken(c: Context<AppEnv>, dependencies: RequestDependencies): Promise<SessionResponse> {
  const { limiter, now, sessions } = dependencies;
  const body = await readBody(c, idTokenBody);
  if (!body.id_token) throw oauthError('invalid request', 'id_token required');
  if (!body.provider && !(body.client_id && body.issuer)) {
    throw oauthError('invalid request', 'provider or client_id and issuer required');
  }
  const session = body.link_identity ? await requireLinkingSession(c, dependencies) : null;
  const { provider, verifyIdToken } = await requireVerifier(dependencies, body);
  const credentials = {
    token: body.id_token,
    accessToken: body.access_token ?? '',
    nonce: body.nonce ?? '',
    now: new Date(now()),
  };
  const profile = await limiter.countRejected(LIMITS.providerByAddress, c, () =>
    verifyIdToken(credentials).catch((error: unknown) => {
      throw toProviderError(provider, error, c);
    }),
  );
  const user =
    session === null
      ? await signInExternalAccount(dependencies, provider, profile)
      : await linkIdentity(dependencies, session, provider, profile);
  // A provider's token opens sessions until it expires.
  await limiter.consume(LIMITS.providerByAccount, user.id);
  return sessions.open(user, 'oauth', readDevice(c));
}
