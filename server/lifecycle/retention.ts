import type { Sql } from 'postgres';
import { type JobContext, scheduleJob } from './schedule-job.ts';

const EVERY_HOUR = '0 17 * * * *';
/** The rest is removed in the next hour. */
const MAX_BATCHES = 200;

/**
 * Removes what is older than `private.retention` says, in short transactions.
 * @param shouldContinue is asked before each batch
 * @returns the number of rows
 */
export async function removeOldData(sql: Sql, shouldContinue: () => boolean = () => true): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < MAX_BATCHES && shouldContinue(); batch += 1) {
    const [row] = await sql<{ removed: number }[]>`
      select private.remove_old_data() as removed`;
    if (row === undefined || row.removed === 0) break;
    total += row.removed;
  }
  return total;
}

/**
 * Removes old data every hour. Servers may do so at the same time, since they skip locked rows.
 * @returns stops it and waits for the current batch
 */
export function startRetention(context: JobContext): () => Promise<void> {
  let isStopping = false;
  const stop = scheduleJob({
    job: 'retention',
    pattern: EVERY_HOUR,
    async work() {
      const removed = await removeOldData(context.sql, () => !isStopping);
      if (removed > 0) context.log.info({ removed }, 'old data removed');
    },
    failureMessage: 'old data could not be removed',
    ...context,
  });
  return function stopRetention() {
    isStopping = true;
    return stop();
  };
}
