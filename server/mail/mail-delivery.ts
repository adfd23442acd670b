import type { Logger } from 'pino';
import { scheduleJob } from '../lifecycle/schedule-job.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Outbox } from './outbox.ts';

const EVERY_30_S = '15,45 * * * * *';

type MailDeliveryParts = { outbox: Outbox; log: Logger; metrics?: Pick<Metrics, 'recordJobRun'> | undefined };

/**
 * Delivers every 30 seconds what a server that ended left behind, and what could not be delivered before.
 * @returns the way to stop all deliveries, which waits for those under way
 */
export function startMailDelivery({ outbox, log, metrics }: MailDeliveryParts): () => Promise<void> {
  const stopWork = scheduleJob({
    job: 'mail',
    due: EVERY_30_S,
    work: outbox.deliverDue,
    failure: 'the outbox could not be read',
    log,
    metrics,
  });
  return async function stopMailDelivery() {
    await outbox.stop();
    await stopWork();
  };
}
