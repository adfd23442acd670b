import type { Context } from 'hono';
import { AuthError } from '../auth-error.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import type { AccessClaims } from './access-tokens.ts';
import { isRemoteDemoRequest } from './demo-accounts.ts';
import { type OpenSession, requireNotBanned } from './sessions.ts';

/** What the token of a request says. @throws AuthError 401 `no_authorization`, 403 `bad_jwt` */
export async function requireClaims(
  c: Context,
  { tokens, demoAccounts }: Pick<RequestDependencies, 'tokens' | 'demoAccounts'>,
): Promise<AccessClaims> {
  const token = c.req.header('authorization')?.match(/^Bearer (.+)$/i)?.[1];
  if (token === undefined) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  const verdict = await tokens.verify(token);
  if (verdict.kind === 'valid' && !isRemoteDemoRequest(c, verdict.claims.sub, demoAccounts)) return verdict.claims;
  const reason = verdict.kind === 'expired' ? 'token is expired' : 'token signature is invalid';
  throw new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${reason}`);
}

type Proof = { userId: string; aal: string | undefined };

/**
 * Wants the second factor from whoever has one.
 * @throws AuthError 403 `insufficient_aal` when the account has a verified factor and this session has not shown it
 */
export async function requireAssurance(
  { sql }: Pick<RequestDependencies, 'sql'>,
  { userId, aal }: Proof,
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
  if (session !== null) return session;
  throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
}

/**
 * The open session a request comes from, with its account as it is now, whether or not it has shown the second factor: only
 * for what leads to the second factor or ends the session.
 * @throws AuthError as above, 403 `user_banned` when the person is shut out
 */
export async function requireAnySession(c: Context, parts: RequestDependencies): Promise<OpenSession> {
  const claims = await requireClaims(c, parts);
  const session = await requireOpenSession(claims, parts);
  requireNotBanned(session.user, 403);
  // An older token of the session may be in other hands than the one that showed the factor.
  return { ...session, aal: claims.aal === 'aal2' ? session.aal : 'aal1' };
}

/**
 * The open session a request comes from, sure enough for everything that its person may do.
 * @throws AuthError as `requireAnySession` and `requireAssurance`
 */
export async function requireSession(c: Context, parts: RequestDependencies): Promise<OpenSession> {
  const session = await requireAnySession(c, parts);
  await requireAssurance(parts, { userId: session.user.id, aal: session.aal });
  return session;
}
