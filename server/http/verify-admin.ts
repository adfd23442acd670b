import type { Caller } from '../../supabase-server/caller.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { findSessionPerson } from '../../supabase-server/gotrue/sessions/find-session-person.ts';

/** `unknown` is a caller without a valid session. */
type VerifiedCaller = { kind: 'admin'; id: string } | { kind: 'not-admin' } | { kind: 'unknown' };

export async function verifyAdmin(sql: Sql, caller: Caller): Promise<VerifiedCaller> {
  if (caller.role === 'service_role') return { kind: 'not-admin' };
  const person = await findSessionPerson(sql, caller);
  if (person === null) return { kind: 'unknown' };
  const [row] = await sql<
    { may: boolean }[]
  >`select public.may_operate_locks(${person.id}, ${person.assurance}) as may`;
  return row?.may ? { kind: 'admin', id: person.id } : { kind: 'not-admin' };
}
