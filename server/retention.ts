import { Cron } from 'croner';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import type { Metrics } from './metrics/metrics.ts';

const EVERY_HOUR = '0 17 * * * *';
/** What is left over waits for the next hour. */
const MAX_BATCHES = 200;

type RetentionParts = { sql: Sql; log: Logger; metrics?: Pick<Metrics, 'worked'> | undefined };

/**
 * Removes what is older than `private.retention` says, one short transaction after the other.
 * @param goesOn asked before each batch
 * @returns how many rows
 */
export async function removeOldData(sql: Sql, goesOn: () => boolean = () => true): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < MAX_BATCHES && goesOn(); batch += 1) {
    const [row] = await sql<{ removed: number }[]>`select private.remove_old_data() as removed`;
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
  let underWay: Promise<void> = Promise.resolve();
  const run = async () => {
    try {
      const removed = await removeOldData(sql, () => !isStopping);
      metrics?.worked('retention', 'done');
      if (removed > 0) log.info({ removed }, 'old data removed');
    } catch (error) {
      metrics?.worked('retention', 'failed');
      log.error({ err: error }, 'old data could not be removed');
    }
  };
  const job = new Cron(EVERY_HOUR, { protect: true }, () => {
    underWay = run();
    return underWay;
  });
  return async function stopRetention() {
    isStopping = true;
    job.stop();
    await underWay;
  };
}
