import { Cron } from 'croner';
import type { Logger } from 'pino';
import type { Job, Metrics } from '../metrics/metrics.ts';

export type JobContext = { log: Logger; metrics?: Pick<Metrics, 'recordJobRun'> | undefined };

type ScheduledJob = JobContext & {
  job: Job;
  /** A cron pattern that begins with seconds. */
  pattern: string;
  work: () => Promise<void>;
  /** Log message of a failed run; the next one is as scheduled. */
  failureMessage: string;
};

/**
 * Runs a job on a schedule, never twice at the same time.
 * @returns stops the schedule and waits for a run in progress
 */
export function scheduleJob({ job, pattern, work, failureMessage, log, metrics }: ScheduledJob): () => Promise<void> {
  let currentRun: Promise<void> = Promise.resolve();
  const run = async () => {
    try {
      await work();
      metrics?.recordJobRun(job, 'done');
    } catch (error) {
      metrics?.recordJobRun(job, 'failed');
      log.error({ err: error }, failureMessage);
    }
  };
  const cron = new Cron(pattern, { protect: true }, () => {
    currentRun = run();
    return currentRun;
  });
  return async function stopJob() {
    cron.stop();
    await currentRun;
  };
}
