import type { Logger } from 'pino';
import { scheduleJob } from '../lifecycle/schedule-job.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Outbox } from './outbox.ts';

const EVERY_30_S = '15,45 * * * * *';

type Dependencies = { outbox: Outbox; log: Logger; metrics?: Pick<Metrics, 'recordJobRun'> | undefined };

/**
 * Delivers every 30 seconds what a crashed server left over and what failed before.
 * @returns stops all deliveries and waits for those in progress
 */
export function startMailDelivery({ outbox, log, metrics }: Dependencies): () => Promise<void> {
  const stopWork = scheduleJob({
    job: 'mail',
    pattern: EVERY_30_S,
    work: outbox.deliverDue,
    failureMessage: 'the outbox could not be read',
    log,
    metrics,
  });
  return async function stopMailDelivery() {
    await outbox.stop();
    await stopWork();
  };
}
