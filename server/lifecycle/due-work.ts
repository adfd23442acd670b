import type { DatabaseClock } from '../database/connections/database-clock.ts';
import { type JobContext, scheduleJob } from './schedule-job.ts';

const EVERY_30_S = '*/30 * * * * *';

/**
 * Runs the database's due work every 30 seconds: space status follows reservations, old ones expire, and past
 * days are added up for the overview. Only one server does it each time. The shared clock is read again as well.
 * @returns stops it and waits for a run in progress
 */
export function startDueWork({ clock, ...context }: JobContext & { clock: DatabaseClock }) {
  const { sql } = context;
  return scheduleJob({
    job: 'due_work',
    pattern: EVERY_30_S,
    async work() {
      await sql`select private.run_scheduled_jobs_once()`;
      await sql`select private.add_up_days()`;
      await clock.sync();
    },
    failureMessage: 'due work failed',
    ...context,
  });
}
