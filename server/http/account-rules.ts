import { describeRejection } from '../../domain/problems.ts';
import type { VerifiedCaller } from '../../supabase/functions/lock-proxy/handler.ts';
import type { Caller } from '../../supabase-server/caller.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { findSessionPerson, type SessionPerson } from '../../supabase-server/gotrue/sessions/require-session.ts';
import type { AccountRules } from '../../supabase-server/host.ts';

export const accountRules: AccountRules = {
  async isSessionLimited(sql, userId) {
    return (await sql`select from public.user_roles where user_id = ${userId} and role = 'admin'`).count === 1;
  },
  async isSessionLocked(sql, id) {
    return (await sql`select from private.shared_sessions where id::text = ${id} and open_until <= now()`).count === 1;
  },
  async hasProvenBeforeLock(sql, id) {
    return (await sql`select from auth.sessions where id = ${id} and proved_at <= private.last_lock(id)`).count === 1;
  },
  // Whoever left while they were suspended cannot sign up again; the operator may admit them.
  async admitAddress(tx, email) {
    await tx`delete from private.suspended_addresses where digest = private.digest_address(${email})`;
  },
  async deleteAccount(sql, userId) {
    await sql`select private.delete_account(${userId})`;
  },
  describeRejection,
};

/** The person of an open session, unless it is locked on a shared tablet. */
export async function findActingPerson(sql: Sql, caller: Caller): Promise<SessionPerson | null> {
  const isLocked = await accountRules.isSessionLocked(sql, String(caller.claims.session_id));
  return isLocked ? null : findSessionPerson(sql, caller);
}

export async function verifyAdmin(sql: Sql, caller: Caller): Promise<VerifiedCaller> {
  if (caller.role === 'service_role') return { kind: 'not-admin' };
  const person = await findActingPerson(sql, caller);
  if (person === null) return { kind: 'unknown' };
  const [row] = await sql<{ may: boolean }[]>`select public.is_acting_admin(${person.id}, ${person.assurance}) as may`;
  return row?.may ? { kind: 'admin', id: person.id } : { kind: 'not-admin' };
}
