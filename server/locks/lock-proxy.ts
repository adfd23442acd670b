import { Hono } from 'hono';
import type { Sql } from 'postgres';
import { handleLockProxy, type LockCommandRecord } from '../../supabase/functions/lock-proxy/handler.ts';
import type { AppEnv } from '../../supabase-server/caller.ts';
import { verifyAdmin } from '../verify-admin.ts';
import type { VendorAccess } from './vendor-access.ts';

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
