import { isPaid } from '../../../domain/money/payment.ts';
import { findDeclineReason } from './azul-declines.ts';
import { type AzulTransaction, type AzulWebservice, toSantoDomingoDay } from './azul-webservice.ts';
import {
  type CapturedPayment,
  type Cause,
  type Difference,
  isSettled,
  type Payment,
  type PaymentStore,
  type SavedCard,
} from './payment-store.ts';

/**
 * Sales of an order that AZUL has not taken back. Each void removes one; so does a whole refund while the order is unpaid here.
 */
function findSales(
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
function captureSale(
  payment: Payment,
  { amount, reference, azulOrderId, otherCurrency }: AzulTransaction,
  { store, cause, card = null }: News,
): Promise<void> {
  const { id, currency } = payment;
  return amount === null
    ? store.recordDifference('amount', payment, `AZUL lists the sale ${azulOrderId} without an amount`)
    : store.capture({ payment: id, amount, currency: otherCurrency ?? currency, reference, cause, card });
}

/** Tells the operator of an approval that is no sale, such as a hold, which brings no money. */
const recordOther = (payment: Payment, { type, azulOrderId }: AzulTransaction, store: Store): Promise<void> =>
  store.recordDifference('not-a-sale', payment, `AZUL lists a ${type} ${azulOrderId}`);

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

const DAY_MS = 86_400_000;
/** Orders of ours; the same merchant may sell elsewhere. */
const OWN_ORDER = /^[A-Z0-9]{15}$/;

type Comparison = { webservice: AzulWebservice; store: PaymentStore };
/** `listed` is what AZUL has approved that day, the day before and the day after. */
type Day = Comparison & { listed: readonly AzulTransaction[] };

const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, day.length);

/** Approved transactions around the time at which a payment was begun: it may have been captured here much later. */
async function searchAround({ createdAt }: Payment, { webservice }: Comparison): Promise<AzulTransaction[]> {
  const from = createdAt.getTime();
  const rows = await webservice.search(toSantoDomingoDay(from), toSantoDomingoDay(from + DAY_MS));
  return rows.filter(({ isApproved }) => isApproved);
}

const isSaleOf =
  (order: string | null) =>
  (row: AzulTransaction): boolean =>
    row.type === 'sale' && row.order === order;

/** Compares a payment that is counted here with AZUL's list. */
async function compareCapture(capture: CapturedPayment, day: Day): Promise<Difference | null> {
  const { paymentId: id, providerOrder, providerReference, capturedBy } = capture;
  const { store, listed } = day;
  const payment = await store.read(id);
  if (payment === null) return null;
  const rows = listed.some(isSaleOf(providerOrder)) ? listed : await searchAround(payment, day);
  const sales = rows.filter(isSaleOf(providerOrder));
  const counted = sales.find(({ reference }) => reference === providerReference);
  const news = { store, cause: 'comparison' } as const;
  if (capturedBy === 'operator' && sales.length > 0) {
    for (const sale of findSales(rows, providerOrder)) await captureSale(payment, sale, news);
    return null;
  }
  if (counted === undefined) {
    return ['missing-there', payment, `AZUL lists ${sales.length} other sales of this order`];
  }
  if (counted.amount !== capture.amount || counted.otherCurrency !== null) {
    return ['amount', payment, `AZUL lists ${counted.amount ?? 'no'} cents ${counted.otherCurrency ?? ''}`.trim()];
  }
  if (capturedBy === 'return') await captureSale(payment, counted, news);
  return null;
}

/** Compares a listed sale that is not counted here: its order was given up, or another sale has paid it. */
async function compareSale(sale: AzulTransaction, payment: Payment | null, day: Day): Promise<Difference | null> {
  const { store, listed } = day;
  const detail = `AZUL lists the sale ${sale.azulOrderId}`;
  if (payment === null) return ['missing-here', { provider: 'azul', id: null, providerOrder: sale.order }, detail];
  // An open payment is left to the checks, and a void may have taken the money of the sale back.
  const isLeft = payment.state !== 'pending' && payment.providerReference !== sale.reference;
  if (!isLeft || !findSales(listed, sale.order, isPaid(payment)).includes(sale)) return null;
  if (isSettled(payment)) {
    const isCounted = ({ order, reference }: AzulTransaction) =>
      order === sale.order && reference === payment.providerReference;
    // AZUL may list the sale we counted under another reference.
    if (!listed.some(isCounted) && !(await searchAround(payment, day)).some(isCounted)) {
      return ['missing-here', payment, detail];
    }
  }
  // Counts the sale, or returns it as a second one; the database records which.
  await captureSale(payment, sale, { store, cause: 'comparison' });
  return null;
}

/** Records a void, a refund, a chargeback or an approval that brings no money. */
async function compareOther(row: AzulTransaction, payment: Payment | null, { store, listed }: Day): Promise<void> {
  const { order, type, reference, amount, otherCurrency } = row;
  const takesBack = type === 'void' || type === 'refund' || type === 'chargeback';
  const wasSold = listed.some(isSaleOf(order));
  if (payment !== null && !isSettled(payment) && payment.capturedBy === null) {
    // A sale that was never counted and that a void took back needs nothing.
    if (!(takesBack && wasSold)) await recordOther(payment, row, store);
  } else if (!takesBack) {
    if (payment !== null) await recordOther(payment, row, store);
  } else if (type !== 'void' || findSales(listed, order).length === 0) {
    await store.recordReversal({
      provider: 'azul',
      providerOrder: order,
      reference,
      kind: type === 'chargeback' ? 'dispute' : type,
      // A void takes the whole amount back.
      amount: amount ?? (type === 'void' ? (payment?.amount ?? null) : null),
      currency: otherCurrency,
    });
  }
}

/**
 * Compares a day's transactions of all kinds with AZUL's list. What it can repair it repairs; the rest waits for an operator.
 * @returns how many differences it has found
 * @throws ProviderError
 */
export async function compareWithAzul(date: string, comparison: Comparison): Promise<number> {
  const { webservice, store } = comparison;
  const captures = await store.listCaptures('azul', date);
  // A sale shortly before midnight may have been captured here after it.
  const rows = await webservice.search(addDays(date, -1), addDays(date, 1));
  const listed = rows.filter(({ isApproved, order }) => isApproved && OWN_ORDER.test(order));
  const day: Day = { ...comparison, listed };
  const found: (Difference | null)[] = [];
  for (const capture of captures) found.push(await compareCapture(capture, day));
  const counted = new Set(captures.map(({ providerReference }) => providerReference));
  const ofDay = listed.filter(({ dateTime }) => dateTime.startsWith(date.replaceAll('-', '')));
  // Sales first: a refund may be of one that is counted from now on.
  const sales = ofDay.filter(({ type }) => type === 'sale');
  const others = ofDay.filter(({ type }) => type !== 'sale');
  for (const sale of sales) {
    if (counted.has(sale.reference)) continue;
    found.push(await compareSale(sale, await store.find('azul', sale.order), day));
  }
  for (const row of others) await compareOther(row, await store.find('azul', row.order), day);
  const differences = found.filter((difference) => difference !== null);
  for (const difference of differences) await store.recordDifference(...difference);
  return differences.length;
}
