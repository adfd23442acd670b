import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  connectPayPal,
  type PayPalBody,
  postForm,
  type SimulatorUnderTest,
  setClock,
  setFaults,
} from '../../../server/testing/payment-simulator.ts';
import { setUpPaymentSimulator } from '../../../server/testing/set-up-payment-simulator.ts';

let simulator: SimulatorUnderTest;
let call: Awaited<ReturnType<typeof connectPayPal>>;

setUpPaymentSimulator(async (started) => {
  simulator = started;
  call = await connectPayPal(simulator);
});

const HOUR = 3600;
const DAY = 24 * HOUR;

const REPRESENTATION = { Prefer: 'return=representation' };

function createRequest(amount: object = { currency_code: 'USD', value: '5.90' }, unit: object = {}) {
  return {
    intent: 'CAPTURE',
    purchase_units: [{ custom_id: randomUUID(), description: 'Parking', amount, ...unit }],
    payment_source: {
      paypal: {
        experience_context: {
          return_url: `${simulator.merchant.url}/approved?payment=7f3a`,
          cancel_url: `${simulator.merchant.url}/cancelled?payment=7f3a`,
          brand_name: 'Parqueo',
          locale: 'es-DO',
          user_action: 'PAY_NOW',
          shipping_preference: 'NO_SHIPPING',
          payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
        },
      },
    },
  };
}

const create = (body: unknown = createRequest(), id: string = randomUUID()) =>
  call('/v2/checkout/orders', { body, headers: { 'PayPal-Request-Id': id } });

const approvePage = (id: string) => `${simulator.url}/checkoutnow?token=${id}`;
const decide = async (id: string, outcome: string) =>
  (await postForm(approvePage(id), { outcome })).headers.get('location') ?? '';

const capture = (id: string, requestId: string = randomUUID(), headers: Record<string, string> = REPRESENTATION) =>
  call(`/v2/checkout/orders/${id}/capture`, { headers: { 'PayPal-Request-Id': requestId, ...headers } });

const read = (path: string) => call(path, { method: 'GET' });

async function createApproved(outcome = 'approve', amount?: object): Promise<string> {
  const { body } = await create(createRequest(amount));
  await decide(body.id, outcome);
  return body.id;
}

const getIssue = ({ body }: { body: PayPalBody }) => body.details[0]?.issue;

function getCapture({ body }: { body: PayPalBody }) {
  const [made] = body.purchase_units[0]?.payments.captures ?? [];
  if (!made) throw new Error('Nothing was captured');
  return made;
}

test('a merchant gets a token with the right client and secret only', async () => {
  const grant = (user: string, type = 'client_credentials') =>
    fetch(`${simulator.url}/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(user)}` },
      body: new URLSearchParams({ grant_type: type }),
    });
  const wrong = await grant('simulated-paypal-client:guess');
  expect([wrong.status, await wrong.json()]).toMatchObject([401, { error: 'invalid_client' }]);
  const client = 'simulated-paypal-client:simulated-paypal-secret-of-no-value';
  expect((await grant(client, 'password')).status).toBe(400);
  expect(await (await grant(client)).json()).toMatchObject({ token_type: 'Bearer', expires_in: 32_400 });
});

test('a token that is made up or nine hours old is invalid', async () => {
  const forged = await call('/v2/checkout/orders/X', { method: 'GET', headers: { authorization: 'Bearer A21AA9.x' } });
  expect([forged.status, forged.body.error]).toEqual([401, 'invalid_token']);
  await setClock(simulator, 9 * HOUR + 1);
  expect((await read('/v2/checkout/orders/X')).status).toBe(401);
});

test('a merchant creates an order, the buyer approves it, and the capture completes', async () => {
  const created = await create();
  expect(created).toMatchObject({ status: 201, body: { status: 'PAYER_ACTION_REQUIRED' } });
  const { id, links } = created.body;
  expect(links.find(({ rel }) => rel === 'payer-action')?.href).toBe(approvePage(id));
  const returned = new URL(await decide(id, 'approve'));
  expect(returned.href).toMatch(`${simulator.merchant.url}/approved?payment=7f3a&token=${id}&PayerID=`);
  expect((await read(`/v2/checkout/orders/${id}`)).body).toMatchObject({
    status: 'APPROVED',
    payer: { payer_id: returned.searchParams.get('PayerID') },
  });
  const captured = await capture(id);
  expect(captured).toMatchObject({
    status: 201,
    body: {
      status: 'COMPLETED',
      purchase_units: [
        {
          payments: {
            captures: [
              {
                status: 'COMPLETED',
                amount: { currency_code: 'USD', value: '5.90' },
                final_capture: true,
                supplementary_data: { related_ids: { order_id: id } },
              },
            ],
          },
        },
      ],
    },
  });
  const paid = getCapture(captured);
  expect((await read(`/v2/payments/captures/${paid.id}`)).body).toEqual(paid);
});

test('a capture without Prefer lacks the details', async () => {
  const { body } = await capture(await createApproved(), randomUUID(), {});
  expect(body).toMatchObject({ status: 'COMPLETED' });
  expect(body).not.toHaveProperty('purchase_units');
});

test('an order that nobody approved is not captured, and a captured one only once', async () => {
  const { body } = await create();
  const early = await capture(body.id);
  expect([early.status, getIssue(early)]).toEqual([422, 'ORDER_NOT_APPROVED']);
  await decide(body.id, 'approve');
  await capture(body.id);
  expect(getIssue(await capture(body.id))).toBe('ORDER_ALREADY_CAPTURED');
});

test('a repeat with the same PayPal-Request-Id is the same operation, also at the same moment', async () => {
  const requestId = randomUUID();
  const request = createRequest();
  const [first, second] = await Promise.all([create(request, requestId), create(request, requestId)]);
  expect(first.body.id).toBe(second.body.id);
  expect([first.status, second.status].sort()).toEqual([200, 201]);
  expect(getIssue(await create(createRequest(), requestId))).toBe('DUPLICATE_REQUEST_ID');
  await decide(first.body.id, 'approve');
  const captures = await Promise.all([1, 2, 3].map(() => capture(first.body.id, 'capture-1')));
  expect(captures.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
  expect(new Set(captures.map(({ body }) => JSON.stringify(body))).size).toBe(1);
});

test('PayPal forgets the request id of an order after six hours', async () => {
  const [requestId, request] = [randomUUID(), createRequest()];
  const first = await create(request, requestId);
  await setClock(simulator, 7 * HOUR);
  expect((await create(request, requestId)).body.id).not.toBe(first.body.id);
});

test('an order that waits for more than six hours is gone', async () => {
  const { body } = await create();
  await setClock(simulator, 7 * HOUR);
  expect((await read(`/v2/checkout/orders/${body.id}`)).status).toBe(404);
  expect((await fetch(approvePage(body.id))).status).toBe(404);
});

test.each<[string, object, object]>([
  ['CURRENCY_NOT_SUPPORTED', { currency_code: 'DOP', value: '590.00' }, {}],
  ['DECIMAL_PRECISION', { currency_code: 'USD', value: '5.905' }, {}],
  ['DECIMAL_PRECISION', { currency_code: 'JPY', value: '5.90' }, {}],
  ['CANNOT_BE_ZERO_OR_NEGATIVE', { currency_code: 'USD', value: '0.00' }, {}],
  [
    'AMOUNT_MISMATCH',
    {
      currency_code: 'USD',
      value: '5.90',
      breakdown: {
        item_total: { currency_code: 'USD', value: '5.00' },
        tax_total: { currency_code: 'USD', value: '0.89' },
      },
    },
    {},
  ],
  [
    'ITEM_TOTAL_MISMATCH',
    { currency_code: 'USD', value: '5.90', breakdown: { item_total: { currency_code: 'USD', value: '5.90' } } },
    { items: [{ name: 'Hour', quantity: '2', unit_amount: { currency_code: 'USD', value: '2.94' } }] },
  ],
])('PayPal says %s for %j', async (issue, amount, unit) => {
  const created = await create(createRequest(amount, unit));
  expect([created.status, created.body.name, getIssue(created)]).toEqual([422, 'UNPROCESSABLE_ENTITY', issue]);
  expect(created.body.debug_id).toMatch(/^[0-9a-f]+$/);
});

test('an amount whose parts add up is taken', async () => {
  const usd = (value: string) => ({ currency_code: 'USD', value });
  const breakdown = { item_total: usd('5.00'), tax_total: usd('0.90'), shipping: usd('1'), discount: usd('1.00') };
  expect((await create(createRequest({ ...usd('5.90'), breakdown }))).status).toBe(201);
});

test.each<[string, string, (request: ReturnType<typeof createRequest>) => unknown]>([
  ['MISSING_REQUIRED_PARAMETER', '/intent', ({ intent, ...request }) => request],
  [
    'INVALID_PARAMETER_SYNTAX',
    '/purchase_units/0/amount/value',
    () => createRequest({ currency_code: 'USD', value: '5,90' }),
  ],
  [
    'INVALID_PARAMETER_VALUE',
    '/purchase_units/0/amount/value',
    () => createRequest({ currency_code: 'USD', value: 5.9 }),
  ],
  [
    'INVALID_STRING_LENGTH',
    '/purchase_units/0/custom_id',
    () => createRequest(undefined, { custom_id: 'x'.repeat(128) }),
  ],
  ['INVALID_PARAMETER_VALUE', '/purchase_units/0/custom_id', () => createRequest(undefined, { custom_id: 'a\u0000' })],
  ['INVALID_PARAMETER_VALUE', '/purchase_units/0/custom_id', () => createRequest(undefined, { custom_id: '\ud800' })],
])('PayPal says %s for a request with a wrong %s', async (issue, field, change) => {
  const { status, body } = await create(change(createRequest()));
  expect(status).toBe(400);
  expect(body).toMatchObject({ name: 'INVALID_REQUEST', details: [{ issue, field }] });
});

test('an order needs a PayPal-Request-Id and a body of JSON', async () => {
  const without = await call('/v2/checkout/orders', { body: createRequest() });
  expect(getIssue(without)).toBe('PAYPAL_REQUEST_ID_REQUIRED');
  const text = await call('/v2/checkout/orders', { headers: { 'content-type': 'text/plain' } });
  expect([text.status, text.body.name]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  const broken = await create('{"intent":');
  expect([broken.status, getIssue(broken)]).toEqual([400, 'MALFORMED_REQUEST_JSON']);
});

test('a buyer who leaves comes back to the cancel address and can still approve', async () => {
  const { body } = await create();
  expect(await decide(body.id, 'leave')).toBe(`${simulator.merchant.url}/cancelled?payment=7f3a&token=${body.id}`);
  expect((await read(`/v2/checkout/orders/${body.id}`)).body.status).toBe('PAYER_ACTION_REQUIRED');
  expect(await decide(body.id, 'approve')).toContain('PayerID=');
});

test('a buyer whose card is declined is sent back to the approval and can pay otherwise', async () => {
  const id = await createApproved('decline');
  const declined = await capture(id);
  expect([declined.status, getIssue(declined)]).toEqual([422, 'INSTRUMENT_DECLINED']);
  expect((await read(`/v2/checkout/orders/${id}`)).body.status).toBe('PAYER_ACTION_REQUIRED');
  await decide(id, 'approve');
  expect((await capture(id)).body.status).toBe('COMPLETED');
});

test('an invoice is paid once', async () => {
  const invoice_id = randomUUID();
  const [first, second] = [
    await create(createRequest(undefined, { invoice_id })),
    await create(createRequest(undefined, { invoice_id })),
  ];
  await decide(first.body.id, 'approve');
  await decide(second.body.id, 'approve');
  expect((await capture(first.body.id)).status).toBe(201);
  expect(getIssue(await capture(second.body.id))).toBe('DUPLICATE_INVOICE_ID');
});

test.each([
  ['capture-pending', 'COMPLETED'],
  ['capture-pending-declined', 'DECLINED'],
])('%s is PENDING first and %s after 30 seconds', async (outcome, status) => {
  const id = await createApproved(outcome);
  const pending = getCapture(await capture(id));
  expect(pending).toMatchObject({ status: 'PENDING', status_details: { reason: 'PENDING_REVIEW' } });
  const early = await call(`/v2/payments/captures/${pending.id}/refund`);
  expect(getIssue(early)).toBe('PENDING_CAPTURE');
  await setClock(simulator, 31);
  expect((await read(`/v2/payments/captures/${pending.id}`)).body.status).toBe(status);
});

test('a capture can be declined at once', async () => {
  const id = await createApproved('capture-declined');
  expect(getCapture(await capture(id)).status).toBe('DECLINED');
});

test('a merchant asks for an error by PayPal-Mock-Response', async () => {
  const mock = (code: string) =>
    call('/v2/checkout/orders', {
      body: createRequest(),
      headers: {
        'PayPal-Request-Id': randomUUID(),
        'PayPal-Mock-Response': JSON.stringify({ mock_application_codes: code }),
      },
    });
  expect(getIssue(await mock('INSTRUMENT_DECLINED'))).toBe('INSTRUMENT_DECLINED');
  expect((await mock('INTERNAL_SERVER_ERROR')).status).toBe(500);
  expect((await mock('<script>')).status).toBe(400);
});

test('a capture whose response is lost was made, and reading the order or repeating it tells so', async () => {
  const id = await createApproved();
  await setFaults(simulator, id, ['dropped-response']);
  const requestId = randomUUID();
  await expect(capture(id, requestId)).rejects.toThrow();
  expect((await read(`/v2/checkout/orders/${id}`)).body.status).toBe('COMPLETED');
  await setFaults(simulator, id, []);
  expect(await capture(id, requestId)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } });
});

test.each(['host-down', 'server-error'])('an order can be read again when %s is over', async (fault) => {
  const { body } = await create();
  await setFaults(simulator, body.id, [fault]);
  await expect(read(`/v2/checkout/orders/${body.id}`)).rejects.toThrow();
  await setFaults(simulator, body.id, []);
  expect((await read(`/v2/checkout/orders/${body.id}`)).status).toBe(200);
});

async function pay(outcome = 'approve', amount?: object): Promise<string> {
  return getCapture(await capture(await createApproved(outcome, amount))).id;
}

const refund = (captureId: string, body: object = {}, requestId: string = randomUUID()) =>
  call(`/v2/payments/captures/${captureId}/refund`, { body, headers: { 'PayPal-Request-Id': requestId } });

const usd = (value: string) => ({ amount: { currency_code: 'USD', value } });

test('a merchant refunds in parts, up to what was captured', async () => {
  const id = await pay();
  const first = await refund(id, { ...usd('2.00'), note_to_payer: 'Early end' });
  expect(first).toMatchObject({ status: 201, body: { status: 'COMPLETED', amount: { value: '2.00' } } });
  expect((await read(`/v2/payments/refunds/${first.body.id}`)).body).toMatchObject({ note_to_payer: 'Early end' });
  expect((await read(`/v2/payments/captures/${id}`)).body.status).toBe('PARTIALLY_REFUNDED');
  expect(getIssue(await refund(id, usd('3.91')))).toBe('REFUND_AMOUNT_EXCEEDED');
  expect((await refund(id)).body.amount.value).toBe('3.90');
  expect((await read(`/v2/payments/captures/${id}`)).body.status).toBe('REFUNDED');
  expect(getIssue(await refund(id))).toBe('CAPTURE_FULLY_REFUNDED');
});

test('a repeated refund gives back once', async () => {
  const [id, requestId] = [await pay(), randomUUID()];
  const refunds = await Promise.all([refund(id, usd('2.00'), requestId), refund(id, usd('2.00'), requestId)]);
  expect(refunds[0]?.body.id).toBe(refunds[1]?.body.id);
  expect((await refund(id)).body.amount.value).toBe('3.90');
});

test.each([
  ['DECIMAL_PRECISION', usd('1.005')],
  ['CANNOT_BE_ZERO_OR_NEGATIVE', usd('0')],
  ['REFUND_CAPTURE_CURRENCY_MISMATCH', { amount: { currency_code: 'EUR', value: '1.00' } }],
])('a refund gets %s for %j', async (issue, body) => {
  expect(getIssue(await refund(await pay(), body))).toBe(issue);
});

test('a capture is refunded for 180 days, and not while it is disputed', async () => {
  const late = await pay();
  expect(getIssue(await refund(await pay('dispute')))).toBe('TRANSACTION_DISPUTED');
  await setClock(simulator, 181 * DAY);
  call = await connectPayPal(simulator);
  expect(getIssue(await refund(late))).toBe('REFUND_TIME_LIMIT_EXCEEDED');
});

test.each([
  ['refund-failed', 'FAILED', 'FAILED'],
  ['refund-pending', 'PENDING', 'COMPLETED'],
  ['refund-pending-failed', 'PENDING', 'FAILED'],
])('%s makes a refund %s, and after 30 seconds %s', async (outcome, first, then) => {
  const id = await pay(outcome);
  const { body } = await refund(id);
  expect(body.status).toBe(first);
  await setClock(simulator, 31);
  expect((await read(`/v2/payments/refunds/${body.id}`)).body.status).toBe(then);
  expect((await read(`/v2/payments/captures/${id}`)).body.status).toBe(then === 'FAILED' ? 'COMPLETED' : 'REFUNDED');
});

test('a buyer reads the order in the language of the merchant, with the forms bound to the merchant', async () => {
  const { body } = await create();
  const response = await fetch(approvePage(body.id));
  const page = await response.text();
  for (const text of ['<html lang="es">', 'Pagar a Parqueo', 'US$5.90', 'Aprobar', 'Rechazar', 'Salir']) {
    expect(page).toContain(text);
  }
  expect(response.headers.get('content-security-policy')).toContain(`form-action 'self' ${simulator.merchant.url};`);
});
