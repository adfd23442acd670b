import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';
import { cloneRawRequest } from 'hono/request';
import type { Logger } from 'pino';
import type { LockSimulator } from '../../simulators/locks/start-lock-simulator.ts';
import { handleLockProxy, type LockCommandRecord } from '../../supabase/functions/lock-proxy/handler.ts';
import {
  createOutcomeWaiter,
  handleOpenSpace,
  type OpenSpaceDependencies,
} from '../../supabase/functions/open-space/handler.ts';
import type { Clock } from '../../supabase/functions/open-space/move-barrier.ts';
import { openVendorSession } from '../../supabase/functions/open-space/vendor-session.ts';
import type { LockVendor } from '../../supabase/functions/shared/lock-vendor.ts';
import type { AppEnv } from '../../supabase-server/caller.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import type { Config } from '../config/config.ts';
import { findActingPerson, verifyAdmin } from '../http/account-rules.ts';

export type VendorAccess = {
  vendor: () => Promise<LockVendor>;
  /** Stops the simulator if it runs. */
  close: () => Promise<void>;
};

/** State that the simulators of several servers share, so that they act as one vendor. */
type SharedSimulator = { sql: Sql; secretKey: string };

/** An installation with a vendor of its own never loads the simulator. */
async function startSimulator(log: Logger, shared: SharedSimulator | undefined): Promise<LockSimulator> {
  const [{ startLockSimulator }, { createDatabaseMoveStore }] = await Promise.all([
    import('../../simulators/locks/start-lock-simulator.ts'),
    import('../../simulators/locks/fleet.ts'),
  ]);
  const report = (error: Error) => log.error({ err: error }, 'the lock simulator failed');
  if (shared === undefined) return startLockSimulator({ report });
  const secret = createHmac('sha256', shared.secretKey).update('lock simulator').digest('hex').slice(0, 48);
  return startLockSimulator({ moves: createDatabaseMoveStore(shared.sql), secret, report });
}

/**
 * Uses the configured lock vendor, or else a simulator in this process that starts with the first lock call.
 * @param shared without it the simulator's locks are for this process only
 */
export function openVendorAccess(
  { lockVendor }: Pick<Config, 'lockVendor'>,
  log: Logger,
  shared?: SharedSimulator,
): VendorAccess {
  const { url, appId, secret } = lockVendor;
  if (url !== undefined && appId !== undefined && secret !== undefined) {
    const configured = { url, appId, secret };
    return { vendor: () => Promise.resolve(configured), close: () => Promise.resolve() };
  }
  let running: Promise<LockSimulator> | undefined;
  const start = async () => {
    const simulator = await startSimulator(log, shared);
    log.info({ url: simulator.url }, 'lock simulator started, as LOCK_VENDOR_URL is not set');
    return simulator;
  };
  return {
    vendor() {
      running ??= start().catch((error: unknown) => {
        running = undefined;
        throw error;
      });
      return running;
    },
    async close() {
      // Whoever called `vendor` gets the error of a failed start.
      const simulator = await running?.catch(() => undefined);
      if (simulator === undefined) return;
      await simulator.stop();
      log.info('lock simulator stopped');
    },
  };
}

async function record(sql: Sql, { actor, command, did, type, code, msg }: LockCommandRecord): Promise<void> {
  await sql`select public.record_lock_command(${actor}, ${command}, ${did}, ${type}, ${code ?? null}, ${msg ?? null})`;
}

/** Serves the function of `supabase/functions/lock-proxy` with this server's callers, database and log. */
export function createLockProxy({ sql, lockVendor }: { sql: Sql; lockVendor: VendorAccess }): Hono<AppEnv> {
  return new Hono<AppEnv>().all('/lock-proxy', async (c) =>
    handleLockProxy(await cloneRawRequest(c.req), {
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
    async begin({ id, assurance }, { reservation, action, key, reason }) {
      const [row] = await sql`
        select public.begin_barrier_command(${id}, ${reservation}, ${action}, ${key}, ${assurance},
          ${reason ?? null}) as begun`;
      return row?.begun;
    },
    waitForOutcome: createOutcomeWaiter(async (command) => {
      const [row] = await sql<{ outcome: string | null }[]>`select public.read_barrier_command(${command}) as outcome`;
      return row?.outcome ?? null;
    }, CLOCK),
    async finish(command, { outcome, code, msg, wasUp }) {
      await sql`select public.finish_barrier_command(${command}, ${outcome}, ${code}, ${msg}, ${wasUp})`;
    },
  };
}

/** Serves the function of `supabase/functions/open-space` with this server's callers, database and log. */
export function createOpenSpace({ sql, lockVendor }: { sql: Sql; lockVendor: VendorAccess }): Hono<AppEnv> {
  const session = openVendorSession({ vendor: lockVendor.vendor, fetch });
  const database = createDatabaseDependencies(sql);
  return new Hono<AppEnv>().all('/open-space', async (c) =>
    handleOpenSpace(await cloneRawRequest(c.req), {
      ...database,
      verifyDriver: () => findActingPerson(sql, c.get('caller')),
      session,
      clock: CLOCK,
      report: ({ error, ...fault }) => c.get('log').warn({ ...fault, err: error }, 'a command to a barrier failed'),
    }),
  );
}
