import { isPaid } from '../../../../domain/money/payment-states.ts';
import { ProviderError } from '../call-provider.ts';
import { isSettled, type Payment } from '../payment.ts';
import type { Cause, PaymentStore } from '../payment-store.ts';
import type { PayPalCapture, PayPalOrder, PayPalOrders } from './orders.ts';

/** A refunded capture was completed before. */
const COMPLETED = ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'];
const FAILED = ['DECLINED', 'FAILED', 'DENIED'];

type Dependencies = {
  orders: PayPalOrders;
  store: Pick<PaymentStore, 'capture' | 'close' | 'keepChecking'>;
  now: number;
};
type Failure = 'payment-declined' | 'payment-too-late' | 'payment-try-other-card';

/** What PayPal's issues mean for the driver. Others are temporary, or our own fault. */
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
    // Such as ORDER_ALREADY_CAPTURED or ORDER_NOT_APPROVED: the order itself says what happened.
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
  // Who comes back has usually approved.
  let order = cause === 'return' && isInTime ? null : await orders.find(providerOrder);
  if (isInTime && (cause === 'return' || order?.status === 'APPROVED')) {
    const captured = await capture(providerOrder, id, orders);
    if (typeof captured === 'string') return store.close({ payment: id, state: 'declined', failure: captured, cause });
    order = captured;
  }
  // What was refunded whole before it counted here is with the driver, and would be in the wallet as well.
  const isGivenBack = order?.capture?.status === 'REFUNDED' && !isPaid(payment);
  if (order?.capture && !isGivenBack) return record(order.capture, id, { cause, store });
  if (payment.state !== 'pending' || (order !== null && isInTime)) return;
  await store.close({ payment: id, state: 'abandoned', failure: 'payment-too-late', cause });
}

/** PayPal may look into a capture for longer than the checks of a payment go on. */
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
