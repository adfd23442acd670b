import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { SIMULATED_AZUL, SIMULATED_PAYPAL } from '../../simulators/payments/merchant.ts';
import { as } from '../../supabase/tests/as.ts';
import { type PayingDriver, type PaymentsUnderTest, startPayments } from '../testing/payments.ts';
import { startSupabaseFunction } from '../testing/start-supabase-function.ts';

let payments: PaymentsUnderTest;
let driver: PayingDriver;

beforeAll(async () => {
  payments = await startPayments();
});
afterAll(() => payments.close());
beforeEach(async () => {
  driver = await payments.createDriver();
});

const topUp = (changes: object = {}) => ({
  id: randomUUID(),
  purpose: 'top_up',
  method: 'card',
  amount: 1000,
  language: 'en',
  ...changes,
});
const post = (path: string, body: unknown, token?: string) =>
  payments.call(path, token, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) });
const countPayments = async () => (await payments.sql`select from public.payments where user_id = ${driver.id}`).length;

test('a driver reads what they can pay with, by the currency and where drivers pay at all', async () => {
  const read = async () => (await payments.call('/methods')).body;
  const change = (columns: Record<string, unknown>) =>
    payments.sql`update public.installation_settings set ${payments.sql(columns)}`;
  expect(await read()).toEqual({ methods: ['card', 'paypal'], currency: 'USD' });
  await payments.sql`alter table public.installation_settings disable trigger installation_settings_save`;
  await change({ currency: 'DOP' });
  expect(await read()).toEqual({ methods: ['card'], currency: 'DOP' });
  const paypal = await payments.start(driver, { purpose: 'top_up', method: 'paypal', amount: 1000 });
  expect(paypal).toMatchObject({ status: 409, problem: 'paypal-takes-dollars' });
  await change({ currency: 'USD', charges_drivers: false });
  expect(await read()).toEqual({ methods: [], currency: 'USD' });
  await change({ charges_drivers: true });
});

test('a hold given up while its payment starts: both get a response', async () => {
  const method = 'card';
  const { sql } = payments;
  const reservation = await payments.hold(driver, method);
  const id = randomUUID();
  const started = { purpose: 'reservation', method, reservation };
  await sql`
    select public.begin_payment(${driver.id}, 'aal1', ${id}, 'reservation', ${method}, ${reservation}, null, null, false, null, 'en')`;
  let starting: ReturnType<typeof payments.start> | undefined;
  await as(sql, driver.actor, async (tx) => {
    await tx`select public.release_hold(${reservation})`;
    starting = payments.start(driver, { id, ...started });
    await expect
      .poll(() => sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      .toHaveLength(1);
  });
  expect(await starting).toMatchObject({ status: 200, state: 'abandoned', next: { kind: 'none' } });
  expect(await payments.readStatus(reservation)).toBe('lapsed');
});

test('cards are not offered where AZUL charges in another currency, and the log says so', async () => {
  const { merchantId, merchantName, authKey } = SIMULATED_AZUL;
  const azul = { AZUL_MERCHANT_ID: merchantId, AZUL_MERCHANT_NAME: merchantName, AZUL_AUTH_KEY: authKey };
  const pesos = await startPayments({ env: azul });
  onTestFinished(() => pesos.close());
  expect((await pesos.call('/methods')).body).toEqual({ methods: [], currency: 'USD' });
  const person = await pesos.createDriver();
  expect(await pesos.start(person, topUp())).toMatchObject({ status: 409, problem: 'payment-method-unavailable' });
  expect(await pesos.sql`select from public.payments`).toHaveLength(0);
  const warnings = pesos.written.filter((line) => line.includes('cards are not offered'));
  expect(warnings).toMatchObject([expect.stringContaining('"AZUL_CURRENCY":"DOP","settings":"USD"')]);
});

test('nobody pays without a session, and with none that has ended', async () => {
  const { session_id } = JSON.parse(Buffer.from(driver.token.split('.')[1] ?? '', 'base64url').toString());
  await payments.sql`delete from auth.sessions where id = ${session_id}`;
  for (const token of [undefined, payments.keys.publishableKey, payments.keys.secretKey, driver.token]) {
    expect(await post('', topUp(), token)).toMatchObject({ status: 401 });
    expect(await post(`/${randomUUID()}/check`, {}, token)).toMatchObject({ status: 401 });
  }
  expect(await countPayments()).toBe(0);
});

test('the id of somebody else’s payment leads nowhere', async () => {
  const other = await payments.createDriver('beto');
  const started = await payments.start(other, { purpose: 'top_up', method: 'card', amount: 1000 });
  expect(await post('', topUp({ id: started.id }), driver.token)).toMatchObject({ status: 403 });
});

test.each<[what: string, body: unknown]>([
  ['half a cent', topUp({ amount: 10.5 })],
  ['an amount as text', topUp({ amount: '1000' })],
  ['more than is stored', topUp({ amount: 10_000_000_000 })],
  ['another field', topUp({ currency: 'DOP' })],
  ['another method', topUp({ method: 'wallet' })],
  ['no id', topUp({ id: '1' })],
  ['a language that the product has not', topUp({ language: 'fr' })],
  ['an extension without an end', topUp({ purpose: 'extension', reservation: randomUUID() })],
  ['a reservation without its id', topUp({ purpose: 'reservation' })],
  ['no JSON', '{'],
])('a request with %s is 400, and says why', async (_what, body) => {
  expect(await post('', body, driver.token)).toMatchObject({ status: 400, body: { code: 400 } });
  expect(await countPayments()).toBe(0);
});

test('a body or a query that is too long is not read', async () => {
  expect(await post('', JSON.stringify(topUp({ language: 'x'.repeat(3000) })), driver.token)).toMatchObject({
    status: 413,
  });
  const webhook = { method: 'POST', body: 'x'.repeat(65 * 1024) };
  expect((await fetch(`${payments.functionUrl}/paypal/webhook`, webhook)).status).toBe(413);
  const long = `${payments.functionUrl}/azul/approved?payment=${randomUUID()}&RRN=${'1'.repeat(9000)}`;
  expect(await payments.comeBack(long)).toMatchObject({ status: 303, location: payments.url });
});

test('other methods and paths are 405, and a return leads to the app alone', async () => {
  expect((await payments.call('/methods', undefined, { method: 'DELETE' })).status).toBe(405);
  expect((await payments.call('/anything')).status).toBe(405);
  expect((await payments.call('/azul/approved', undefined, { method: 'PUT' })).status).toBe(405);
  const id = 'https://evil.example';
  expect(await payments.comeBack(`${payments.functionUrl}/azul/approved?payment=${id}`)).toMatchObject({
    status: 303,
    location: payments.url,
  });
});

test('a link that somebody only looks at gives no payment up', async () => {
  const started = await payments.start(driver, { purpose: 'top_up', method: 'card', amount: 1000 });
  await fetch(`${payments.functionUrl}/azul/cancelled?payment=${started.id}`, { method: 'HEAD' });
  expect(await payments.readPayment(started.id)).toMatchObject({ state: 'pending' });
});

test('only the secret key makes the server work on payments', async () => {
  expect((await post('/work', {}, driver.token)).status).toBe(401);
  expect((await post('/work', {})).status).toBe(401);
  const headers = { apikey: payments.keys.secretKey };
  const response = await fetch(`${payments.functionUrl}/work`, { method: 'POST', headers });
  expect([response.status, await response.json()]).toMatchObject([200, { checks: 0, refunds: 0 }]);
});

test('while the database cannot keep a return, the browser comes again by itself', async () => {
  const started = await payments.start(driver, { purpose: 'top_up', method: 'card', amount: 1000 });
  const address = await payments.decide(started);
  await payments.sql`alter table private.payment_events rename to hidden`;
  try {
    const { status, headers } = await payments.comeBack(address);
    expect([status, headers.get('refresh')]).toEqual([503, '5']);
  } finally {
    await payments.sql`alter table private.hidden rename to payment_events`;
  }
  expect(await payments.comeBack(address)).toMatchObject({ status: 303 });
  expect(await payments.readBalance(driver)).toBe(10);
});

test('a webhook without PayPal’s headers is rejected', async () => {
  const response = await fetch(`${payments.functionUrl}/paypal/webhook`, { method: 'POST', body: '{}' });
  expect(response.status).toBe(400);
});

describe('with limits', () => {
  let limited: PaymentsUnderTest;
  beforeAll(async () => {
    limited = await startPayments({ env: { RATE_LIMIT: 'on' } });
  });
  afterAll(() => limited.close());

  test('a driver who asks about a payment again and again has to wait', async () => {
    const person = await limited.createDriver();
    const started = await limited.start(person, { purpose: 'top_up', method: 'card', amount: 1000 });
    for (let count = 0; count < 20; count += 1) expect((await limited.check(person, started.id)).status).toBe(200);
    expect(await limited.check(person, started.id)).toMatchObject({
      status: 429,
      body: { problem: 'too-many-payments' },
    });
    // The limit leaves those alone who come back from the provider.
    await limited.comeBack(await limited.decide(started));
    expect(await limited.readBalance(person)).toBe(10);
  });

  test('a driver who floods the server leaves the others behind the same address their share', async () => {
    const hostile = await limited.createDriver('eve');
    const neighbour = await limited.createDriver('beto');
    const request = { purpose: 'top_up', method: 'card', amount: 1000 };
    // More than an address has.
    await Promise.all(Array.from({ length: 320 }, () => limited.start(hostile, request)));
    expect((await limited.start(neighbour, request)).status).toBe(200);
  });
});

test('as Supabase runs it a driver pays by card there and by PayPal here, and both are counted', async () => {
  const ask = await startSupabaseFunction('payments', {
    SUPABASE_URL: payments.url,
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: payments.keys.secretKey }),
    APP_URL: payments.url,
    // The simulator returns to this server alone, which stands for Supabase too.
    PAYMENTS_URL: payments.functionUrl,
    AZUL_MERCHANT_ID: SIMULATED_AZUL.merchantId,
    AZUL_MERCHANT_NAME: SIMULATED_AZUL.merchantName,
    AZUL_AUTH_KEY: SIMULATED_AZUL.authKey,
    AZUL_CURRENCY: 'USD',
    AZUL_AUTH1: SIMULATED_AZUL.auth1,
    AZUL_AUTH2: SIMULATED_AZUL.auth2,
    AZUL_PAGE_URL: `${payments.simulatorUrl}/PaymentPage/`,
    AZUL_SERVICE_URL: `${payments.simulatorUrl}/webservices/JSON/Default.aspx`,
    PAYPAL_CLIENT_ID: SIMULATED_PAYPAL.clientId,
    PAYPAL_CLIENT_SECRET: SIMULATED_PAYPAL.clientSecret,
    PAYPAL_WEBHOOK_ID: SIMULATED_PAYPAL.webhookId,
    PAYPAL_URL: payments.simulatorUrl,
  });
  const offered = await ask({ method: 'GET' }, '/methods');
  expect(offered.body).toEqual({ methods: ['card', 'paypal'], currency: 'USD' });
  for (const method of ['card', 'paypal']) {
    const { status, body } = await ask({ token: driver.token, body: topUp({ method }) });
    expect(status).toBe(200);
    const address = new URL(await payments.decide(body));
    const path = address.pathname.replace('/functions/v1/payments', '');
    expect(await ask({ method: 'GET' }, `${path}${address.search}`)).toMatchObject({
      status: 303,
      location: `${payments.url}/payment/${body.id}`,
    });
  }
  expect(await payments.readBalance(driver)).toBe(20);
});
