import { type Context, Hono } from 'hono';
import type { TransactionSql } from 'postgres';
import * as z from 'zod';
import type { AppEnv } from '../caller.ts';
import { AuthError } from './auth-error.ts';
import { MAX_METADATA_BYTES, requireMetadata } from './field-bounds.ts';
import { consumeMailLimits } from './limits/rate-limit.ts';
import { requestEmailChange, requireFreeEmail } from './links/email-change.ts';
import { toAllowedRedirect } from './links/redirects.ts';
import { hashPassword, requireAcceptablePassword, verifyPassword } from './password/passwords.ts';
import { requireRecentSignIn } from './password/reauthenticate.ts';
import { type CodeChallenge, codeChallengeFields, parseCodeChallenge } from './pkce/code-challenge.ts';
import { readBody } from './read-body.ts';
import type { RequestDependencies } from './request-dependencies.ts';
import {
  requireAnySession,
  requireAssurance,
  requireClaims,
  requireOpenSession,
  requireSession,
} from './sessions/require-session.ts';
import type { OpenSession } from './sessions/sessions.ts';
import { requireEmail } from './users/email-address.ts';
import { loadUserResponse } from './users/user-response.ts';
import { findUser, type UserRow } from './users/users.ts';

const changes = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
  nonce: z.string().optional(),
  data: z.record(z.string(), z.unknown()).nullish(),
  ...codeChallengeFields,
});
type Changes = z.infer<typeof changes>;
const scopes = z.enum(['global', 'local', 'others']);

/** @throws AuthError `same_password` */
async function requireOtherPassword({ user }: OpenSession, password: string): Promise<void> {
  if (!(await verifyPassword(user.encrypted_password, password))) return;
  throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
}

/** Changes the password and ends the other sessions: whoever knew the old one is out. */
async function changePassword(
  tx: TransactionSql,
  { sessions }: RequestDependencies,
  { id, user }: OpenSession,
  encrypted: string,
): Promise<void> {
  await tx`update auth.users set encrypted_password = ${encrypted}, updated_at = now() where id = ${user.id}`;
  await sessions.end('others', user.id, id, tx);
}

/** What somebody's own data is after a change; a key with null is removed. */
function mergedData(user: UserRow, data: Record<string, unknown>): Record<string, unknown> {
  const merged = Object.entries({ ...user.raw_user_meta_data, ...data });
  return Object.fromEntries(merged.filter(([, value]) => value !== null));
}

/** Adds to a person's own data; a key with null is removed. */
async function changeData(tx: TransactionSql, userId: string, data: Record<string, unknown>): Promise<void> {
  const removed = Object.entries(data).flatMap(([key, value]) => (value === null ? [key] : []));
  await tx`
    update auth.users set
      raw_user_meta_data = (raw_user_meta_data || ${tx.json(data as never)}) - ${removed}::text[], updated_at = now()
    where id = ${userId}`;
}

type CheckedChanges = {
  /** Absent when the address stays. */
  email: string | undefined;
  password: string | undefined;
  data: Changes['data'];
  challenge: CodeChallenge | null;
  redirectTo: string;
};

/** Checks a request as a whole, before any of it is written. @throws AuthError with the first reason against it */
async function checkChanges(
  c: Context,
  parts: RequestDependencies,
  session: OpenSession,
  request: Changes,
): Promise<CheckedChanges> {
  const { sql, config, limiter } = parts;
  const { password, nonce, data } = request;
  if (request.phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone numbers cannot be set on this server');
  const requested = request.email ? requireEmail(request.email) : session.user.email;
  const email = requested === session.user.email ? undefined : requested;
  const challenge = parseCodeChallenge(request);
  if (data) requireMetadata(mergedData(session.user, data), MAX_METADATA_BYTES);
  if (password !== undefined) requireAcceptablePassword(password);
  if (password !== undefined) await requireOtherPassword(session, password);
  if (email !== undefined) {
    await consumeMailLimits(limiter, c, email);
    await requireFreeEmail(sql, email);
  }
  // The last check, as it uses the code up.
  if (password !== undefined) await requireRecentSignIn(parts, session, nonce);
  return {
    email,
    password,
    data,
    challenge,
    redirectTo: toAllowedRedirect(c.req.query('redirect_to'), config.publicUrl),
  };
}

async function changeUser(
  c: Context,
  parts: RequestDependencies,
  session: OpenSession,
  request: Changes,
): Promise<void> {
  const { email, password, data, challenge, redirectTo } = await checkChanges(c, parts, session, request);
  const encrypted = password === undefined ? undefined : await hashPassword(password);
  await parts.outbox.transaction(async (tx) => {
    const user = await parts.sessions.lock(tx, session);
    if (email !== undefined) await requireFreeEmail(tx, email);
    if (encrypted !== undefined) await changePassword(tx, parts, session, encrypted);
    if (data) await changeData(tx, user.id, data);
    if (email !== undefined) await requestEmailChange(tx, parts, user, email, { redirectTo, challenge });
  });
}

/** `GET /user`, `PUT /user` (password, own data, address) and `POST /logout`. */
export function createUserEndpoints(parts: RequestDependencies): Hono<AppEnv> {
  const { sql, sessions } = parts;
  const app = new Hono<AppEnv>();

  app.get('/user', async (c) => c.json(await loadUserResponse(sql, (await requireAnySession(c, parts)).user)));

  app.put('/user', async (c) => {
    const session = await requireSession(c, parts);
    await changeUser(c, parts, session, await readBody(c, changes));
    return c.json(await loadUserResponse(sql, (await findUser(sql, session.user.id)) ?? session.user));
  });

  app.post('/logout', async (c) => {
    const claims = await requireClaims(c, parts);
    const { sub, session_id, aal } = claims;
    const scope = scopes.safeParse(c.req.query('scope') ?? 'global');
    if (!scope.success) throw new AuthError(400, 'validation_failed', 'scope takes global, local or others');
    if (scope.data !== 'local') {
      await requireOpenSession(claims, parts);
      await requireAssurance(parts, { userId: sub, aal });
    }
    await sessions.end(scope.data, sub, session_id);
    return c.body(null, 204);
  });

  return app;
}
