import { type Context, Hono } from 'hono';
import * as z from 'zod';
import type { AppEnv } from '../caller.ts';
import { AuthError } from './auth-error.ts';
import { type AuthParts, deviceOf } from './auth-parts.ts';
import { isPasswordOf } from './passwords.ts';
import { addressOf, LIMITS } from './rate-limit.ts';
import { readBody } from './read-body.ts';
import { requireNotBanned, type SessionAnswer } from './sessions.ts';
import { findUserByEmail, normalizeEmail } from './users.ts';

const credentials = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
});
const refreshBody = z.object({ refresh_token: z.string().optional() });

async function signIn(c: Context, { sql, sessions, limiter }: AuthParts): Promise<SessionAnswer> {
  const { email, phone, password } = await readBody(c, credentials);
  if (!(email || phone) || !password) {
    throw new AuthError(400, 'validation_failed', 'You must provide either an email or phone number and a password');
  }
  const account = normalizeEmail(email ?? '');
  await limiter.take(LIMITS.signInByAddress, addressOf(c));
  await limiter.take(LIMITS.signInByAccount, account);
  const user = await findUserByEmail(sql, account);
  if (!(await isPasswordOf(user?.encrypted_password ?? null, password)) || user === null) {
    throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
  }
  requireNotBanned(user);
  if (user.email_confirmed_at === null) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
  return sessions.open(user, 'password', deviceOf(c));
}

async function refresh(c: Context, { sessions, limiter }: AuthParts): Promise<SessionAnswer> {
  const { refresh_token } = await readBody(c, refreshBody);
  if (!refresh_token) throw new AuthError(400, 'validation_failed', 'Refresh Token is missing');
  await limiter.take(LIMITS.refreshByAddress, addressOf(c));
  return sessions.refresh(refresh_token);
}

/** `POST /token`: a session for a password, or a renewed one for a refresh token. */
export function createToken(parts: AuthParts): Hono<AppEnv> {
  const grants: Record<string, (c: Context, parts: AuthParts) => Promise<SessionAnswer>> = {
    password: signIn,
    refresh_token: refresh,
  };
  return new Hono<AppEnv>().post('/token', async (c) => {
    const grant = grants[c.req.query('grant_type') ?? ''];
    if (grant === undefined) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
    c.header('cache-control', 'no-store');
    return c.json(await grant(c, parts));
  });
}
