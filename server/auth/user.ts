import { type Context, Hono } from 'hono';
import * as z from 'zod';
import type { AppEnv } from '../caller.ts';
import { AuthError } from './auth-error.ts';
import type { AuthParts } from './auth-parts.ts';
import { type Challenge, challengeFields, challengeOf } from './challenge.ts';
import { requireEmail } from './email-address.ts';
import { sendEmailChange, wishEmail } from './email-change.ts';
import { hashPassword, isPasswordOf, requireAcceptablePassword } from './passwords.ts';
import { takeMail } from './rate-limit.ts';
import { readBody } from './read-body.ts';
import { requireRecentSignIn } from './reauthenticate.ts';
import { allowedRedirect } from './redirects.ts';
import { hasVerifiedFactor, requireClaims, requireSession } from './require-session.ts';
import type { OpenSession } from './sessions.ts';
import { userView } from './user-view.ts';
import { findUser } from './users.ts';

const changes = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
  nonce: z.string().optional(),
  data: z.record(z.string(), z.unknown()).nullish(),
  ...challengeFields,
});
type Changes = z.infer<typeof changes>;
const scopes = z.enum(['global', 'local', 'others']);

/** @throws AuthError `insufficient_aal` when the account has a second factor that this session has not shown */
async function requireSureSession(parts: AuthParts, { user, aal }: OpenSession): Promise<void> {
  if (aal === 'aal2' || !(await hasVerifiedFactor(parts, user.id))) return;
  throw new AuthError(
    401,
    'insufficient_aal',
    'AAL2 session is required to update email or password when MFA is enabled.',
  );
}

/** Changes the password and ends the other sessions: whoever knew the old one is out. */
async function changePassword(parts: AuthParts, session: OpenSession, password: string): Promise<void> {
  const { sql, sessions } = parts;
  const { user } = session;
  if (await isPasswordOf(user.encrypted_password, password)) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
  }
  const encrypted = await hashPassword(password);
  await sql`update auth.users set encrypted_password = ${encrypted}, updated_at = now() where id = ${user.id}`;
  await sessions.end('others', user.id, session.id);
}

/** Adds to a person's own data; a key with null is removed. */
async function changeData({ sql }: AuthParts, userId: string, data: Record<string, unknown>): Promise<void> {
  const removed = Object.keys(data).filter((key) => data[key] === null);
  await sql`
    update auth.users set
      raw_user_meta_data = (raw_user_meta_data || ${sql.json(data as never)}) - ${removed}::text[], updated_at = now()
    where id = ${userId}`;
}

async function changeUser(c: Context, parts: AuthParts, session: OpenSession, wish: Changes): Promise<void> {
  const { config, limiter } = parts;
  const { user } = session;
  if (wish.phone) throw new AuthError(400, 'phone_provider_disabled', 'Phone numbers cannot be set on this server');
  const email = wish.email === undefined || wish.email === '' ? user.email : requireEmail(wish.email);
  const challenge: Challenge | null = challengeOf(wish);
  // Everything is checked before anything changes.
  if (wish.password !== undefined) requireAcceptablePassword(wish.password);
  if (wish.password !== undefined || email !== user.email) await requireSureSession(parts, session);
  if (wish.password !== undefined) await requireRecentSignIn(parts, session, wish.nonce);
  if (email !== user.email) await takeMail(limiter, c, email);

  const wished = email === user.email ? null : await wishEmail(parts, user, email);
  if (wish.password !== undefined) await changePassword(parts, session, wish.password);
  if (wish.data) await changeData(parts, user.id, wish.data);
  if (wished !== null) {
    const redirectTo = allowedRedirect(c.req.query('redirect_to'), config.publicUrl);
    await sendEmailChange(parts, wished, { redirectTo, challenge });
  }
}

/** `GET /user`, `PUT /user` (password, own data, address) and `POST /logout`. */
export function createUserEndpoints(parts: AuthParts): Hono<AppEnv> {
  const { sql, sessions } = parts;
  const app = new Hono<AppEnv>();

  app.get('/user', async (c) => c.json(await userView(sql, (await requireSession(c, parts)).user)));

  app.put('/user', async (c) => {
    const session = await requireSession(c, parts);
    await changeUser(c, parts, session, await readBody(c, changes));
    return c.json(await userView(sql, (await findUser(sql, session.user.id)) ?? session.user));
  });

  app.post('/logout', async (c) => {
    const { sub, session_id } = await requireClaims(c, parts);
    const scope = scopes.safeParse(c.req.query('scope') ?? 'global');
    if (!scope.success) throw new AuthError(400, 'validation_failed', 'scope takes global, local or others');
    await sessions.end(scope.data, sub, session_id);
    return c.body(null, 204);
  });

  return app;
}
