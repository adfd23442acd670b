import type { Context } from 'hono';
import { AuthError } from '../auth-error.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { type AccessClaims, readBearerToken } from './access-tokens.ts';
import { type OpenSession, requireNotBanned, sessionNotFound } from './sessions.ts';

/** The claims of the request's access token. @throws AuthError 401 `no_authorization`, 403 `bad_jwt` */
export async function requireClaims(c: Context, { tokens }: RequestDependencies): Promise<AccessClaims> {
  const token = readBearerToken(c);
  if (token === undefined) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  const verification = await tokens.verify(token);
  if (verification.kind === 'valid') return verification.claims;
  const reason = verification.kind === 'expired' ? 'token is expired' : 'token signature is invalid';
  throw new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${reason}`);
}

/** @throws AuthError 403 `insufficient_aal` when the account has a verified factor and the session is not `aal2` */
export async function requireAssurance(
  { sql }: RequestDependencies,
  { userId, aal }: { userId: string; aal: string | undefined },
): Promise<void> {
  if (aal === 'aal2') return;
  const [factor] = await sql`
    select 1 from auth.mfa_factors where user_id = ${userId} and status = 'verified' limit 1`;
  if (factor) throw new AuthError(403, 'insufficient_aal', 'AAL2 session is required when MFA is enabled');
}

/** @throws AuthError 403 `session_not_found` when the session has ended */
export async function requireOpenSession(
  { session_id }: AccessClaims,
  { sessions }: RequestDependencies,
): Promise<OpenSession> {
  const session = await sessions.find(session_id);
  if (session === null) throw sessionNotFound();
  return session;
}

/**
 * The open session of a request, at any assurance level: only for what leads to the second factor or ends the session.
 * @throws AuthError as above, 403 `user_banned`
 */
export async function requireAnySession(c: Context, dependencies: RequestDependencies): Promise<OpenSession> {
  const claims = await requireClaims(c, dependencies);
  const session = await requireOpenSession(claims, dependencies);
  requireNotBanned(session.user, 403);
  // A token from before the second factor stays aal1, as somebody else may have it.
  return { ...session, aal: claims.aal === 'aal2' ? session.aal : 'aal1' };
}

/**
 * The open session of a request, with the assurance level that the account needs.
 * @throws AuthError as `requireAnySession` and `requireAssurance`
 */
export async function requireSession(c: Context, dependencies: RequestDependencies): Promise<OpenSession> {
  const session = await requireAnySession(c, dependencies);
  await requireAssurance(dependencies, { userId: session.user.id, aal: session.aal });
  return session;
}
