import { expect, test } from 'vitest';
import { SIMULATED_AZUL } from '../../../server/payments/simulated-accounts.ts';
import {
  createAzulForm,
  postForm,
  type SimulatorUnderTest,
  setClock,
  setFaults,
} from '../../../server/testing/payment-simulator.ts';
import { setUpPaymentSimulator } from '../../../server/testing/set-up-payment-simulator.ts';

let simulator: SimulatorUnderTest;

setUpPaymentSimulator((started) => {
  simulator = started;
});

const MINUTE = 60;
const DAY = 86_400;

const CREDENTIALS = { Auth1: SIMULATED_AZUL.auth1, Auth2: SIMULATED_AZUL.auth2 };
const STORE = { Channel: 'EC', Store: SIMULATED_AZUL.merchantId };

async function call(query: string, body: unknown, headers: Record<string, string> = CREDENTIALS) {
  const response = await fetch(`${simulator.url}/webservices/JSON/Default.aspx${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return (await response.json()) as Record<string, string> & { Transactions: Record<string, unknown>[] };
}

const refund = (azulOrderId: string, amount: string, changes: object = {}) =>
  call('', {
    ...STORE,
    TrxType: 'Refund',
    AzulOrderId: azulOrderId,
    Amount: amount,
    Itbis: '000',
    CurrencyPosCode: '$',
    PosInputMode: 'E-Commerce',
    OrderNumber: 'PKREFUND0000001',
    AcquirerRefData: '1',
    CardNumber: '',
    Expiration: '',
    CVC: '',
    ...changes,
  });

const voidPayment = (azulOrderId: string) => call('?ProcessVoid', { ...STORE, AzulOrderId: azulOrderId });

async function pay(outcome = 'approve') {
  const form = createAzulForm(simulator.merchant);
  const opened = await postForm(`${simulator.url}/PaymentPage/`, form);
  const page = new URL(opened.headers.get('location') ?? '', simulator.url).href;
  const decided = await postForm(page, { outcome });
  const query = new URL(decided.headers.get('location') ?? '', simulator.url).searchParams;
  return { number: form.OrderNumber ?? '', azulOrderId: query.get('AzulOrderId') ?? '', rrn: query.get('RRN') };
}

const toDay = (time: Date) => new Date(time.getTime() - 4 * 3_600_000).toISOString().slice(0, 10);

async function search(from = new Date(), to = new Date()) {
  const { Transactions } = await call('?SearchPayments', { ...STORE, DateFrom: toDay(from), DateTo: toDay(to) });
  return Transactions;
}

test.each<[string, Record<string, string>]>([
  ['MISSING_AUTH_HEADER:Auth1', { Auth2: SIMULATED_AZUL.auth2 }],
  ['MISSING_AUTH_HEADER:Auth2', { Auth1: SIMULATED_AZUL.auth1 }],
  ['INVALID_AUTH:Auth', { ...CREDENTIALS, Auth2: 'guess' }],
])('a caller gets %s without the right headers', async (error, headers) => {
  expect(await call('?VerifyPayment', { ...STORE, CustomOrderId: '1' }, headers)).toMatchObject({
    ResponseCode: 'Error',
    ErrorDescription: error,
  });
});

test.each<[string, string, unknown]>([
  ['PARSING_ERROR', '?VerifyPayment', '{'],
  ['INVALID_CHANNEL', '?VerifyPayment', { ...STORE, Channel: 'XX', CustomOrderId: '1' }],
  ['INVALID_MERCHANTID', '?VerifyPayment', { ...STORE, Store: '1', CustomOrderId: '1' }],
  ['VALIDATION_ERROR:CustomOrderId', '?VerifyPayment', { ...STORE, CustomOrderId: 'x'.repeat(76) }],
  ['VALIDATION_ERROR:DateFrom', '?SearchPayments', { ...STORE, DateFrom: 'yesterday', DateTo: '2026-09-15' }],
  ['VALIDATION_ERROR:DateTo', '?SearchPayments', { ...STORE, DateFrom: '2026-09-15', DateTo: '2026-09-14' }],
  ['VALIDATION_ERROR:DateTo', '?SearchPayments', { ...STORE, DateFrom: '2026-08-01', DateTo: '2026-09-15' }],
  ['VALIDATION_ERROR:AzulOrderId', '?ProcessVoid', { ...STORE, AzulOrderId: '1' }],
  ['VALIDATION_ERROR:AzulOrderId', '?ProcessVoid', { ...STORE, AzulOrderId: "1'; drop table x" }],
])('a caller gets %s for %s %j', async (error, query, body) => {
  expect(await call(query, body)).toMatchObject({ ResponseCode: 'Error', ErrorDescription: error });
});

test('a caller gets INVALID_HTTP_METHOD for a read', async () => {
  const response = await fetch(`${simulator.url}/webservices/JSON/Default.aspx?VerifyPayment`);
  expect(await response.json()).toMatchObject({ ErrorDescription: 'INVALID_HTTP_METHOD' });
});

test('VerifyPayment does not find a sale of the page', async () => {
  const { number } = await pay();
  expect(await call('?VerifyPayment', { ...STORE, CustomOrderId: number })).toMatchObject({ Found: false });
});

test('SearchPayments lists the sales of the page, approved and declined, in both date forms', async () => {
  const [approved, declined] = [await pay(), await pay('decline-51')];
  const found = await search();
  expect(found.find(({ OrderNumber }) => OrderNumber === approved.number)).toMatchObject({
    Amount: '59000',
    Itbis: '9000',
    AzulOrderId: approved.azulOrderId,
    IsoCode: '00',
    RRN: approved.rrn,
    TransactionType: 'Sale',
    CurrencyPosCode: '$',
  });
  expect(found.find(({ OrderNumber }) => OrderNumber === declined.number)).toMatchObject({ IsoCode: '51' });
  const day = toDay(new Date()).replaceAll('-', '');
  const compact = await call('?SearchPayments', { ...STORE, DateFrom: day, DateTo: day });
  expect(compact.Transactions).toHaveLength(found.length);
});

test('SearchPayments lists nothing of other days, and no order that nobody paid', async () => {
  const number = 'PKOPEN000000001';
  await postForm(`${simulator.url}/PaymentPage/`, createAzulForm(simulator.merchant, { OrderNumber: number }));
  expect((await search()).map(({ OrderNumber }) => OrderNumber)).not.toContain(number);
  const old = new Date(Date.now() - 3 * DAY * 1000);
  expect(await search(old, old)).toEqual([]);
});

test('a payment is voided within 20 minutes and not after', async () => {
  const [early, late] = [await pay(), await pay()];
  await setClock(simulator, 19 * MINUTE);
  expect(await voidPayment(early.azulOrderId)).toMatchObject({ ResponseCode: 'ISO8583', IsoCode: '00' });
  await setClock(simulator, 21 * MINUTE);
  expect(await voidPayment(late.azulOrderId)).toMatchObject({ ErrorDescription: 'WRONG TRANSACTION STATE' });
});

test('a voided payment is neither voided nor refunded again', async () => {
  const { azulOrderId } = await pay();
  await voidPayment(azulOrderId);
  const error = { ErrorDescription: 'The original transaction was already voided' };
  expect(await voidPayment(azulOrderId)).toMatchObject(error);
  expect(await refund(azulOrderId, '59000')).toMatchObject(error);
});

test('a payment is refunded in part once, up to its amount, and the refund is listed', async () => {
  const { azulOrderId, number } = await pay();
  const OrderNumber = 'PKREFUND0000042';
  expect(await refund(azulOrderId, '59001')).toMatchObject({ ErrorDescription: 'VALIDATION_ERROR:Amount' });
  expect(await refund(azulOrderId, '0')).toMatchObject({ ErrorDescription: 'VALIDATION_ERROR:Amount' });
  expect(await refund(azulOrderId, '20000', { OrderNumber })).toMatchObject({
    ResponseCode: 'ISO8583',
    IsoCode: '00',
    AuthorizationCode: '',
  });
  expect(await refund(azulOrderId, '100')).toMatchObject({
    ErrorDescription: 'The original transaction was already returned',
  });
  const listed = (await search()).filter((row) => [number, OrderNumber].includes(String(row.OrderNumber)));
  expect(listed).toMatchObject([
    { TransactionType: 'Sale', OrderNumber: number, Amount: '59000' },
    { TransactionType: 'Refund', OrderNumber, Amount: '20000' },
  ]);
});

test('two refunds at once give back once', async () => {
  const { azulOrderId } = await pay();
  const refunds = await Promise.all([refund(azulOrderId, '59000'), refund(azulOrderId, '59000')]);
  expect(refunds.filter(({ IsoCode }) => IsoCode === '00')).toHaveLength(1);
});

test('a payment is refunded for six months', async () => {
  const [early, late] = [await pay(), await pay()];
  await setClock(simulator, 180 * DAY);
  expect(await refund(early.azulOrderId, '59000')).toMatchObject({ IsoCode: '00' });
  await setClock(simulator, 185 * DAY);
  expect(await refund(late.azulOrderId, '59000')).toMatchObject({ ErrorDescription: 'WRONG TRANSACTION STATE' });
});

test('a declined payment is not refunded, and TrxType is case-sensitive', async () => {
  const declined = await pay('decline-51');
  expect(await refund(declined.azulOrderId, '100')).toMatchObject({ ErrorDescription: 'WRONG TRANSACTION STATE' });
  const { azulOrderId } = await pay();
  const misspelt = await refund(azulOrderId, '100', { TrxType: 'refund' });
  expect(misspelt).toMatchObject({ ErrorDescription: 'VALIDATION_ERROR:TrxType' });
});

test('a refund can fail, and can wait for the settlement', async () => {
  const failing = await pay('refund-failed');
  expect(await refund(failing.azulOrderId, '59000')).toMatchObject({ ResponseCode: 'ISO8583', IsoCode: '99' });
  const unsettled = await pay('refund-after-settlement');
  expect(await refund(unsettled.azulOrderId, '59000')).toMatchObject({ ErrorDescription: 'WRONG TRANSACTION STATE' });
  await setClock(simulator, DAY);
  expect(await refund(unsettled.azulOrderId, '59000')).toMatchObject({ IsoCode: '00' });
});

test('a refund whose response is lost was made', async () => {
  const { azulOrderId, number } = await pay();
  await setFaults(simulator, number, ['dropped-response']);
  await expect(refund(azulOrderId, '59000')).rejects.toThrow();
  await setFaults(simulator, number, []);
  expect(await refund(azulOrderId, '59000')).toMatchObject({
    ErrorDescription: 'The original transaction was already returned',
  });
});
