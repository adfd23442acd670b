import { expect, test } from 'vitest';
import { SIMULATED_AZUL } from '../../../server/payments/simulated-accounts.ts';
import {
  createAzulForm,
  postForm,
  type SimulatorUnderTest,
  setClock,
} from '../../../server/testing/payment-simulator.ts';
import { setUpPaymentSimulator } from '../../../server/testing/set-up-payment-simulator.ts';
import { signReturn } from './azul-order.ts';

let simulator: SimulatorUnderTest;

setUpPaymentSimulator((started) => {
  simulator = started;
});

const MINUTE = 60;
const DAY = 86_400;

const pageUrl = () => `${simulator.url}/PaymentPage/`;

/** Opens the page and follows its redirect. */
async function open(changes: Record<string, string> = {}) {
  const form = createAzulForm(simulator.merchant, changes);
  const opened = await postForm(pageUrl(), form);
  return { form, page: new URL(opened.headers.get('location') ?? '', simulator.url).href };
}

async function decide(page: string, outcome: string, card = '4012000033330026') {
  const location = (await postForm(page, { outcome, card })).headers.get('location') ?? '';
  return { location, query: Object.fromEntries(new URL(location, simulator.url).searchParams) };
}

test('a buyer who approves comes back to the approved address with AZUL’s signed query', async () => {
  const { form, page } = await open();
  const { location, query } = await decide(page, 'approve');
  expect(location).toMatch(`${simulator.merchant.url}/approved?payment=7f3a&OrderNumber=${form.OrderNumber}&`);
  expect(query).toMatchObject({
    Amount: '59000',
    Itbis: '9000',
    AuthorizationCode: expect.stringMatching(/^OK\d{4}$/),
    DateTime: expect.stringMatching(/^\d{14}$/),
    ResponseCode: 'ISO8583',
    IsoCode: '00',
    AuthHash: signReturn(query),
    CardNumber: '40120000****0026',
    DataVaultToken: '',
  });
});

test.each([
  ['decline', '05'],
  ['decline-51', '51'],
  ['decline-54', '54'],
])('a buyer whose outcome is %s comes back to the declined address with %s', async (outcome, isoCode) => {
  const { location, query } = await decide((await open()).page, outcome);
  expect(location).toMatch(`${simulator.merchant.url}/declined?payment=7f3a&`);
  expect(query).toMatchObject({ IsoCode: isoCode, AuthorizationCode: '', AuthHash: signReturn(query) });
});

test('a buyer who leaves comes back to the cancel address with nothing added, and can still pay', async () => {
  const { page } = await open();
  expect((await decide(page, 'leave')).location).toBe(`${simulator.merchant.url}/cancelled?payment=7f3a`);
  expect((await decide(page, 'approve')).query.IsoCode).toBe('00');
});

test('the card with a limit is declined above 75 pesos only', async () => {
  for (const [amount, isoCode] of [
    ['7500', '00'],
    ['7501', '05'],
  ] as const) {
    const { page } = await open({ Amount: amount, ITBIS: '000' });
    expect((await decide(page, 'approve', '4005520000000129')).query.IsoCode).toBe(isoCode);
  }
});

test.each<[string, Record<string, string>]>([
  ['VALIDATION_ERROR:MerchantId', { MerchantId: '39000000002' }],
  ['VALIDATION_ERROR:OrderNumber', { OrderNumber: 'PK-1' }],
  ['VALIDATION_ERROR:Amount', { Amount: '590.00' }],
  ['VALIDATION_ERROR:ITBIS', { ITBIS: '0' }],
  ['VALIDATION_ERROR:CurrencyCode', { CurrencyCode: 'DOP' }],
  ['VALIDATION_ERROR:DataVaultToken', { DataVaultToken: '2d0b8a2e-55a1-4f1c-9d2b-6f3b8f0e4a11' }],
  ['VALIDATION_ERROR:DeclinedUrl', { DeclinedUrl: 'javascript:alert(1)' }],
  ['INVALID_BASEDOMAIN:ApprovedUrl', { ApprovedUrl: 'https://elsewhere.example/approved' }],
  ['INVALID_BASEDOMAIN:DeclinedUrl', { DeclinedUrl: 'http://127.0.0.1:1@evil.example/' }],
])('the page shows %s for %j and opens no payment', async (error, changes) => {
  const form = createAzulForm(simulator.merchant, { OrderNumber: 'PKNOT0000000001', ...changes });
  const response = await postForm(pageUrl(), form);
  expect(response.status).toBe(400);
  expect(await response.text()).toContain(`<code>${error}</code>`);
  expect(await (await fetch(`${simulator.url}/simulator/orders/${form.OrderNumber}`)).json()).toEqual([]);
});

test('the page shows INVALID_AUTH for a form that was changed after signing', async () => {
  const changed = await postForm(pageUrl(), { ...createAzulForm(simulator.merchant), Amount: '100', ITBIS: '000' });
  expect(await changed.text()).toContain('INVALID_AUTH:AuthHash');
});

test('a saved card comes back as a token, with which the next payment is made', async () => {
  const first = await decide((await open({ SaveToDataVault: '1' })).page, 'approve', '5413330089600119');
  const token = { DataVaultToken: first.query.DataVaultToken ?? '' };
  expect(first.query).toMatchObject({ DataVaultBrand: 'MASTERCARD', DataVaultExpiration: '203412' });
  const { page } = await open(token);
  expect(await (await fetch(page)).text()).toContain('54133300****0119');
  expect((await decide(page, 'approve')).query).toMatchObject({ ...token, CardNumber: '54133300****0119' });
  expect((await decide((await open({ SaveToDataVault: '1' })).page, 'decline')).query.DataVaultToken).toBe('');
});

test('two presses at once try the payment once, and the way back stays the same', async () => {
  const { page } = await open();
  const decided = await Promise.all([decide(page, 'approve'), decide(page, 'approve')]);
  const returned = decided.filter(({ location }) => location.startsWith(simulator.merchant.url));
  expect(returned).toHaveLength(1);
  expect(await (await fetch(page)).text()).toContain(returned[0]?.location.replaceAll('&', '&amp;'));
  expect((await decide(page, 'decline')).location).toBe(new URL(page).pathname);
});

test('a form that is sent twice is charged twice, as AZUL promises nothing else', async () => {
  const { form, page } = await open();
  const again = await open({ OrderNumber: form.OrderNumber ?? '' });
  const charged = [await decide(page, 'approve'), await decide(again.page, 'approve')];
  expect(charged.map(({ query }) => query.IsoCode)).toEqual(['00', '00']);
  expect(charged[0]?.query.AzulOrderId).not.toBe(charged[1]?.query.AzulOrderId);
});

test('the page loads nothing, runs nothing, and its form leads to the merchant only', async () => {
  const response = await fetch((await open({ Locale: 'EN' })).page);
  expect(response.headers.get('content-security-policy')).toMatch(
    new RegExp(
      `^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'self' ${simulator.merchant.url}; frame-ancestors 'none'$`,
    ),
  );
  const html = await response.text();
  for (const text of ['<html lang="en">', '$590.00', 'Approve', 'Decline', 'Leave']) expect(html).toContain(text);
  expect(html).not.toMatch(/<script|style="|onclick/);
});

test('texts of the merchant stay text on the page', async () => {
  const { page } = await open({ MerchantName: '<img src=x onerror=alert(1)>' });
  expect(await (await fetch(page)).text()).toContain('&lt;img src=x onerror=alert(1)&gt;');
});

// The webservice

async function call(query: string, body: object, auth2: string = SIMULATED_AZUL.auth2) {
  const response = await fetch(`${simulator.url}/webservices/JSON/Default.aspx${query}`, {
    method: 'POST',
    headers: { Auth1: SIMULATED_AZUL.auth1, Auth2: auth2 },
    body: JSON.stringify({ Channel: 'EC', Store: SIMULATED_AZUL.merchantId, ...body }),
  });
  return (await response.json()) as Record<string, string> & { Transactions: Record<string, unknown>[] };
}

const refund = (azulOrderId: string, amount: string, changes: object = {}) =>
  call('', {
    TrxType: 'Refund',
    AzulOrderId: azulOrderId,
    Amount: amount,
    Itbis: '000',
    CurrencyPosCode: '$',
    PosInputMode: 'E-Commerce',
    OrderNumber: 'PKREFUND0000001',
    AcquirerRefData: '1',
    OriginalDate: '20260915',
    ...changes,
  });

const voidPayment = (azulOrderId: string) => call('?ProcessVoid', { AzulOrderId: azulOrderId });

async function pay(outcome = 'approve') {
  const { form, page } = await open();
  const { query } = await decide(page, outcome);
  return { number: form.OrderNumber ?? '', azulOrderId: query.AzulOrderId ?? '', rrn: query.RRN };
}

async function search(time = new Date()) {
  const day = new Date(time.getTime() - 4 * 3_600_000).toISOString().slice(0, 10);
  return (await call('?SearchPayments', { DateFrom: day, DateTo: day })).Transactions;
}

test.each<[string, string, object]>([
  ['VALIDATION_ERROR:Channel', '?SearchPayments', { Channel: 'XX' }],
  ['VALIDATION_ERROR:Store', '?SearchPayments', { Store: '1' }],
  ['VALIDATION_ERROR:DateFrom', '?SearchPayments', { DateFrom: 'yesterday', DateTo: '2026-09-15' }],
  ['VALIDATION_ERROR:AzulOrderId', '?ProcessVoid', { AzulOrderId: '1' }],
  ['VALIDATION_ERROR:AzulOrderId', '?ProcessVoid', { AzulOrderId: "1'; drop table x" }],
])('a caller gets %s for %s %j, and nothing with other credentials', async (error, query, body) => {
  expect(await call(query, body)).toMatchObject({ ResponseCode: 'Error', ErrorDescription: error });
  expect(await call(query, body, 'guess')).toMatchObject({ ErrorDescription: 'INVALID_AUTH:Auth' });
});

test('SearchPayments lists what was tried on a day, approved and declined', async () => {
  const [approved, declined] = [await pay(), await pay('decline-51')];
  const found = await search();
  expect(found.find(({ OrderNumber }) => OrderNumber === approved.number)).toMatchObject({
    Amount: '59000',
    AzulOrderId: approved.azulOrderId,
    IsoCode: '00',
    RRN: approved.rrn,
    TransactionType: 'Sale',
    CurrencyPosCode: '$',
  });
  expect(found.find(({ OrderNumber }) => OrderNumber === declined.number)).toMatchObject({ IsoCode: '51' });
  const unpaid = await open();
  expect((await search()).map(({ OrderNumber }) => OrderNumber)).not.toContain(unpaid.form.OrderNumber);
  expect(await search(new Date(Date.now() - 3 * DAY * 1000))).toEqual([]);
});

test('a payment is voided once, and within 20 minutes', async () => {
  const [early, late] = [await pay(), await pay()];
  await setClock(simulator, 19 * MINUTE);
  expect(await voidPayment(early.azulOrderId)).toMatchObject({ ResponseCode: 'ISO8583', IsoCode: '00' });
  const error = { ErrorDescription: 'The original transaction was already voided' };
  expect(await voidPayment(early.azulOrderId)).toMatchObject(error);
  expect(await refund(early.azulOrderId, '59000')).toMatchObject(error);
  await setClock(simulator, 21 * MINUTE);
  expect(await voidPayment(late.azulOrderId)).toMatchObject({ ErrorDescription: 'WRONG TRANSACTION STATE' });
});

test('a payment is refunded in part once, up to its amount, also by two at once, and the refund is listed', async () => {
  const { azulOrderId, number } = await pay();
  const OrderNumber = 'PKREFUND0000042';
  for (const amount of ['59001', '0']) {
    expect(await refund(azulOrderId, amount)).toMatchObject({ ErrorDescription: 'VALIDATION_ERROR:Amount' });
  }
  const refunds = await Promise.all([1, 2].map(() => refund(azulOrderId, '20000', { OrderNumber })));
  expect(refunds.map(({ IsoCode }) => IsoCode).sort()).toEqual(['', '00']);
  expect(refunds.map(({ ErrorDescription }) => ErrorDescription)).toContain(
    'The original transaction was already returned',
  );
  const listed = (await search()).filter((row) => [number, OrderNumber].includes(String(row.OrderNumber)));
  expect(listed).toMatchObject([
    { TransactionType: 'Sale', OrderNumber: number, Amount: '59000' },
    { TransactionType: 'Refund', OrderNumber, Amount: '20000' },
  ]);
});

test('neither a declined payment nor one of more than six months is refunded', async () => {
  const error = { ErrorDescription: 'WRONG TRANSACTION STATE' };
  expect(await refund((await pay('decline-51')).azulOrderId, '100')).toMatchObject(error);
  const { azulOrderId } = await pay();
  await setClock(simulator, 185 * DAY);
  expect(await refund(azulOrderId, '59000')).toMatchObject(error);
});
