import { Cron } from 'croner';
import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import { readErrorCode } from '../../supabase-server/error-code.ts';
import type { Job, Metrics } from '../metrics/metrics.ts';

export type JobContext = {
  /** Where the runs are recorded. */
  sql: Sql;
  log: Logger;
  metrics?: Pick<Metrics, 'recordJobRun'> | undefined;
};

type ScheduledJob = JobContext & {
  job: Job;
  /** A cron pattern that begins with seconds. */
  pattern: string;
  work: () => Promise<void>;
  /** Log message of a failed run; the next one is as scheduled. */
  failureMessage: string;
};

const CODE = /^\w{1,40}$/;

/** The part of an error that may be recorded: its text may hold an address or a secret. */
function toRecordedCode(error: unknown): string {
  const code = readErrorCode(error) ?? '';
  return CODE.test(code) ? code : 'unknown';
}

/**
 * Runs a job on a schedule, never twice at the same time.
 * @returns stops the schedule and waits for a run in progress
 */
export function scheduleJob({
  job,
  pattern,
  work,
  failureMessage,
  sql,
  log,
  metrics,
}: ScheduledJob): () => Promise<void> {
  let currentRun: Promise<void> = Promise.resolve();
  const record = async (startedAt: Date, code: string | null) => {
    const [next = startedAt, afterNext = next] = cron.nextRuns(2);
    const every = (afterNext.getTime() - next.getTime()) / 1000;
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
      await work();
      metrics?.recordJobRun(job, 'done');
    } catch (error) {
      code = toRecordedCode(error);
      metrics?.recordJobRun(job, 'failed');
      log.error({ err: error }, failureMessage);
    }
    await record(startedAt, code);
  };
  const cron = new Cron(pattern, { protect: true }, () => {
    currentRun = run();
    return currentRun;
  });
  return async function stopJob() {
    // A stopped one could not tell when the next run is, which is recorded.
    cron.pause();
    await currentRun;
    cron.stop();
  };
}
