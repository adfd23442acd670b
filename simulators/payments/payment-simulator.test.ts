import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../server/testing/database.ts';
import { signRequest } from './azul-order.ts';
import { SIMULATED_AZUL, SIMULATED_PAYPAL } from './merchant.ts';
import { type PaymentSimulator, startPaymentSimulator } from './start-payment-simulator.ts';

type Form = Record<string, string>;

/** The merchant's app. The simulators send browsers there, and no test follows them. */
const APP = 'https://merchant.test';

let database: TestDatabase;
let simulator: PaymentSimulator;

beforeAll(async () => {
  database = await createTestDatabase();
  const log = pino({ level: 'silent' });
  simulator = await startPaymentSimulator({ sql: database.sql, log, appUrl: APP, webhookUrl: 'http://127.0.0.1:1' });
});
afterEach(() => setFaults('every', []));
afterAll(async () => {
  await simulator.close();
  await database.close();
});

const setFaults = (target: 'every' | 'next', faults: string[]) =>
  fetch(`${simulator.url}/simulator/faults/${target}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ faults }),
  });

/** Sends a form as a browser does, without following redirects. */
const postForm = (path: string, form: Form): Promise<Response> =>
  fetch(new URL(path, simulator.url), { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
const findTarget = (response: Response) => response.headers.get('location') ?? '';

// AZUL

const AZUL_PAGE = '/PaymentPage/';
let orders = 0;

/** A merchant's form for AZUL's page; `changes` are signed too. */
function createAzulForm(changes: Form = {}): Form {
  orders += 1;
  const { merchantId, merchantName, merchantType } = SIMULATED_AZUL;
  const form: Form = {
    MerchantId: merchantId,
    MerchantName: merchantName,
    MerchantType: merchantType,
    CurrencyCode: '$',
    OrderNumber: `PK${String(orders).padStart(13, '0')}`,
    Amount: '59000',
    ITBIS: '9000',
    ApprovedUrl: `${APP}/approved?payment=7f3a`,
    DeclinedUrl: `${APP}/declined?payment=7f3a`,
    CancelUrl: `${APP}/cancelled?payment=7f3a`,
    UseCustomField1: '1',
    CustomField1Label: 'Reserva',
    CustomField1Value: '42',
    UseCustomField2: '0',
    CustomField2Label: '',
    CustomField2Value: '',
    ShowTransactionResult: '0',
    Locale: 'ES',
    ...changes,
  };
  return { ...form, AuthHash: signRequest(form) };
}

const openPage = async () => (await postForm(AZUL_PAGE, createAzulForm())).status;

test('a request that a proxy has forwarded gets nothing', async () => {
  const headers = { 'x-forwarded-for': '127.0.0.1' };
  for (const path of ['/checkoutnow?token=X', '/simulator/orders/X']) {
    expect((await fetch(`${simulator.url}${path}`, { headers })).status).toBe(403);
  }
});

test('a web page in a browser on this machine cannot set faults or the clock', async () => {
  const asText = await fetch(`${simulator.url}/simulator/clock`, { method: 'PUT', body: '{"offsetSeconds":60}' });
  expect(asText.status).toBe(400);
  expect(asText.headers.get('access-control-allow-origin')).toBeNull();
});

test('faults for the next order are for one order, and those of every call for all', async () => {
  await setFaults('next', ['server-error']);
  expect([await openPage(), await openPage()]).toEqual([500, 303]);
  await setFaults('every', ['server-error']);
  expect([await openPage(), await openPage()]).toEqual([500, 500]);
});

test.each<[string, Form]>([
  ['VALIDATION_ERROR:MerchantId', { MerchantId: '39000000002' }],
  ['VALIDATION_ERROR:Amount', { Amount: '590.00' }],
  ['VALIDATION_ERROR:DataVaultToken', { DataVaultToken: '2d0b8a2e-55a1-4f1c-9d2b-6f3b8f0e4a11' }],
  ['VALIDATION_ERROR:DeclinedUrl', { DeclinedUrl: 'javascript:alert(1)' }],
  ['INVALID_BASEDOMAIN:ApprovedUrl', { ApprovedUrl: 'https://elsewhere.example/approved' }],
  ['INVALID_BASEDOMAIN:DeclinedUrl', { DeclinedUrl: 'https://merchant.test:1@evil.example/' }],
])('AZUL’s page shows %s for %j and opens no payment', async (error, changes) => {
  const form = createAzulForm({ OrderNumber: 'PKNOT0000000001', ...changes });
  const response = await postForm(AZUL_PAGE, form);
  expect(response.status).toBe(400);
  expect(await response.text()).toContain(`<code>${error}</code>`);
  expect(await (await fetch(`${simulator.url}/simulator/orders/${form.OrderNumber}`)).json()).toEqual([]);
});

test('AZUL’s page shows INVALID_AUTH for a form that was changed after signing', async () => {
  const changed = await postForm(AZUL_PAGE, { ...createAzulForm(), Amount: '100', ITBIS: '000' });
  expect(await changed.text()).toContain('INVALID_AUTH:AuthHash');
});

async function callAzul(query: string, body: object) {
  const response = await fetch(`${simulator.url}/webservices/JSON/Default.aspx${query}`, {
    method: 'POST',
    headers: { Auth1: SIMULATED_AZUL.auth1, Auth2: SIMULATED_AZUL.auth2 },
    body: JSON.stringify({ Channel: 'EC', Store: SIMULATED_AZUL.merchantId, ...body }),
  });
  return (await response.json()) as Record<string, string> & { Transactions: Record<string, unknown>[] };
}

test('a card payment is refunded in part once, up to its amount, also by two at once, and the refund is listed', async () => {
  const form = createAzulForm();
  const page = findTarget(await postForm(AZUL_PAGE, form));
  const back = new URL(findTarget(await postForm(page, { outcome: 'approve', card: '4012000033330026' })));
  const OrderNumber = 'PKREFUND0000042';
  const refund = (amount: string) =>
    callAzul('', {
      TrxType: 'Refund',
      AzulOrderId: back.searchParams.get('AzulOrderId'),
      Amount: amount,
      Itbis: '000',
      CurrencyPosCode: '$',
      PosInputMode: 'E-Commerce',
      OrderNumber,
      AcquirerRefData: '1',
      OriginalDate: '20260915',
    });
  for (const amount of ['59001', '0']) {
    expect(await refund(amount)).toMatchObject({ ErrorDescription: 'VALIDATION_ERROR:Amount' });
  }
  const refunds = await Promise.all([refund('20000'), refund('20000')]);
  expect(refunds.map(({ IsoCode }) => IsoCode).sort()).toEqual(['', '00']);
  expect(refunds.map(({ ErrorDescription }) => ErrorDescription)).toContain(
    'The original transaction was already returned',
  );
  const day = new Date(Date.now() - 4 * 3_600_000).toISOString().slice(0, 10);
  const { Transactions } = await callAzul('?SearchPayments', { DateFrom: day, DateTo: day });
  expect(Transactions.filter((row) => [form.OrderNumber, OrderNumber].includes(String(row.OrderNumber)))).toMatchObject(
    [
      { TransactionType: 'Sale', OrderNumber: form.OrderNumber, Amount: '59000' },
      { TransactionType: 'Refund', OrderNumber, Amount: '20000' },
    ],
  );
});

// PayPal

/** What tests read of PayPal's responses; each response has some of it. */
type PayPalBody = {
  id: string;
  access_token: string;
  status: string;
  links: { rel: string; href: string }[];
  purchase_units: { payments: { captures: { id: string; status: string }[] } }[];
  details: { issue: string }[];
};

let token = '';

beforeEach(async () => {
  const { clientId, clientSecret } = SIMULATED_PAYPAL;
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const init = { method: 'POST', headers: { authorization: `Basic ${basic}` }, body: 'grant_type=client_credentials' };
  token = ((await (await fetch(`${simulator.url}/v1/oauth2/token`, init)).json()) as PayPalBody).access_token;
});

async function callPayPal(path: string, init: RequestInit, headers: Form = {}) {
  const response = await fetch(`${simulator.url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
  });
  return { status: response.status, body: (await response.json()) as PayPalBody };
}

const ORDERS = '/v2/checkout/orders';
const read = (path: string) => callPayPal(path, { method: 'GET' });
const post = (path: string, body: unknown = {}, requestId: string | null = randomUUID()) =>
  callPayPal(
    path,
    { method: 'POST', body: JSON.stringify(body) },
    requestId === null ? {} : { 'PayPal-Request-Id': requestId },
  );

const createRequest = (value = '5.90') => ({
  intent: 'CAPTURE',
  purchase_units: [{ custom_id: 'payment-1', invoice_id: 'payment-1', amount: { currency_code: 'USD', value } }],
  payment_source: {
    paypal: {
      experience_context: {
        return_url: `${APP}/approved?payment=7f3a`,
        cancel_url: `${APP}/cancelled?payment=7f3a`,
        brand_name: 'Parqueo',
        locale: 'es-ES',
        user_action: 'PAY_NOW',
        shipping_preference: 'NO_SHIPPING',
        payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
      },
    },
  },
});
const create = (body: unknown = createRequest(), requestId?: string | null) => post(ORDERS, body, requestId);
const capture = (id: string, requestId?: string) => post(`${ORDERS}/${id}/capture`, {}, requestId);
const decide = async (id: string, outcome: string) =>
  findTarget(await postForm(`/checkoutnow?token=${id}`, { outcome }));
const getIssue = ({ body }: { body: PayPalBody }) => body.details[0]?.issue;
const getCapture = ({ body }: { body: PayPalBody }) => body.purchase_units[0]?.payments.captures[0]?.id;

test('a merchant creates an order, the buyer approves it, and the capture completes once', async () => {
  const created = await create();
  expect(created).toMatchObject({ status: 201, body: { status: 'PAYER_ACTION_REQUIRED' } });
  const { id, links } = created.body;
  const approval = links.find(({ rel }) => rel === 'payer-action');
  expect(approval?.href).toBe(`${simulator.url}/checkoutnow?token=${id}`);
  expect(getIssue(await capture(id))).toBe('ORDER_NOT_APPROVED');
  expect(await decide(id, 'leave')).toBe(`${APP}/cancelled?payment=7f3a&token=${id}`);
  expect(await decide(id, 'approve')).toBe(`${APP}/approved?payment=7f3a&token=${id}`);
  expect((await read(`${ORDERS}/${id}`)).body.status).toBe('APPROVED');
  const captured = await capture(id);
  const paid = { status: 'COMPLETED', amount: { currency_code: 'USD', value: '5.90' } };
  expect(captured.body).toMatchObject({ status: 'COMPLETED', purchase_units: [{ payments: { captures: [paid] } }] });
  expect((await read(`/v2/payments/captures/${getCapture(captured)}`)).body).toMatchObject(paid);
  expect(getIssue(await capture(id))).toBe('ORDER_ALREADY_CAPTURED');
});

test('a repeat with the same PayPal-Request-Id is the same operation, also at the same moment', async () => {
  const requestId = randomUUID();
  const [first, second] = await Promise.all([create(createRequest(), requestId), create(createRequest(), requestId)]);
  expect(first.body.id).toBe(second.body.id);
  expect(getIssue(await create(createRequest('6.00'), requestId))).toBe('DUPLICATE_REQUEST_ID');
  expect(getIssue(await create(createRequest('6.00'), null))).toBe('PAYPAL_REQUEST_ID_REQUIRED');
  await decide(first.body.id, 'approve');
  const captures = await Promise.all([1, 2, 3].map(() => capture(first.body.id, 'capture-1')));
  expect(new Set(captures.map(({ body }) => JSON.stringify(body))).size).toBe(1);
});

test('a merchant refunds in parts, up to what was captured, and a repeated refund once', async () => {
  const { body } = await create();
  await decide(body.id, 'approve');
  const path = `/v2/payments/captures/${getCapture(await capture(body.id))}`;
  const refund = (value: string, requestId?: string) =>
    post(`${path}/refund`, { amount: { currency_code: 'USD', value }, custom_id: 'refund-1' }, requestId);
  const refunds = await Promise.all([1, 2].map(() => refund('2.00', 'refund-1')));
  expect(refunds[0]?.body.id).toBe(refunds[1]?.body.id);
  expect((await read(path)).body.status).toBe('PARTIALLY_REFUNDED');
  expect(getIssue(await refund('3.91'))).toBe('REFUND_AMOUNT_EXCEEDED');
  expect((await refund('3.90')).body.status).toBe('COMPLETED');
  expect((await read(path)).body.status).toBe('REFUNDED');
  expect(getIssue(await refund('1.00'))).toBe('CAPTURE_FULLY_REFUNDED');
});
