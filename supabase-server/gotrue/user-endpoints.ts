import type { Context, Hono } from 'hono';
import { etag } from 'hono/etag';
import * as z from 'zod';
import type { AppEnv } from '../caller.ts';
import { AuthError, phoneDisabled, validationFailed } from './auth-error.ts';
import { LIMITS } from './limits/rate-limit.ts';
import { requestEmailChange, requireFreeEmail } from './links/email-change.ts';
import { readRedirectTo } from './links/redirects.ts';
import { hashPassword, requireAcceptablePassword, verifyPassword } from './password/passwords.ts';
import { hasRecentProof, prove, reauthenticationNeeded, requireNonceOfOldSession } from './password/reauthenticate.ts';
import { codeChallengeFields, parseCodeChallenge } from './pkce/flow-state.ts';
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
import { loadUserResponse } from './users/user-response.ts';
import { findUser, requireEmail, requireMergeableMetadata, updateMetadata } from './users/users.ts';

const changesBody = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
  current_password: z.string().optional(),
  nonce: z.string().optional(),
  data: z.record(z.string(), z.unknown()).nullish(),
  ...codeChallengeFields,
});
type Changes = z.infer<typeof changesBody>;
const scopes = z.enum(['global', 'local', 'others']);

async function requireUnlocked({ sql, rules }: RequestDependencies, sessionId: string): Promise<void> {
  if (await rules.isSessionLocked(sql, sessionId)) throw new AuthError(403, 'session_locked', 'The session is locked');
}

/** Another password or address takes a proof, in this request or within the hour. A guest has nothing to prove. */
async function requireProof(
  c: Context,
  dependencies: RequestDependencies,
  session: OpenSession,
  { password, email, ...proof }: Pick<Changes, 'password' | 'email' | 'current_password' | 'nonce'>,
): Promise<void> {
  if (session.user.is_anonymous) {
    if (password === undefined) return;
    throw validationFailed('Updating password of an anonymous user without an email or phone is not allowed');
  }
  const isGiven = Boolean(proof.current_password || proof.nonce);
  if ((password !== undefined || email !== undefined) && !isGiven && !(await hasRecentProof(dependencies, session))) {
    if (password === undefined || !session.user.encrypted_password) throw reauthenticationNeeded();
    throw new AuthError(400, 'current_password_required', 'Current password required when setting new password.');
  }
  if (password !== undefined) requireNonceOfOldSession(dependencies, session, proof);
  await prove(c, dependencies, session, proof);
}

async function requireNewPassword({ user }: OpenSession, password: string): Promise<void> {
  if (!(await verifyPassword(user.encrypted_password, password))) return;
  throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
}

/**
 * Checks a request as a whole, before any of it is written.
 * @returns the new address, if it changes, and the changes as they are
 */
async function checkChanges(
  c: Context,
  dependencies: RequestDependencies,
  session: OpenSession,
  { phone, email: requested, password, current_password, nonce, data, ...codeChallenge }: Changes,
) {
  const { sql, limiter, signInSources, readSettings } = dependencies;
  if (phone) throw phoneDisabled('Phone numbers cannot be set on this server');
  const normalized = requested ? requireEmail(requested) : session.user.email;
  const email = normalized === session.user.email ? undefined : normalized;
  const challenge = parseCodeChallenge(codeChallenge);
  if (data) await requireUnlocked(dependencies, session.id);
  if (data) requireMergeableMetadata('data', session.user.raw_user_meta_data, data);
  if (password !== undefined) requireAcceptablePassword(password, (await readSettings()).passwordMinLength);
  // First, as the responses of the next checks would tell whether a guess is right and who has an account.
  await requireProof(c, dependencies, session, { password, email, current_password, nonce });
  if (password !== undefined) {
    await limiter.consume(LIMITS.passwordChangeByAccount, session.user.id);
    await requireNewPassword(session, password);
  }
  if (email !== undefined) {
    await signInSources.consumeMail(c, email);
    await requireFreeEmail(sql, email);
  }
  return { email, password, data, challenge };
}

async function changeUser(c: Context, dependencies: RequestDependencies, session: OpenSession, changes: Changes) {
  const { config, links, mails, sessions } = dependencies;
  const { email, password, data, challenge } = await checkChanges(c, dependencies, session, changes);
  const encrypted = password === undefined ? undefined : await hashPassword(password);
  const redirectTo = readRedirectTo(c, config.publicUrl);
  await mails.transaction(async (tx) => {
    const user = await sessions.lock(tx, session);
    if (email !== undefined) await requireFreeEmail(tx, email);
    if (encrypted !== undefined) {
      await tx`update auth.users set encrypted_password = ${encrypted}, updated_at = now() where id = ${user.id}`;
      // Whoever signed in with the old password is signed out, and mails from before sign nobody in and change no address.
      await sessions.end('others', user.id, session.id, tx);
      await links.end(tx, user.id);
      await links.sendNotice(tx, user, 'password_changed');
    }
    if (data) await updateMetadata(tx, user.id, 'raw_user_meta_data', data);
    if (email !== undefined) await requestEmailChange(tx, dependencies, user, email, { redirectTo, challenge });
  });
}

/** `GET /user`, `PUT /user` (password, metadata, address) and `POST /logout`. */
export function serveUser(app: Hono<AppEnv>, dependencies: RequestDependencies): void {
  const { sql, sessions } = dependencies;
  // Every open page asks every few minutes, and an unchanged user is not sent again.
  app.get('/user', etag(), async (c) => {
    const { user } = await requireAnySession(c, dependencies);
    c.header('cache-control', 'private, no-cache');
    return c.json(await loadUserResponse(sql, user));
  });

  app.put('/user', async (c) => {
    const session = await requireSession(c, dependencies);
    await changeUser(c, dependencies, session, await readBody(c, changesBody));
    return c.json(await loadUserResponse(sql, (await findUser(sql, session.user.id)) ?? session.user));
  });

  app.post('/logout', async (c) => {
    const claims = await requireClaims(c, dependencies);
    const { sub, session_id, aal } = claims;
    const scope = scopes.safeParse(c.req.query('scope') ?? 'global');
    if (!scope.success) throw validationFailed('scope takes global, local or others');
    if (scope.data !== 'local') {
      await requireOpenSession(claims, dependencies);
      await requireAssurance(dependencies, { userId: sub, aal });
      await requireUnlocked(dependencies, session_id);
    }
    await sessions.end(scope.data, sub, session_id);
    return c.body(null, 204);
  });
}
