import { type JobContext, scheduleJob } from './schedule-job.ts';

/** Beside the due work, which runs at 0 and 30. */
const EVERY_MINUTE_AT_15_S = '15 * * * * *';

/**
 * Adds up past days for the overview every minute.
 * @returns stops it and waits for a run in progress
 */
export function startDailyTotals(context: JobContext) {
  const { sql } = context;
  return scheduleJob({
    job: 'add_up_days',
    pattern: EVERY_MINUTE_AT_15_S,
    async work() {
      await sql`select private.add_up_days()`;
    },
    failureMessage: 'past days could not be added up',
    ...context,
  });
}
