import { type JobContext, scheduleJob } from '../lifecycle/schedule-job.ts';
import type { Outbox } from './outbox.ts';

const EVERY_30_S = '15,45 * * * * *';

/**
 * Delivers every 30 seconds what a crashed server left over and what failed before.
 * @returns stops all deliveries and waits for those in progress
 */
export function startMailDelivery({ outbox, ...context }: JobContext & { outbox: Outbox }): () => Promise<void> {
  const stopWork = scheduleJob({
    job: 'mail',
    pattern: EVERY_30_S,
    work: outbox.deliverDue,
    failureMessage: 'the outbox could not be read',
    ...context,
  });
  return async function stopMailDelivery() {
    await outbox.stop();
    await stopWork();
  };
}
