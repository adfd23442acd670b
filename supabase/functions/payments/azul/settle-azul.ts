import type { Payment } from '../payment.ts';
import type { PaymentStore } from '../payment-store.ts';
import { findDeclineReason } from './decline-reason.ts';
import type { AzulTransaction } from './webservice.ts';

/**
 * Records what AZUL's lists say about a payment. An order that they do not have stays open: the driver may still be at
 * AZUL's page.
 */
export async function settleAzul(
  payment: Payment,
  transactions: readonly AzulTransaction[],
  store: Pick<PaymentStore, 'capture' | 'close' | 'recordDifference'>,
): Promise<void> {
  const sales = transactions.filter(({ order, type }) => type === 'sale' && order === payment.providerOrder);
  const approved = sales.filter(({ isApproved }) => isApproved);
  for (const { amount, reference, azulOrderId } of approved) {
    if (amount === null) {
      await store.recordDifference({
        provider: 'azul',
        kind: 'amount',
        payment: payment.id,
        providerOrder: payment.providerOrder,
        detail: `AZUL lists the sale ${azulOrderId} without an amount`,
      });
    } else {
      const { id, currency } = payment;
      await store.capture({ payment: id, amount, currency, reference, cause: 'check' });
    }
  }
  const [declined] = sales;
  if (approved.length > 0 || declined === undefined) return;
  const failure = findDeclineReason(declined);
  await store.close({ payment: payment.id, state: 'declined', failure, cause: 'check' });
}
