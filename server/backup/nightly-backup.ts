import { type JobContext, scheduleJob } from '../lifecycle/schedule-job.ts';
import { takeAutomaticBackup } from './automatic-backup.ts';

/** In the machine's time zone, when few people book. */
const EVERY_NIGHT = '0 30 3 * * *';

/**
 * Backs the embedded database up every night. A failure is logged and counted.
 * @returns stops it and aborts a backup in progress
 */
export function startNightlyBackup({ dataDir, ...context }: JobContext & { dataDir: string }) {
  const { sql } = context;
  const stopping = new AbortController();
  const stop = scheduleJob({
    job: 'backup',
    pattern: EVERY_NIGHT,
    async work() {
      const summary = await takeAutomaticBackup({ sql, dataDir, signal: stopping.signal });
      context.log.info(summary, 'backed up');
    },
    failureMessage: 'the database could not be backed up',
    ...context,
  });
  return function stopNightlyBackup() {
    stopping.abort();
    return stop();
  };
}
