import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';
import type { Sql } from 'postgres';
import { handleLockProxy, type LockCommandRecord } from '../../supabase/functions/lock-proxy/handler.ts';
import {
  createOutcomeWaiter,
  handleOpenSpace,
  type OpenSpaceDependencies,
} from '../../supabase/functions/open-space/handler.ts';
import { type Clock, openVendorSession } from '../../supabase/functions/open-space/move-barrier.ts';
import type { AppEnv } from '../../supabase-server/caller.ts';
import { findSessionPerson } from '../../supabase-server/gotrue/sessions/find-session-person.ts';
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

const CLOCK: Clock = { now: () => performance.now(), wait: (ms) => wait(ms) };

function createDatabaseDependencies(sql: Sql): Pick<OpenSpaceDependencies, 'begin' | 'waitForOutcome' | 'finish'> {
  return {
    async begin({ id, assurance }, { reservation, action, key }) {
      const [row] = await sql`
        select public.begin_barrier_command(${id}, ${reservation}, ${action}, ${key}, ${assurance}) as begun`;
      return row?.begun;
    },
    waitForOutcome: createOutcomeWaiter(async (command) => {
      const [row] = await sql<{ outcome: string | null }[]>`select public.read_barrier_command(${command}) as outcome`;
      return row?.outcome ?? null;
    }, CLOCK),
    async finish(command, { outcome, code, msg }) {
      await sql`select public.finish_barrier_command(${command}, ${outcome}, ${code}, ${msg})`;
    },
  };
}

/** Serves the function of `supabase/functions/open-space` with this server's callers, database and log. */
export function createOpenSpace({ sql, lockVendor }: { sql: Sql; lockVendor: VendorAccess }): Hono<AppEnv> {
  const session = openVendorSession({ vendor: lockVendor.vendor, fetch });
  const database = createDatabaseDependencies(sql);
  return new Hono<AppEnv>().all('/open-space', (c) =>
    handleOpenSpace(c.req.raw, {
      ...database,
      verifyDriver: () => findSessionPerson(sql, c.get('caller')),
      session,
      clock: CLOCK,
      report: ({ error, ...fault }) => c.get('log').warn({ ...fault, err: error }, 'a command to a barrier failed'),
    }),
  );
}
