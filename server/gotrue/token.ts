import { type Context, Hono } from 'hono';
import * as z from 'zod';
import type { AppEnv } from '../caller.ts';
import { AuthError } from './auth-error.ts';
import { LIMITS, readClientNetwork } from './limits/rate-limit.ts';
import { verifyPassword } from './password/passwords.ts';
import { exchangeAuthCode } from './pkce/flow-state.ts';
import { readBody } from './read-body.ts';
import { type RequestDependencies, readDevice } from './request-dependencies.ts';
import { requireNotBanned, type SessionResponse } from './sessions/sessions.ts';
import { findUser, findUserByEmail, normalizeEmail } from './users/users.ts';

const credentials = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
});
const refreshBody = z.object({ refresh_token: z.string().optional() });
const pkceBody = z.object({ auth_code: z.string().optional(), code_verifier: z.string().optional() });

/** A session, with what a provider handed out for its own API when there is something. */
type TokenAnswer = SessionResponse & { provider_token?: string; provider_refresh_token?: string };

async function signIn(
  c: Context,
  { sql, sessions, limiter, signInSources }: RequestDependencies,
): Promise<TokenAnswer> {
  const { email, phone, password } = await readBody(c, credentials);
  if (!(email || phone) || !password) {
    throw new AuthError(400, 'validation_failed', 'You must provide either an email or phone number and a password');
  }
  if (!email) throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled');
  const account = normalizeEmail(email);
  await limiter.consume(LIMITS.signInByAddress, readClientNetwork(c));
  await signInSources.consumeAttempt(c, account);
  const user = await findUserByEmail(sql, account);
  if (!(await verifyPassword(user?.encrypted_password ?? null, password)) || user === null) {
    throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
  }
  requireNotBanned(user);
  if (user.email_confirmed_at === null) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
  return sessions.open(user, 'password', readDevice(c));
}

async function refresh(c: Context, { sessions, limiter }: RequestDependencies): Promise<TokenAnswer> {
  const { refresh_token } = await readBody(c, refreshBody);
  if (!refresh_token) throw new AuthError(400, 'validation_failed', 'Refresh Token is missing');
  await limiter.consume(LIMITS.refreshByAddress, readClientNetwork(c));
  return sessions.refresh(refresh_token, readDevice(c));
}

async function exchangeCode(c: Context, { sql, sessions, limiter }: RequestDependencies): Promise<TokenAnswer> {
  const { auth_code, code_verifier } = await readBody(c, pkceBody);
  if (!auth_code || !code_verifier) {
    throw new AuthError(
      400,
      'validation_failed',
      'invalid request: both auth code and code verifier should be non-empty',
    );
  }
  await limiter.consume(LIMITS.verifyByAddress, readClientNetwork(c));
  const { userId, method, providerTokens } = await exchangeAuthCode(sql, auth_code, code_verifier);
  const user = await findUser(sql, userId);
  if (user === null) {
    throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
  }
  const session = await sessions.open(user, method, readDevice(c));
  return {
    ...session,
    ...(providerTokens.access ? { provider_token: providerTokens.access } : {}),
    ...(providerTokens.refresh ? { provider_refresh_token: providerTokens.refresh } : {}),
  };
}

function unknownGrant(name: string | undefined): AuthError {
  if (name === 'id_token') return new AuthError(400, 'provider_disabled', 'Signing in with an ID token is disabled');
  if (name === 'web3') return new AuthError(400, 'web3_provider_disabled', 'Web3 sign-ins are disabled');
  return new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
}

/** `POST /token`: a session for a password or for the code of a PKCE sign-in, or a renewed one for a refresh token. */
export function createToken(parts: RequestDependencies): Hono<AppEnv> {
  const grants = new Map([
    ['password', signIn],
    ['refresh_token', refresh],
    ['pkce', exchangeCode],
  ]);
  return new Hono<AppEnv>().post('/token', async (c) => {
    const grant = grants.get(c.req.query('grant_type') ?? '');
    if (grant === undefined) throw unknownGrant(c.req.query('grant_type'));
    c.header('cache-control', 'no-store');
    const session = await grant(c, parts);
    await parts.signInSources.remember(c, normalizeEmail(String(session.user.email)), session.user.id);
    return c.json(session);
  });
}
