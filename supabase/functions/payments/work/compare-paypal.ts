import { parseSantoDomingoTime } from '../azul/santo-domingo.ts';
import { ProviderError } from '../call-provider.ts';
import type { ReportFault } from '../dependencies.ts';
import type { CapturedPayment, Difference, PaymentStore } from '../payment-store.ts';
import type { PayPalOrders } from '../paypal/orders.ts';
import { recordDispute, recordRefunds } from '../paypal/record-reversals.ts';
import { settlePayPal } from '../paypal/settle-paypal.ts';

const DAY_MS = 86_400_000;
/** PayPal is asked about so many payments at the same time. */
const BATCH = 4;
const REFUNDED = ['PARTIALLY_REFUNDED', 'REFUNDED', 'REVERSED'];

type Comparison = { orders: PayPalOrders; store: PaymentStore; now: number; report: ReportFault };
type Found = Omit<Difference, 'provider'> | null;

async function inBatches<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let index = 0; index < items.length; index += BATCH) {
    results.push(...(await Promise.all(items.slice(index, index + BATCH).map(work))));
  }
  return results;
}

async function compareCapture(capture: CapturedPayment, { orders, store, now }: Comparison): Promise<Found> {
  const { payment: id, providerOrder, providerReference, capturedBy } = capture;
  const describe = (kind: Difference['kind'], detail: string) => ({ kind, payment: id, providerOrder, detail });
  if (capturedBy === 'operator') {
    const typed = await store.read(id);
    // PayPal's own capture replaces what the operator typed.
    if (typed !== null) await settlePayPal(typed, 'comparison', { orders, store, now });
    const isReplaced = (await store.read(id))?.capturedBy !== 'operator';
    return isReplaced ? null : describe('missing-there', 'PayPal has no capture of this order');
  }
  const there = await orders.findCapture(providerReference);
  if (there === null) return describe('missing-there', 'PayPal has no such capture');
  const { value, currency_code: currency } = there.amount;
  if (value !== capture.amount || currency !== capture.currency) {
    return describe('amount', `PayPal has ${value} cents ${currency}`);
  }
  if (!REFUNDED.includes(there.status) || (await recordRefunds(providerOrder, { orders, store }))) return null;
  return describe('refunded-there', `PayPal says ${there.status}`);
}

/** Disputes that PayPal has changed that day. */
async function compareDisputes(day: string, { orders, store, report }: Comparison): Promise<void> {
  const from = parseSantoDomingoTime(`${day.replaceAll('-', '')}000000`) ?? 0;
  try {
    const disputes = await orders.listDisputes(new Date(from), new Date(from + DAY_MS));
    for (const dispute of disputes) await recordDispute(dispute, { orders, store });
  } catch (error) {
    // The app at PayPal may not read disputes. The payments of the day are compared all the same.
    if (!(error instanceof ProviderError) || error.failure === 'no-response' || error.failure === 'not-sent')
      throw error;
    report({ fault: 'comparison', code: `paypal disputes ${error.code}`, error });
  }
}

/**
 * Compares a day's payments and disputes with what PayPal says of each. What it can repair it repairs.
 * @returns how many differences it has found
 * @throws ProviderError
 */
export async function compareWithPayPal(day: string, comparison: Comparison): Promise<number> {
  const { store } = comparison;
  const found = await inBatches(await store.listCaptures('paypal', day), (capture) =>
    compareCapture(capture, comparison),
  );
  await inBatches(await store.listUnpaid('paypal', day), (payment) => settlePayPal(payment, 'comparison', comparison));
  await compareDisputes(day, comparison);
  const differences = found.filter((difference) => difference !== null);
  for (const difference of differences) await store.recordDifference({ provider: 'paypal', ...difference });
  return differences.length;
}
