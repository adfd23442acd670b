import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import type { LockSimulator } from '../../simulators/locks/start-lock-simulator.ts';
import type { LockVendor } from '../../supabase/functions/shared/lock-vendor.ts';
import type { Config } from '../config.ts';

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
      running ??= start();
      return running;
    },
    async close() {
      const simulator = await running;
      if (simulator === undefined) return;
      await simulator.stop();
      log.info('lock simulator stopped');
    },
  };
}
