import { Cron } from 'croner';
import type { Logger } from 'pino';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { readErrorCode } from '../../supabase-server/error-code.ts';
import type { Job, Metrics } from '../http/metrics.ts';
import type { DatabaseClock } from './database-clock.ts';

export type JobContext = {
  /** Where the runs are recorded. */
  sql: Sql;
  log: Logger;
  metrics?: Pick<Metrics, 'addJob' | 'recordJobRun'> | undefined;
};

type ScheduledJob = JobContext & {
  job: Job;
  /** A cron pattern that begins with seconds. */
  pattern: string;
  /** Whether the first run is now. */
  isRunAtOnce?: boolean;
  /** @param signal is aborted when the job is stopped */
  work: (signal: AbortSignal) => Promise<unknown>;
};

/** Stops a job and waits for a run in progress. */
export type StopJob = () => Promise<void>;

const CODE = /^\w{1,40}$/;

/** The part of an error that may be recorded: its text may hold an address or a secret. */
function toRecordedCode(error: unknown): string {
  const code = readErrorCode(error) ?? '';
  return CODE.test(code) ? code : 'unknown';
}

/** Runs a job on a schedule, never twice at the same time. */
export function scheduleJob({ job, pattern, isRunAtOnce = false, work, sql, log, metrics }: ScheduledJob): StopJob {
  const stopping = new AbortController();
  let currentRun: Promise<void> = Promise.resolve();
  const findNext = () => {
    const [next = new Date(), afterNext = next] = cron.nextRuns(2);
    return { next, every: (afterNext.getTime() - next.getTime()) / 1000 };
  };
  const record = async (startedAt: Date, code: string | null) => {
    const { next, every } = findNext();
    try {
      await sql`select private.record_job_run(${job}, make_interval(secs => ${every}), ${startedAt}, ${next}, ${code})`;
    } catch (error) {
      log.warn({ job, err: error }, 'the run of a job could not be recorded');
    }
  };
  const run = async () => {
    const startedAt = new Date();
    let code: string | null = null;
    try {
      await work(stopping.signal);
      metrics?.recordJobRun(job, 'done');
    } catch (error) {
      code = toRecordedCode(error);
      metrics?.recordJobRun(job, 'failed');
      log.error({ job, err: error }, 'a job failed; it runs again as scheduled');
    }
    await record(startedAt, code);
  };
  const cron = new Cron(pattern, { protect: true }, () => {
    currentRun = run();
    return currentRun;
  });
  metrics?.addJob(job, findNext().every);
  if (isRunAtOnce) void cron.trigger();
  return async function stopJob() {
    stopping.abort();
    // A stopped schedule could not tell when its next run is, which is recorded.
    cron.pause();
    await currentRun;
    cron.stop();
  };
}

/**
 * Runs the database's due work every 30 seconds: space status follows reservations, and old ones expire. Only one
 * server does it each time. The shared clock is read again before.
 */
export const startDueWork = ({ clock, ...context }: JobContext & { clock: DatabaseClock }) =>
  scheduleJob({
    ...context,
    job: 'due_work',
    pattern: '*/30 * * * * *',
    async work() {
      await clock.sync();
      await context.sql`select private.run_scheduled_jobs_once()`;
    },
  });

/** Adds up past days for the overview every minute, between two runs of the due work. */
export const startDailyTotals = (context: JobContext) =>
  scheduleJob({
    ...context,
    job: 'add_up_days',
    pattern: '15 * * * * *',
    work: () => context.sql`select private.add_up_days()`,
  });

type BooksWatch = JobContext & { metrics?: Pick<Metrics, 'addJob' | 'recordJobRun' | 'setBrokenRules'> | undefined };

/**
 * Watches the books every hour: the database checks them once a day, and each hour while one of their rules is broken. Every
 * server learns the outcome, whichever of them made the check.
 */
export const startBooksWatch = (context: BooksWatch) =>
  scheduleJob({
    ...context,
    job: 'books',
    pattern: '0 41 * * * *',
    async work() {
      const broken = await context.sql<{ rule: string; faults: string }[]>`
        select rule, faults from private.watch_books()`;
      context.metrics?.setBrokenRules(broken.length);
      if (broken.length > 0) context.log.error({ broken }, 'rules of the books are broken');
    },
  });

/** Checks the server's certificates now and every hour. */
export const startCertificateWatch = ({ check, ...context }: JobContext & { check: () => Promise<void> }) =>
  scheduleJob({ ...context, job: 'certificates', pattern: '0 7 * * * *', isRunAtOnce: true, work: check });

/** Tells the metrics of this server how long what is due has waited in each queue. */
export const startQueueWatch = (context: JobContext & { metrics: Metrics }) =>
  scheduleJob({
    ...context,
    job: 'queues',
    pattern: '*/30 * * * * *',
    async work() {
      const ages = await context.sql<{ queue: string; seconds: number }[]>`
        select queue, seconds from private.list_queue_ages()`;
      for (const { queue, seconds } of ages) context.metrics.setQueueAge(queue, seconds);
    },
  });

/** The rest is removed in the next hour. */
const MAX_BATCHES = 200;

/**
 * Removes what is older than `private.retention` says, in short transactions.
 * @param signal ends it before the next one
 * @returns the number of rows
 */
export async function removeOldData(sql: Sql, signal?: AbortSignal): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < MAX_BATCHES && !signal?.aborted; batch += 1) {
    const [row] = await sql<{ removed: number }[]>`
      select private.remove_old_data() as removed`;
    if (row === undefined || row.removed === 0) break;
    total += row.removed;
  }
  return total;
}

/** Removes old data every hour. Servers may do so at the same time, since they skip locked rows. */
export const startRetention = (context: JobContext) =>
  scheduleJob({
    ...context,
    job: 'retention',
    pattern: '0 17 * * * *',
    async work(signal) {
      const removed = await removeOldData(context.sql, signal);
      if (removed > 0) context.log.info({ removed }, 'old data removed');
    },
  });
