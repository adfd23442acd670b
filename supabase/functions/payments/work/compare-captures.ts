import { toSantoDomingoDay } from '../azul/santo-domingo.ts';
import type { AzulTransaction, AzulWebservice } from '../azul/webservice.ts';
import { isPaid, type Provider } from '../payment.ts';
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

/** Sales around the time of a payment that was captured here much later than it was made. */
async function findEarlierSales(
  { payment }: CapturedPayment,
  { webservice, store }: { webservice: AzulWebservice; store: PaymentStore },
): Promise<AzulTransaction[]> {
  const createdAt = (await store.read(payment))?.createdAt.getTime();
  if (createdAt === undefined) return [];
  const listed = await webservice.search(toSantoDomingoDay(createdAt), toSantoDomingoDay(createdAt + DAY_MS));
  return listed.filter(isOwnSale);
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

/** A sale of that day that was given up here. It counts from now on, and an operator hears of it. */
async function findUncounted(sale: AzulTransaction, store: PaymentStore): Promise<Found[]> {
  const payment = await store.find('azul', sale.order);
  // An open one is left to the checks.
  if (payment !== null && (isPaid(payment) || payment.state === 'pending')) return [];
  const detail = `AZUL lists the sale ${sale.azulOrderId}`;
  if (payment !== null && sale.amount !== null) {
    const { amount, reference } = sale;
    await store.capture({ payment: payment.id, amount, currency: payment.currency, reference, cause: 'check' });
  }
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
    found.push(...compareWithAzul(capture, isListed ? sales : await findEarlierSales(capture, { webservice, store })));
  }
  const counted = new Set(captures.map(({ providerOrder }) => providerOrder));
  for (const sale of sales) {
    if (counted.has(sale.order) || !sale.dateTime.startsWith(day.replaceAll('-', ''))) continue;
    found.push(...(await findUncounted(sale, store)));
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
