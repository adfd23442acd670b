import type { Metrics } from '../metrics/metrics.ts';
import { type JobContext, scheduleJob } from './schedule-job.ts';

const EVERY_HOUR_AT_41 = '0 41 * * * *';

type BooksWatch = JobContext & { metrics?: Pick<Metrics, 'recordJobRun' | 'setBrokenRules'> | undefined };

/**
 * Watches the books: the database checks them once a day, and each hour while one of their rules is broken. Every server
 * learns the outcome, whichever of them made the check.
 * @returns stops it and waits for a run in progress
 */
export function startBooksWatch(context: BooksWatch) {
  const { sql, log, metrics } = context;
  return scheduleJob({
    job: 'books',
    pattern: EVERY_HOUR_AT_41,
    async work() {
      const broken = await sql<{ rule: string; faults: string }[]>`select rule, faults from private.watch_books()`;
      metrics?.setBrokenRules(broken.length);
      if (broken.length > 0) log.error({ broken }, 'rules of the books are broken');
    },
    failureMessage: 'the books could not be checked',
    ...context,
  });
}
