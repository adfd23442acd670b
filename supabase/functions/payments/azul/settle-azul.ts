import { isPaid } from '../../../../domain/money/payment-states.ts';
import type { Payment } from '../payment.ts';
import type { Cause, PaymentStore } from '../payment-store.ts';
import { findDeclineReason } from './decline-reason.ts';
import type { SavedCard } from './payment-return.ts';
import type { AzulTransaction } from './webservice.ts';

/**
 * Approved sales of an order whose money AZUL still has: a void takes one of them back. Of an order that is not paid here a
 * whole refund does too, as its money would be with the driver and in the wallet.
 */
export function findSales(
  transactions: readonly AzulTransaction[],
  order: string | null,
  isPaidHere = true,
): AzulTransaction[] {
  const approved = transactions.filter((row) => row.isApproved && row.order === order);
  const sales = approved.filter(({ type }) => type === 'sale');
  const isWhole = ({ type, amount }: AzulTransaction) => type === 'refund' && amount === sales[0]?.amount;
  const gone = approved.filter((row) => row.type === 'void' || (!isPaidHere && isWhole(row)));
  return sales.slice(0, Math.max(0, sales.length - gone.length));
}

type Store = Pick<PaymentStore, 'capture' | 'close' | 'recordDifference'>;
type News = { store: Store; cause: Cause; card?: SavedCard | null | undefined };

/** Counts a sale that AZUL lists. The database compares its amount and currency with those of the payment. */
export async function captureSale(
  { id: payment, providerOrder, currency }: Payment,
  { amount, reference, azulOrderId, otherCurrency }: AzulTransaction,
  { store, cause, card = null }: News,
): Promise<void> {
  if (amount !== null) {
    await store.capture({ payment, amount, currency: otherCurrency ?? currency, reference, cause, card });
    return;
  }
  const detail = `AZUL lists the sale ${azulOrderId} without an amount`;
  await store.recordDifference({ provider: 'azul', kind: 'amount', payment, providerOrder, detail });
}

/** Tells the operator of an approval that is no sale, such as a hold, which brings no money. */
export function recordOther(
  { id: payment, providerOrder }: Payment,
  row: AzulTransaction,
  store: Store,
): Promise<void> {
  const detail = `AZUL lists a ${row.type} ${row.azulOrderId}`;
  return store.recordDifference({ provider: 'azul', kind: 'not-a-sale', payment, providerOrder, detail });
}

/**
 * Records what AZUL's lists say about a payment. An order that they do not have stays open: the driver may still be at
 * AZUL's page.
 * @param news the card is the one that AZUL keeps for the driver
 */
export async function settleAzul(
  payment: Payment,
  transactions: readonly AzulTransaction[],
  news: News,
): Promise<void> {
  const { store, cause } = news;
  const counted = findSales(transactions, payment.providerOrder, isPaid(payment));
  for (const sale of counted) await captureSale(payment, sale, news);
  const own = transactions.filter(({ order }) => order === payment.providerOrder);
  const sales = own.filter(({ type }) => type === 'sale');
  const [declined] = sales;
  if (declined !== undefined && !sales.some(({ isApproved }) => isApproved)) {
    await store.close({ payment: payment.id, state: 'declined', failure: findDeclineReason(declined), cause });
  } else if (declined === undefined) {
    for (const row of own) if (row.isApproved) await recordOther(payment, row, store);
  }
}
