import { type JobContext, scheduleJob } from '../lifecycle/schedule-job.ts';
import type { Notifier } from './deliver-notifications.ts';

const EVERY_5_S = '*/5 * * * * *';

/**
 * Delivers every 5 seconds what is due.
 * @returns stops it and waits for what is under way
 */
export function startNotificationDelivery({
  notifier,
  ...context
}: JobContext & { notifier: Notifier }): () => Promise<void> {
  const stopJob = scheduleJob({
    job: 'notifications',
    pattern: EVERY_5_S,
    work: notifier.deliverDue,
    failureMessage: 'notifications could not be delivered',
    ...context,
  });
  return function stopDelivery() {
    notifier.stop();
    return stopJob();
  };
}
