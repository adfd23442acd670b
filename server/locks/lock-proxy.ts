import { Hono } from 'hono';
import type { Sql } from 'postgres';
import * as z from 'zod';
import {
  handleLockProxy,
  type Caller as LockCaller,
  type LockCommandRecord,
} from '../../supabase/functions/lock-proxy/handler.ts';
import type { AppEnv, Caller } from '../caller.ts';
import type { VendorAccess } from './vendor-access.ts';

const personSchema = z.object({ sub: z.uuid(), session_id: z.uuid(), aal: z.string().catch('aal1') });

/** Also checks that the session still exists: a token outlives it by up to an hour. */
async function verifyAdmin(sql: Sql, { role, claims }: Caller): Promise<LockCaller> {
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

async function record(sql: Sql, { actor, command, did, type, code, msg }: LockCommandRecord): Promise<void> {
  await sql`select public.record_lock_command(${actor}, ${command}, ${did}, ${type}, ${code ?? null}, ${msg ?? null})`;
}

/** Serves the function of `supabase/functions/lock-proxy` with this server's callers, database and log. */
export function createLockProxy({ sql, lockVendor }: { sql: Sql; lockVendor: VendorAccess }): Hono<AppEnv> {
  return new Hono<AppEnv>().all('/lock-proxy', (c) =>
    handleLockProxy(c.req.raw, {
      vendor: lockVendor.vendor,
      fetch,
      verifyAdmin: () => verifyAdmin(sql, c.get('caller')),
      audit: (entry) => record(sql, entry),
      report: ({ endpoint, fault, error }) => c.get('log').warn({ endpoint, fault, err: error }, 'a lock call failed'),
    }),
  );
}
