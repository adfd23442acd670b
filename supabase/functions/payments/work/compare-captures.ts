import type { Provider } from '../../../../domain/money/charge-method.ts';
import { isPaid } from '../../../../domain/money/payment-states.ts';
import { toSantoDomingoDay } from '../azul/santo-domingo.ts';
import type { AzulTransaction, AzulWebservice } from '../azul/webservice.ts';
import type { Payment } from '../payment.ts';
import type { PaymentProviders } from '../payment-providers.ts';
import type { CapturedPayment, Difference, PaymentStore } from '../payment-store.ts';
import type { PayPalOrders } from '../paypal/orders.ts';

const DAY_MS = 86_400_000;
/** Orders of ours; the same merchant may sell elsewhere. */
const OWN_ORDER = /^[A-Z0-9]{15}$/;
/** PayPal is asked about so many captures at the same time. */
const BATCH = 4;

type Found = Omit<Difference, 'provider'>;

const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, day.length);

const describe = ({ payment, providerOrder }: CapturedPayment) => ({ payment, providerOrder });

const isOwnSale = ({ type, isApproved, order }: AzulTransaction) =>
  type === 'sale' && isApproved && OWN_ORDER.test(order);

/** Sales around the time at which a payment was begun: it may have been captured here much later. */
async function findSalesAround({ createdAt }: Payment, webservice: AzulWebservice): Promise<AzulTransaction[]> {
  const from = createdAt.getTime();
  const listed = await webservice.search(toSantoDomingoDay(from), toSantoDomingoDay(from + DAY_MS));
  return listed.filter(isOwnSale);
}

async function findEarlierSales({ payment: id }: CapturedPayment, store: PaymentStore, webservice: AzulWebservice) {
  const payment = await store.read(id);
  return payment === null ? [] : findSalesAround(payment, webservice);
}

/** What we count and AZUL does not, or differently. */
function compareWithAzul(capture: CapturedPayment, sales: readonly AzulTransaction[]): Found[] {
  const own = sales.filter(({ order }) => order === capture.providerOrder);
  const [sale] = own.filter(({ reference }) => reference === capture.providerReference);
  if (sale === undefined) {
    const detail = `AZUL lists ${own.length} other sales of this order`;
    return [{ kind: 'missing-there', ...describe(capture), detail }];
  }
  if (sale.amount === capture.amount) return [];
  return [{ kind: 'amount', ...describe(capture), detail: `AZUL lists ${sale.amount ?? 'no'} cents` }];
}

async function captureSale({ amount, reference }: AzulTransaction, { id, currency }: Payment, store: PaymentStore) {
  if (amount !== null) await store.capture({ payment: id, amount, currency, reference, cause: 'check' });
}

type Sales = { sales: readonly AzulTransaction[]; store: PaymentStore; webservice: AzulWebservice };

/** Whether AZUL lists the sale that we count. If not, another one may be the same under another reference. */
async function listsCountedSale(payment: Payment, { sales, webservice }: Sales): Promise<boolean> {
  const isCounted = ({ order, reference }: AzulTransaction) =>
    order === payment.providerOrder && reference === payment.providerReference;
  return sales.some(isCounted) || (await findSalesAround(payment, webservice)).some(isCounted);
}

/** A sale of that day that is not counted here: of an order that was given up or that another sale has paid. */
async function findUncounted(sale: AzulTransaction, compared: Sales): Promise<Found[]> {
  const { store } = compared;
  const payment = await store.find('azul', sale.order);
  // An open one is left to the checks.
  if (payment?.state === 'pending' || payment?.providerReference === sale.reference) return [];
  if (payment !== null && isPaid(payment)) {
    if (await listsCountedSale(payment, compared)) {
      // It goes back by itself, and the database tells the operator.
      await captureSale(sale, payment, store);
      return [];
    }
  } else if (payment !== null) {
    // It counts from now on.
    await captureSale(sale, payment, store);
  }
  const detail = `AZUL lists the sale ${sale.azulOrderId}`;
  return [{ kind: 'missing-here', payment: payment?.id ?? null, providerOrder: sale.order, detail }];
}

async function findAzulDifferences(day: string, webservice: AzulWebservice, store: PaymentStore): Promise<Found[]> {
  const captures = await store.listCaptures('azul', day);
  // A sale shortly before midnight may have been captured here after it.
  const listed = await webservice.search(addDays(day, -1), addDays(day, 1));
  const sales = listed.filter(isOwnSale);
  const found: Found[] = [];
  for (const capture of captures) {
    const isListed = sales.some(({ order }) => order === capture.providerOrder);
    found.push(...compareWithAzul(capture, isListed ? sales : await findEarlierSales(capture, store, webservice)));
  }
  const counted = new Set(captures.map(({ providerReference }) => providerReference));
  for (const sale of sales) {
    if (counted.has(sale.reference) || !sale.dateTime.startsWith(day.replaceAll('-', ''))) continue;
    found.push(...(await findUncounted(sale, { sales, store, webservice })));
  }
  return found;
}

async function compareWithPayPal(capture: CapturedPayment, orders: PayPalOrders): Promise<Found[]> {
  const there = await orders.findCapture(capture.providerReference);
  if (there === null) return [{ kind: 'missing-there', ...describe(capture), detail: 'PayPal has no such capture' }];
  const { value, currency_code: currency } = there.amount;
  if (value === capture.amount && currency === capture.currency) return [];
  return [{ kind: 'amount', ...describe(capture), detail: `PayPal has ${value} cents ${currency}` }];
}

async function findPayPalDifferences(day: string, orders: PayPalOrders, store: PaymentStore): Promise<Found[]> {
  const captures = await store.listCaptures('paypal', day);
  const found: Found[] = [];
  for (let index = 0; index < captures.length; index += BATCH) {
    const batch = captures.slice(index, index + BATCH);
    found.push(...(await Promise.all(batch.map((capture) => compareWithPayPal(capture, orders)))).flat());
  }
  return found;
}

/**
 * Compares a day's captured payments with the provider's record. Differences wait for an operator.
 * @returns how many there are
 * @throws ProviderError
 */
export async function compareCaptures(
  provider: Provider,
  day: string,
  { providers, store }: { providers: PaymentProviders; store: PaymentStore },
): Promise<number> {
  const { azul, paypal } = providers;
  let found: Found[] = [];
  if (provider === 'azul' && azul?.webservice?.canSearch) {
    found = await findAzulDifferences(day, azul.webservice, store);
  } else if (provider === 'paypal' && paypal) {
    found = await findPayPalDifferences(day, paypal.orders, store);
  }
  for (const difference of found) await store.recordDifference({ provider, ...difference });
  return found.length;
}
