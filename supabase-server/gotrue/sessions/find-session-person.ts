import * as z from 'zod';
import type { Caller } from '../../caller.ts';
import type { Sql } from '../../connections/sql.ts';

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
