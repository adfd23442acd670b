import type { Context } from 'hono';
import type { AccessClaims } from './access-tokens.ts';
import { AuthError } from './auth-error.ts';
import type { AuthParts } from './auth-parts.ts';
import { type OpenSession, requireNotBanned } from './sessions.ts';

/** What the token of a request says. @throws AuthError 401 `no_authorization`, 403 `bad_jwt` */
export async function requireClaims(c: Context, { tokens }: Pick<AuthParts, 'tokens'>): Promise<AccessClaims> {
  const token = c.req.header('authorization')?.match(/^Bearer (.+)$/i)?.[1];
  if (token === undefined) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  const verdict = await tokens.verify(token);
  if (verdict.kind === 'valid') return verdict.claims;
  const reason = verdict.kind === 'expired' ? 'token is expired' : 'token signature is invalid';
  throw new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${reason}`);
}

/**
 * The open session a request comes from, with its account as it is now.
 * @throws AuthError as above, 403 `session_not_found` when it has ended, 403 `user_banned` when the person is shut out
 */
export async function requireSession(c: Context, parts: AuthParts): Promise<OpenSession> {
  const { session_id } = await requireClaims(c, parts);
  const session = await parts.sessions.find(session_id);
  if (session === null) {
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  }
  requireNotBanned(session.user, 403);
  return session;
}

/** Whether the account asks for a second factor. */
export async function hasVerifiedFactor({ sql }: Pick<AuthParts, 'sql'>, userId: string): Promise<boolean> {
  const [factor] = await sql`
    select 1 from auth.mfa_factors where user_id = ${userId} and status = 'verified' limit 1`;
  return factor !== undefined;
}
