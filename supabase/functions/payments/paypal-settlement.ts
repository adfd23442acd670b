import { isPaid } from '../../../domain/money/payment.ts';
import { ProviderError } from '../shared/http.ts';
import { parseSantoDomingoTime } from './azul-webservice.ts';
import {
  type CapturedPayment,
  type Cause,
  type Difference,
  isSettled,
  type Payment,
  type PaymentStore,
} from './payment-store.ts';
import type { PayPalCapture, PayPalOrder, PayPalOrders } from './paypal-api.ts';

/** A capture that was refunded counts as completed. */
const COMPLETED = ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'];
const FAILED = ['DECLINED', 'FAILED', 'DENIED'];

type Dependencies = {
  orders: PayPalOrders;
  store: Pick<PaymentStore, 'capture' | 'close' | 'keepChecking'>;
  now: number;
};
type Failure = 'payment-declined' | 'payment-too-late' | 'payment-try-other-card';

/** What PayPal's issues mean for the driver. Other issues are temporary, or our own fault. */
const FINAL_ISSUES: Readonly<Record<string, Failure>> = {
  INSTRUMENT_DECLINED: 'payment-try-other-card',
  TRANSACTION_REFUSED: 'payment-declined',
  PAYEE_BLOCKED_TRANSACTION: 'payment-declined',
  ORDER_EXPIRED: 'payment-too-late',
};

/** A top-up can be paid at any time. Nobody is charged for a space that is not held any more. */
const mayCapture = ({ state, purpose, expiresAt }: Payment, now: number) =>
  state === 'pending' && (purpose === 'top_up' || expiresAt.getTime() > now);

/** Asks for the money. @returns the order afterwards, or the key of the problem when PayPal will not give it */
async function capture(order: string, payment: string, orders: PayPalOrders): Promise<PayPalOrder | Failure | null> {
  try {
    return await orders.capture(order, payment);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.failure !== 'rejected') throw error;
    // After an issue such as ORDER_ALREADY_CAPTURED or ORDER_NOT_APPROVED the order itself says what happened.
    return FINAL_ISSUES[error.code] ?? orders.find(order);
  }
}

/** Asks PayPal about a payment, takes the money when the driver has approved it, and records the result. */
export async function settlePayPal(
  payment: Payment,
  cause: Cause,
  { orders, store, now }: Dependencies,
): Promise<void> {
  const { id, providerOrder } = payment;
  if (providerOrder === null || isSettled(payment)) return;
  const isInTime = mayCapture(payment, now);
  // A driver who comes back has usually approved.
  let order = cause === 'return' && isInTime ? null : await orders.find(providerOrder);
  if (isInTime && (cause === 'return' || order?.status === 'APPROVED')) {
    const captured = await capture(providerOrder, id, orders);
    if (typeof captured === 'string') return store.close({ payment: id, state: 'declined', failure: captured, cause });
    order = captured;
  }
  // Money that was refunded whole before it counted here is with the driver, and must not be in the wallet as well.
  const isGivenBack = order?.capture?.status === 'REFUNDED' && !isPaid(payment);
  if (order?.capture && !isGivenBack) return record(order.capture, id, { cause, store });
  if (payment.state !== 'pending' || (order !== null && isInTime)) return;
  await store.close({ payment: id, state: 'abandoned', failure: 'payment-too-late', cause });
}

/** A pending capture is asked about beyond the usual checks. */
async function record(
  { id: reference, status, amount: { value: amount, currency_code: currency } }: PayPalCapture,
  payment: string,
  { cause, store }: Pick<Dependencies, 'store'> & { cause: Cause },
): Promise<void> {
  if (COMPLETED.includes(status)) {
    await store.capture({ payment, amount, currency, reference, cause });
  } else if (FAILED.includes(status)) {
    await store.close({ payment, state: 'declined', failure: 'payment-declined', cause });
  } else if (status === 'PENDING') {
    await store.keepChecking(payment);
  }
}

type Reversals = { orders: PayPalOrders; store: PaymentStore };

/** Outcomes after which the operator keeps the money, or PayPal pays. */
const WON = ['RESOLVED_SELLER_FAVOUR', 'CANCELED_BY_BUYER', 'DENIED', 'RESOLVED_WITH_PAYOUT'];
const LOST = ['RESOLVED_BUYER_FAVOUR', 'ACCEPTED'];

/** Records what PayPal has given back of an order, by whomever. False when it names nothing. */
export async function recordRefunds(providerOrder: string, { orders, store }: Reversals): Promise<boolean> {
  const refunds = (await orders.find(providerOrder))?.refunds ?? [];
  const done = refunds.filter(({ status }) => status === 'COMPLETED' || status === 'PENDING');
  for (const { id: reference, amount: money } of done) {
    const { value: amount, currency_code: currency } = money;
    await store.recordReversal({ provider: 'paypal', kind: 'refund', providerOrder, reference, amount, currency });
  }
  return done.length > 0;
}

/** Records how a dispute stands. False when PayPal does not know it. */
export async function recordDispute(id: string, { orders, store }: Reversals): Promise<boolean> {
  const dispute = await orders.findDispute(id);
  const providerOrder = dispute?.disputed_transactions[0]?.seller_transaction_id;
  if (dispute === null || providerOrder === undefined) return false;
  const { dispute_id: reference, dispute_amount: money, dispute_outcome: decided } = dispute;
  const { value: amount, currency_code: currency } = money;
  const outcome = dispute.status === 'RESOLVED' ? (decided?.outcome_code ?? '') : '';
  const isWon = [...WON, ...LOST].includes(outcome) ? WON.includes(outcome) : null;
  await store.recordReversal({
    provider: 'paypal',
    kind: 'dispute',
    providerOrder,
    reference,
    amount,
    currency,
    isWon,
  });
  return true;
}

const DAY_MS = 86_400_000;
/** PayPal is asked about so many payments at the same time. */
const BATCH = 4;
const REFUNDED = ['PARTIALLY_REFUNDED', 'REFUNDED', 'REVERSED'];

type Comparison = {
  orders: PayPalOrders;
  store: PaymentStore;
  now: number;
  /** Called when the app at PayPal may not read disputes. */
  reportDisputes: (error: ProviderError) => void;
};

async function inBatches<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let index = 0; index < items.length; index += BATCH) {
    results.push(...(await Promise.all(items.slice(index, index + BATCH).map(work))));
  }
  return results;
}

async function compareCapture(capture: CapturedPayment, comparison: Comparison): Promise<Difference | null> {
  const { orders, store } = comparison;
  const { paymentId: id, providerOrder, providerReference, capturedBy } = capture;
  const payment = { provider: 'paypal', id, providerOrder } as const;
  if (capturedBy === 'operator') {
    const typed = await store.read(id);
    // PayPal's own capture replaces what the operator typed.
    if (typed !== null) await settlePayPal(typed, 'comparison', comparison);
    const isReplaced = (await store.read(id))?.capturedBy !== 'operator';
    return isReplaced ? null : ['missing-there', payment, 'PayPal has no capture of this order'];
  }
  const there = await orders.findCapture(providerReference);
  if (there === null) return ['missing-there', payment, 'PayPal has no such capture'];
  const { value, currency_code: currency } = there.amount;
  if (value !== capture.amount || currency !== capture.currency) {
    return ['amount', payment, `PayPal has ${value} cents ${currency}`];
  }
  if (!REFUNDED.includes(there.status) || (await recordRefunds(providerOrder, comparison))) return null;
  return ['refunded-there', payment, `PayPal says ${there.status}`];
}

/** Disputes that PayPal has changed that day. */
async function compareDisputes(day: string, { orders, store, reportDisputes }: Comparison): Promise<void> {
  const from = parseSantoDomingoTime(`${day.replaceAll('-', '')}000000`) ?? 0;
  try {
    const disputes = await orders.listDisputes(new Date(from), new Date(from + DAY_MS));
    for (const dispute of disputes) await recordDispute(dispute, { orders, store });
  } catch (error) {
    // The payments of the day are compared all the same.
    if (!(error instanceof ProviderError) || error.failure === 'no-response' || error.failure === 'not-sent')
      throw error;
    reportDisputes(error);
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
  await inBatches(await store.listRefundsByHand('paypal', day), (order) => recordRefunds(order, comparison));
  await compareDisputes(day, comparison);
  const differences = found.filter((difference) => difference !== null);
  for (const difference of differences) await store.recordDifference(...difference);
  return differences.length;
}
