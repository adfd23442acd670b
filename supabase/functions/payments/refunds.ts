import { createHash } from 'node:crypto';
import { toCents } from '../../../domain/money/cents.ts';
import { ProviderError } from '../shared/http.ts';
import {
  type AzulOutcome,
  type AzulTransaction,
  type AzulWebservice,
  parseSantoDomingoTime,
  toSantoDomingoDay,
} from './azul-webservice.ts';
import type { DueRefund, RefundResult } from './payment-store.ts';
import type { PayPalOrders, PayPalRefund } from './paypal-api.ts';
import type { PaymentProviders } from './providers.ts';
import { chargesIn } from './settings.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** AZUL allows twenty minutes; the rest is for clocks that differ. */
const VOID_WINDOW_MS = 18 * MINUTE_MS;
/** AZUL gives back six months, the shortest of which have 181 days. */
const REFUND_WINDOW_MS = 181 * DAY_MS;
/** A sale is settled by the second evening; until then AZUL may not give it back yet. */
const SETTLEMENT_MS = 2 * DAY_MS;
/** Attempts are within so many days of each other. */
const RETRIES_MS = 3 * DAY_MS;
const ORDER_LENGTH = 15;

const fail = (outcome: RefundResult['outcome'], error: string): RefundResult => ({ outcome, reference: null, error });

/** The order number of a refund, the same for each attempt, so that AZUL's lists tell whether one arrived. */
export function toRefundOrder(refund: string): string {
  const digest = createHash('sha256').update(refund).digest('hex');
  return `R${BigInt(`0x${digest}`).toString(36).toUpperCase()}`.slice(0, ORDER_LENGTH);
}

/** Tax that belongs to a part of a payment, as the database counts it. */
function findTax({ tax, amount, paymentAmount }: DueRefund) {
  const total = BigInt(tax);
  const part = BigInt(amount);
  const whole = BigInt(paymentAmount);
  return toCents(Number((2n * total * part + whole) / (2n * whole)));
}

const findSale = ({ providerOrder, providerReference }: DueRefund, transactions: readonly AzulTransaction[]) =>
  transactions.find(
    ({ order, reference, type, isApproved }) =>
      type === 'sale' && isApproved && order === providerOrder && reference === providerReference,
  );

const searchBetween = (webservice: AzulWebservice, from: number, to: number) =>
  webservice.search(toSantoDomingoDay(from), toSantoDomingoDay(to));

/** What an earlier attempt, whose response did not arrive, has done. AZUL may list it under the order of the sale. */
function findEarlier(refund: DueRefund, sale: AzulTransaction, transactions: readonly AzulTransaction[]) {
  const ownOrder = toRefundOrder(refund.id);
  return transactions.find(({ isApproved, type, order, amount }) => {
    const isOfSale = order === sale.order;
    if (type === 'refund') return isApproved && (order === ownOrder || (isOfSale && amount === refund.amount));
    return isApproved && type === 'void' && isOfSale;
  });
}

function readOutcome({ isApproved, wasProcessed, code, reference }: AzulOutcome, age: number): RefundResult {
  if (isApproved) return { outcome: 'succeeded', reference, error: null };
  // The bank said no for good, so the money goes back to the wallet.
  if (wasProcessed) return fail('failed', `IsoCode ${code}`);
  return fail(age < SETTLEMENT_MS ? 'retry' : 'manual', code);
}

/**
 * Gives a card payment back, by a void as long as AZUL allows it. Without the webservice, or when its lists do not have
 * the sale, an operator does it in AZUL's portal: the AzulOrderId that a browser brought was not signed, and a void of
 * another one could give back more than was paid.
 */
export async function refundAzul(
  refund: DueRefund,
  azul: PaymentProviders['azul'],
  now: number,
): Promise<RefundResult> {
  if (azul?.webservice === undefined || !azul.webservice.canSearch) return fail('manual', 'no-webservice');
  const { webservice, settings } = azul;
  // The merchant number was another one when this was paid.
  if (!chargesIn(refund.currency, settings)) return fail('manual', 'other-currency');
  // AZUL takes one refund of a sale, and its lists may not tell one from another of the same amount.
  if (refund.refundedBefore) return fail('manual', 'refunded-before');
  const age = now - refund.capturedAt.getTime();
  if (age > REFUND_WINDOW_MS) return fail('manual', 'too-late');
  try {
    // The sale may have been before midnight, and its return after it.
    const capturedAt = refund.capturedAt.getTime();
    const sale = findSale(refund, await searchBetween(webservice, capturedAt - DAY_MS, capturedAt + DAY_MS));
    if (sale === undefined) return fail('manual', 'sale-not-listed');
    const earlier =
      refund.attempts > 0 && findEarlier(refund, sale, await searchBetween(webservice, now - RETRIES_MS, now));
    if (earlier) return { outcome: 'succeeded', reference: earlier.reference, error: null };
    const soldAt = parseSantoDomingoTime(sale.dateTime);
    const isWhole = refund.amount === refund.paymentAmount && sale.amount === refund.amount;
    if (isWhole && soldAt !== null && now - soldAt < VOID_WINDOW_MS) {
      const outcome = await webservice.cancel(sale);
      return outcome.isApproved ? readOutcome(outcome, age) : fail('retry', outcome.code);
    }
    const order = toRefundOrder(refund.id);
    const { azulOrderId } = sale;
    const originalDay = toSantoDomingoDay(soldAt ?? refund.capturedAt.getTime());
    const { amount } = refund;
    return readOutcome(await webservice.refund({ azulOrderId, order, amount, tax: findTax(refund), originalDay }), age);
  } catch (error) {
    // The next attempt looks into AZUL's lists first.
    if (error instanceof ProviderError) return fail('retry', `${error.failure} ${error.code}`.slice(0, 300));
    throw error;
  }
}

/** What an operator has to look into. Other issues pass by themselves. */
const MANUAL_ISSUES = new Set([
  'CAPTURE_FULLY_REFUNDED',
  'REFUND_AMOUNT_EXCEEDED',
  'REFUND_TIME_LIMIT_EXCEEDED',
  'REFUND_NOT_ALLOWED',
  'REFUND_CAPTURE_CURRENCY_MISMATCH',
  'TRANSACTION_DISPUTED',
  'RESOURCE_NOT_FOUND',
  'PERMISSION_DENIED',
]);

function toResult({ id: reference, status, status_details: details }: PayPalRefund): RefundResult {
  if (status === 'COMPLETED') return { outcome: 'succeeded', reference, error: null };
  if (status === 'PENDING') return { outcome: 'pending', reference, error: null };
  return { outcome: 'failed', reference, error: `${status} ${details?.reason ?? ''}`.trim().slice(0, 300) };
}

/** Gives a PayPal payment back. A repeat is the same refund to PayPal, so an attempt whose response was lost does no harm. */
export async function refundPayPal(refund: DueRefund, orders: PayPalOrders): Promise<RefundResult> {
  const { id, amount, currency, providerReference, attempts } = refund;
  try {
    const result = await orders.refund(providerReference, { id, amount, currency });
    // PayPal may repeat its first response to a repeated request.
    const isStale = attempts > 0 && result.status === 'PENDING';
    return toResult(isStale ? await orders.getRefund(result.id) : result);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const { failure, code } = error;
    const outcome = failure === 'rejected' && MANUAL_ISSUES.has(code) ? 'manual' : 'retry';
    return { outcome, reference: null, error: `${failure} ${code}`.slice(0, 300) };
  }
}
