import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import { scheduleJob } from '../lifecycle/schedule-job.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { takeAutomaticBackup } from './automatic-backup.ts';

/** By the machine's clock, when few people book. */
const EVERY_NIGHT = '0 30 3 * * *';

type NightlyBackupParts = {
  sql: Sql;
  dataDir: string;
  log: Logger;
  metrics?: Pick<Metrics, 'recordJobRun'> | undefined;
};

/**
 * Backs the embedded database up every night. One that fails is logged and counted, and tried again the next night.
 * @returns the way to stop it, which gives up a backup under way
 */
export function startNightlyBackup({ sql, dataDir, log, metrics }: NightlyBackupParts): () => Promise<void> {
  const stopping = new AbortController();
  const stop = scheduleJob({
    job: 'backup',
    due: EVERY_NIGHT,
    async work() {
      const summary = await takeAutomaticBackup({ sql, dataDir, signal: stopping.signal });
      log.info(summary, 'backed up');
    },
    failure: 'the database could not be backed up',
    log,
    metrics,
  });
  return function stopNightlyBackup() {
    stopping.abort();
    return stop();
  };
}
