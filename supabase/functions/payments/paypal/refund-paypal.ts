import { ProviderError } from '../call-provider.ts';
import type { DueRefund, RefundResult } from '../payment-store.ts';
import type { PayPalOrders, PayPalRefund } from './orders.ts';

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
