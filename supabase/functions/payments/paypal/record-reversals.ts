import type { PaymentStore } from '../payment-store.ts';
import type { PayPalOrders } from './orders.ts';

type Dependencies = { orders: PayPalOrders; store: PaymentStore };

/** Outcomes after which the operator keeps the money, or PayPal pays. */
const WON = ['RESOLVED_SELLER_FAVOUR', 'CANCELED_BY_BUYER', 'DENIED', 'RESOLVED_WITH_PAYOUT'];

/** Records what PayPal has given back of an order, by whomever. False when it names nothing. */
export async function recordRefunds(providerOrder: string, { orders, store }: Dependencies): Promise<boolean> {
  const refunds = (await orders.find(providerOrder))?.refunds ?? [];
  const done = refunds.filter(({ status }) => status === 'COMPLETED' || status === 'PENDING');
  for (const { id: reference, amount } of done) {
    await store.recordReversal({
      provider: 'paypal',
      providerOrder,
      reference,
      kind: 'refund',
      amount: amount.value,
      currency: amount.currency_code,
      isWon: false,
    });
  }
  return done.length > 0;
}

/** Records how a dispute stands. False when PayPal does not know it. */
export async function recordDispute(id: string, { orders, store }: Dependencies): Promise<boolean> {
  const dispute = await orders.findDispute(id);
  const capture = dispute?.disputed_transactions[0]?.seller_transaction_id;
  if (dispute === null || capture === undefined) return false;
  await store.recordReversal({
    provider: 'paypal',
    providerOrder: capture,
    reference: dispute.dispute_id,
    kind: 'dispute',
    amount: dispute.dispute_amount.value,
    currency: dispute.dispute_amount.currency_code,
    isWon: dispute.status === 'RESOLVED' && WON.includes(dispute.dispute_outcome?.outcome_code ?? ''),
  });
  return true;
}
