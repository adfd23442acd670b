import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import type { LockVendor } from '../../supabase/functions/lock-proxy/call-vendor.ts';
import type { Config } from '../config.ts';
import { createDatabaseMoveStore } from './simulator/move-store.ts';
import { type Simulator, startSimulator } from './simulator/start-simulator.ts';

/** Where the lock vendor is and who we are there. */
export type VendorAccess = {
  vendor: () => Promise<LockVendor>;
  /** Stops the simulator when it runs. */
  close: () => Promise<void>;
};

/** What the simulators of several servers have in common, so that they are one vendor. */
export type SharedSimulator = { sql: Sql; secretKey: string };

const sharedOptions = ({ sql, secretKey }: SharedSimulator) => ({
  memory: createDatabaseMoveStore(sql),
  secret: createHmac('sha256', secretKey).update('lock simulator').digest('hex').slice(0, 48),
});

/**
 * The configured lock vendor, or else a simulator in this process that starts when somebody first needs a lock.
 * @param shared absent: the simulator's locks are known to this process alone
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
  let running: Promise<Simulator> | undefined;
  const start = async () => {
    const simulator = await startSimulator(shared ? sharedOptions(shared) : {});
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
