import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type PayingDriver, type PaymentsUnderTest, startPayments } from './start-payments.ts';

type FreshPayments = { payments: PaymentsUnderTest; driver: PayingDriver };

/**
 * Starts a server for the tests of a file; no test leaves a fault, a clock or due work to the next one.
 * @param prepare is called before each test, with a driver of its own
 */
export function setUpPayments(prepare: (fresh: FreshPayments) => void | Promise<void>): void {
  let payments: PaymentsUnderTest;
  beforeAll(async () => {
    payments = await startPayments();
  });
  beforeEach(async () => {
    await prepare({ payments, driver: await payments.createDriver() });
  });
  afterEach(async () => {
    await payments.setClocks(0);
    await payments.setEveryFault();
    await payments.setNextFaults();
    await payments.sql`delete from public.payment_differences`;
    await payments.sql`delete from private.payment_events where kind = 'webhook-forged'`;
    await payments.sql`update public.payments set next_check_at = null`;
    await payments.sql`update public.payment_refunds set next_attempt_at = null`;
  });
  afterAll(() => payments.close());
}
