import { isPaid } from '../../../../domain/money/payment-states.ts';
import { toSantoDomingoDay } from '../azul/santo-domingo.ts';
import { captureSale, findSales, recordOther } from '../azul/settle-azul.ts';
import type { AzulTransaction, AzulWebservice } from '../azul/webservice.ts';
import { isSettled, type Payment } from '../payment.ts';
import type { CapturedPayment, Difference, PaymentStore } from '../payment-store.ts';

const DAY_MS = 86_400_000;
/** Orders of ours; the same merchant may sell elsewhere. */
const OWN_ORDER = /^[A-Z0-9]{15}$/;

type Comparison = { webservice: AzulWebservice; store: PaymentStore };
/** `listed` is what AZUL has approved that day, the day before and the day after. */
type Day = Comparison & { listed: readonly AzulTransaction[] };
type Found = Omit<Difference, 'provider'> | null;

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

/** What we count and AZUL does not, or differently. */
async function compareCapture(capture: CapturedPayment, day: Day): Promise<Found> {
  const { payment: id, providerOrder, providerReference, capturedBy } = capture;
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
    const detail = `AZUL lists ${sales.length} other sales of this order`;
    return { kind: 'missing-there', payment: id, providerOrder, detail };
  }
  if (counted.amount !== capture.amount || counted.otherCurrency !== null) {
    const detail = `AZUL lists ${counted.amount ?? 'no'} cents ${counted.otherCurrency ?? ''}`.trim();
    return { kind: 'amount', payment: id, providerOrder, detail };
  }
  if (capturedBy === 'return') await captureSale(payment, counted, news);
  return null;
}

/** A sale of that day that is not counted here: of an order that was given up or that another sale has paid. */
async function compareSale(sale: AzulTransaction, payment: Payment | null, day: Day): Promise<Found> {
  const { store, listed } = day;
  const providerOrder = sale.order;
  const detail = `AZUL lists the sale ${sale.azulOrderId}`;
  if (payment === null) return { kind: 'missing-here', payment: null, providerOrder, detail };
  // An open one is left to the checks; a void has taken the money of some back.
  const isLeft = payment.state !== 'pending' && payment.providerReference !== sale.reference;
  if (!isLeft || !findSales(listed, sale.order, isPaid(payment)).includes(sale)) return null;
  if (isSettled(payment)) {
    const isCounted = ({ order, reference }: AzulTransaction) =>
      order === sale.order && reference === payment.providerReference;
    // If AZUL does not list what we count, this may be the same under another reference.
    if (!listed.some(isCounted) && !(await searchAround(payment, day)).some(isCounted)) {
      return { kind: 'missing-here', payment: payment.id, providerOrder, detail };
    }
  }
  // It counts from now on, or goes back as a second one. The database records what was repaired.
  await captureSale(payment, sale, { store, cause: 'comparison' });
  return null;
}

/** A void, a refund, a chargeback or an approval that brings no money. */
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
      // A void is of the whole.
      amount: amount ?? (type === 'void' ? (payment?.amount ?? null) : null),
      currency: otherCurrency,
      isWon: false,
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
  const found: Found[] = [];
  for (const capture of captures) found.push(await compareCapture(capture, day));
  const counted = new Set(captures.map(({ providerReference }) => providerReference));
  const ofDay = listed.filter(({ dateTime }) => dateTime.startsWith(date.replaceAll('-', '')));
  // Sales first: a refund may be of one that is counted from now on.
  const [sales, others] = [ofDay.filter(({ type }) => type === 'sale'), ofDay.filter(({ type }) => type !== 'sale')];
  for (const sale of sales) {
    if (counted.has(sale.reference)) continue;
    found.push(await compareSale(sale, await store.find('azul', sale.order), day));
  }
  for (const row of others) await compareOther(row, await store.find('azul', row.order), day);
  const differences = found.filter((difference) => difference !== null);
  for (const difference of differences) await store.recordDifference({ provider: 'azul', ...difference });
  return differences.length;
}
