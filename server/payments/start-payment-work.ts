import type { PaymentProviders } from '../../supabase/functions/payments/payment-providers.ts';
import type { PaymentStore } from '../../supabase/functions/payments/payment-store.ts';
import { workOnPayments } from '../../supabase/functions/payments/work/work-on-payments.ts';
import { type JobContext, scheduleJob } from '../lifecycle/schedule-job.ts';
import { createFaultReporter } from './report-fault.ts';

const EVERY_10_S = '*/10 * * * * *';

type PaymentWorkOptions = JobContext & { providers: PaymentProviders; store: PaymentStore; now: () => number };

/**
 * Every 10 seconds asks the providers about payments that are due for it, gives back what is due, and compares days that
 * are over. Several servers share the work, as each payment is claimed by one.
 * @returns stops it and waits for what is under way
 */
export function startPaymentWork({ providers, store, now, ...context }: PaymentWorkOptions): () => Promise<void> {
  const stopping = new AbortController();
  const report = createFaultReporter(context.log);
  const stopJob = scheduleJob({
    job: 'payments',
    pattern: EVERY_10_S,
    async work() {
      await workOnPayments({ providers, store, now, report, signal: stopping.signal });
    },
    failureMessage: 'the work on payments failed',
    ...context,
  });
  return function stopPaymentWork() {
    stopping.abort();
    return stopJob();
  };
}
