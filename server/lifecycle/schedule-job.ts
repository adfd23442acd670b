import { Cron } from 'croner';
import type { Logger } from 'pino';
import type { Job, Metrics } from '../metrics/metrics.ts';

type RepeatedWork = {
  job: Job;
  /** When it is due, as croner reads it: seconds come first. */
  due: string;
  work: () => Promise<void>;
  /** What the log says when it failed; it is tried again when it is due next. */
  failure: string;
  log: Logger;
  metrics?: Pick<Metrics, 'recordJobRun'> | undefined;
};

/**
 * Does something again and again, never twice at the same time.
 * @returns the way to stop it, which waits for work under way
 */
export function scheduleJob({ job, due, work, failure, log, metrics }: RepeatedWork): () => Promise<void> {
  let underWay: Promise<void> = Promise.resolve();
  const run = async () => {
    try {
      await work();
      metrics?.recordJobRun(job, 'done');
    } catch (error) {
      metrics?.recordJobRun(job, 'failed');
      log.error({ err: error }, failure);
    }
  };
  const cron = new Cron(due, { protect: true }, () => {
    underWay = run();
    return underWay;
  });
  return async function stopWork() {
    cron.stop();
    await underWay;
  };
}
