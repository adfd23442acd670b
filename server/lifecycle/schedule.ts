import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import type { DatabaseClock } from '../database/connections/database-clock.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { scheduleJob } from './schedule-job.ts';

const EVERY_30_S = '*/30 * * * * *';

type ScheduleParts = {
  sql: Sql;
  clock: DatabaseClock;
  log: Logger;
  metrics?: Pick<Metrics, 'recordJobRun'> | undefined;
};

/**
 * Runs the database's due work every 30 seconds: space status follows reservations, old ones expire. The clock all
 * servers share is read again on the way.
 * Of several servers one does it each time; `private.due_work` says when it was done last.
 * @returns the way to stop it, which waits for work under way
 */
export function startSchedule({ sql, clock, log, metrics }: ScheduleParts): () => Promise<void> {
  return scheduleJob({
    job: 'due_work',
    due: EVERY_30_S,
    async work() {
      await sql`select private.run_due_work_in_turn()`;
      await clock.sync();
    },
    failure: 'due work failed',
    log,
    metrics,
  });
}
