import type { Context } from 'hono';
import * as z from 'zod';
import type { Caller } from '../../caller.ts';
import type { Sql } from '../../connections/sql.ts';
import { AuthError } from '../auth-error.ts';
import type { RequestDependencies } from '../request-dependencies.ts';
import { type AccessClaims, readBearerToken } from './access-tokens.ts';
import { type OpenSession, requireNotBanned, sessionNotFound } from './sessions.ts';

/** The claims of the request's access token. */
export async function requireClaims(c: Context, { tokens }: RequestDependencies): Promise<AccessClaims> {
  const token = readBearerToken(c);
  if (token === undefined) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  const verification = await tokens.verify(token);
  if (verification.kind === 'valid') return verification.claims;
  const reason = verification.kind === 'expired' ? 'token is expired' : 'token signature is invalid';
  throw new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${reason}`);
}

export async function requireAssurance(
  { sql }: RequestDependencies,
  { userId, aal }: { userId: string; aal: string | undefined },
): Promise<void> {
  if (aal === 'aal2') return;
  const [factor] = await sql`
    select 1 from auth.mfa_factors where user_id = ${userId} and status = 'verified' limit 1`;
  if (factor) throw new AuthError(403, 'insufficient_aal', 'AAL2 session is required when MFA is enabled');
}

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
 */
export async function requireAnySession(c: Context, dependencies: RequestDependencies): Promise<OpenSession> {
  const claims = await requireClaims(c, dependencies);
  const session = await requireOpenSession(claims, dependencies);
  requireNotBanned(session.user, 403);
  // A token from before the second factor stays aal1, as somebody else may have it.
  return { ...session, aal: claims.aal === 'aal2' ? session.aal : 'aal1' };
}

/** The open session of a request, with the assurance level that the account needs. */
export async function requireSession(c: Context, dependencies: RequestDependencies): Promise<OpenSession> {
  const session = await requireAnySession(c, dependencies);
  await requireAssurance(dependencies, { userId: session.user.id, aal: session.aal });
  return session;
}

const claimsSchema = z.object({ sub: z.uuid(), session_id: z.uuid(), aal: z.string().catch('aal1') });

/** `assurance` is what the session has shown, such as `aal2`. */
export type SessionPerson = { id: string; assurance: string };

/** The person of a session that still exists, as a token outlives it by up to an hour; null for anybody else. */
export async function findSessionPerson(sql: Sql, { role, claims }: Caller): Promise<SessionPerson | null> {
  const parsed = claimsSchema.safeParse(claims);
  if (role !== 'authenticated' || !parsed.success) return null;
  const { sub: id, session_id, aal: assurance } = parsed.data;
  const [session] = await sql`select from auth.sessions where id = ${session_id} and user_id = ${id}`;
  return session === undefined ? null : { id, assurance };
}
