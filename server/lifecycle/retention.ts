import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import type { Metrics } from '../metrics/metrics.ts';
import { scheduleJob } from './schedule-job.ts';

const EVERY_HOUR = '0 17 * * * *';
/** What is left over waits for the next hour. */
const MAX_BATCHES = 200;

type RetentionParts = { sql: Sql; log: Logger; metrics?: Pick<Metrics, 'recordJobRun'> | undefined };

/**
 * Removes what is older than `private.retention` says, one short transaction after the other.
 * @param goesOn asked before each batch
 * @returns how many rows
 */
export async function removeOldData(sql: Sql, goesOn: () => boolean = () => true): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < MAX_BATCHES && goesOn(); batch += 1) {
    const [row] = await sql<{ removed: number }[]>`
      select private.remove_old_data() + private.remove_old_sign_in_sources() as removed`;
    if (row === undefined || row.removed === 0) break;
    total += row.removed;
  }
  return total;
}

/**
 * Removes old data every hour. Several servers may do so at once; none waits for rows that another removes.
 * @returns the way to stop it, which waits for the batch under way
 */
export function startRetention({ sql, log, metrics }: RetentionParts): () => Promise<void> {
  let isStopping = false;
  const stop = scheduleJob({
    job: 'retention',
    due: EVERY_HOUR,
    async work() {
      const removed = await removeOldData(sql, () => !isStopping);
      if (removed > 0) log.info({ removed }, 'old data removed');
    },
    failure: 'old data could not be removed',
    log,
    metrics,
  });
  return function stopRetention() {
    isStopping = true;
    return stop();
  };
}
