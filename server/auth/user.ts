import { type Context, Hono } from 'hono';
import * as z from 'zod';
import type { AppEnv } from '../caller.ts';
import type { AccessClaims } from './access-tokens.ts';
import { AuthError } from './auth-error.ts';
import type { AuthParts } from './auth-parts.ts';
import { hashPassword, isPasswordOf, requireAcceptablePassword } from './passwords.ts';
import { readBody } from './read-body.ts';
import { findUser, type UserRow, userView } from './users.ts';

const changes = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
});
const scopes = z.enum(['global', 'local', 'others']);

/** @throws AuthError 401 `no_authorization`, 403 `bad_jwt` */
async function requireClaims(c: Context, { tokens }: AuthParts): Promise<AccessClaims> {
  const token = c.req.header('authorization')?.match(/^Bearer (.+)$/i)?.[1];
  if (token === undefined) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  const verdict = await tokens.verify(token);
  if (verdict.kind === 'valid') return verdict.claims;
  const reason = verdict.kind === 'expired' ? 'token is expired' : 'token signature is invalid';
  throw new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${reason}`);
}

/** @throws AuthError as above, and 403 `session_not_found` when the session has ended */
async function requireUser(c: Context, parts: AuthParts): Promise<UserRow> {
  const { session_id } = await requireClaims(c, parts);
  const user = await parts.sessions.userOf(session_id);
  if (user === null) {
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  }
  return user;
}

async function changePassword({ sql }: AuthParts, user: UserRow, password: string): Promise<void> {
  requireAcceptablePassword(password);
  if (await isPasswordOf(user.encrypted_password, password)) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
  }
  const encrypted = await hashPassword(password);
  await sql`update auth.users set encrypted_password = ${encrypted}, updated_at = now() where id = ${user.id}`;
}

/** `GET /user`, `PUT /user` (password and own data) and `POST /logout`. */
export function createUserEndpoints(parts: AuthParts): Hono<AppEnv> {
  const { sql, sessions } = parts;
  const app = new Hono<AppEnv>();

  app.get('/user', async (c) => c.json(await userView(sql, await requireUser(c, parts))));

  app.put('/user', async (c) => {
    const user = await requireUser(c, parts);
    const { email, phone, password, data } = await readBody(c, changes);
    if ((email !== undefined && email !== user.email) || phone) {
      throw new AuthError(422, 'validation_failed', 'Changing the email address or phone number is not available');
    }
    if (password !== undefined) await changePassword(parts, user, password);
    if (data !== undefined) {
      await sql`
        update auth.users set raw_user_meta_data = raw_user_meta_data || ${sql.json(data as never)}, updated_at = now()
        where id = ${user.id}`;
    }
    return c.json(await userView(sql, (await findUser(sql, user.id)) ?? user));
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
