import type { Sql } from 'postgres';
import * as z from 'zod';
import type { Caller } from '../supabase-server/caller.ts';

const personSchema = z.object({ sub: z.uuid(), session_id: z.uuid(), aal: z.string().catch('aal1') });

/** `unknown` is a caller without a valid session. */
type VerifiedCaller = { kind: 'admin'; id: string } | { kind: 'not-admin' } | { kind: 'unknown' };

/** Also checks that the session still exists: a token outlives it by up to an hour. */
export async function verifyAdmin(sql: Sql, { role, claims }: Caller): Promise<VerifiedCaller> {
  if (role === 'anon') return { kind: 'unknown' };
  const person = personSchema.safeParse(claims);
  if (role !== 'authenticated' || !person.success) return { kind: 'not-admin' };
  const { sub, session_id, aal } = person.data;
  const [row] = await sql<{ may: boolean; isSignedIn: boolean }[]>`
    select public.may_operate_locks(${sub}, ${aal}) as may,
      exists (select from auth.sessions where id = ${session_id} and user_id = ${sub}) as "isSignedIn"`;
  if (!row?.isSignedIn) return { kind: 'unknown' };
  return row.may ? { kind: 'admin', id: sub } : { kind: 'not-admin' };
}
