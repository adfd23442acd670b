import type { DatabaseClock } from '../../supabase-server/connections/database-clock.ts';
import { type JobContext, scheduleJob } from './schedule-job.ts';

const EVERY_30_S = '*/30 * * * * *';

/**
 * Runs the database's due work every 30 seconds: space status follows reservations, and old ones expire. Only one
 * server does it each time. The shared clock is read again before.
 * @returns stops it and waits for a run in progress
 */
export function startDueWork({ clock, ...context }: JobContext & { clock: DatabaseClock }) {
  const { sql } = context;
  return scheduleJob({
    job: 'due_work',
    pattern: EVERY_30_S,
    async work() {
      await clock.sync();
      await sql`select private.run_scheduled_jobs_once()`;
    },
    failureMessage: 'due work failed',
    ...context,
  });
}
