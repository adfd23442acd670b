import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  connectPayPal,
  type PayPalBody,
  postForm,
  type SimulatorUnderTest,
  startSimulatorUnderTest,
} from '../../../server/testing/payment-simulator.ts';

let simulator: SimulatorUnderTest;
let call: Awaited<ReturnType<typeof connectPayPal>>;

beforeEach(async () => {
  simulator = await startSimulatorUnderTest();
  call = await connectPayPal(simulator);
});
afterEach(() => simulator.close());

function createRequest(amount: object = { currency_code: 'USD', value: '5.90' }) {
  return {
    intent: 'CAPTURE',
    purchase_units: [{ custom_id: 'payment-1', invoice_id: 'payment-1', amount }],
    payment_source: {
      paypal: {
        experience_context: {
          return_url: `${simulator.merchant.url}/approved?payment=7f3a`,
          cancel_url: `${simulator.merchant.url}/cancelled?payment=7f3a`,
          brand_name: 'Parqueo',
          locale: 'es-ES',
          user_action: 'PAY_NOW',
          shipping_preference: 'NO_SHIPPING',
          payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
        },
      },
    },
  };
}

const post = (path: string, body: unknown = {}, requestId: string = randomUUID()) =>
  call(path, { body, headers: { 'PayPal-Request-Id': requestId } });
const create = (body: unknown = createRequest(), requestId?: string) => post('/v2/checkout/orders', body, requestId);
const capture = (id: string, requestId?: string) => post(`/v2/checkout/orders/${id}/capture`, {}, requestId);
const read = (path: string) => call(path, { method: 'GET' });

const approvePage = (id: string) => `${simulator.url}/checkoutnow?token=${id}`;
const decide = async (id: string, outcome: string) =>
  (await postForm(approvePage(id), { outcome })).headers.get('location') ?? '';

async function createApproved(outcome = 'approve'): Promise<string> {
  const { body } = await create();
  await decide(body.id, outcome);
  return body.id;
}

const getIssue = ({ body }: { body: PayPalBody }) => body.details[0]?.issue;

async function pay(outcome = 'approve'): Promise<string> {
  const { body } = await capture(await createApproved(outcome));
  return body.purchase_units[0]?.payments.captures[0]?.id ?? '';
}

const refund = (captureId: string, value: string, requestId?: string) =>
  post(
    `/v2/payments/captures/${captureId}/refund`,
    { amount: { currency_code: 'USD', value }, custom_id: 'refund-1' },
    requestId,
  );

test('a merchant creates an order, the buyer approves it, and the capture completes once', async () => {
  const created = await create();
  expect(created).toMatchObject({ status: 201, body: { status: 'PAYER_ACTION_REQUIRED' } });
  const { id, links } = created.body;
  expect(links.find(({ rel }) => rel === 'payer-action')?.href).toBe(approvePage(id));
  expect(getIssue(await capture(id))).toBe('ORDER_NOT_APPROVED');
  expect(await decide(id, 'leave')).toBe(`${simulator.merchant.url}/cancelled?payment=7f3a&token=${id}`);
  expect(await decide(id, 'approve')).toBe(`${simulator.merchant.url}/approved?payment=7f3a&token=${id}`);
  expect((await read(`/v2/checkout/orders/${id}`)).body.status).toBe('APPROVED');
  const { body } = await capture(id);
  const paid = { status: 'COMPLETED', amount: { currency_code: 'USD', value: '5.90' } };
  expect(body).toMatchObject({ status: 'COMPLETED', purchase_units: [{ payments: { captures: [paid] } }] });
  const captureId = body.purchase_units[0]?.payments.captures[0]?.id;
  expect((await read(`/v2/payments/captures/${captureId}`)).body).toMatchObject(paid);
  expect(getIssue(await capture(id))).toBe('ORDER_ALREADY_CAPTURED');
});

test('a repeat with the same PayPal-Request-Id is the same operation, also at the same moment', async () => {
  const requestId = randomUUID();
  const [first, second] = await Promise.all([create(createRequest(), requestId), create(createRequest(), requestId)]);
  expect(first.body.id).toBe(second.body.id);
  const other = createRequest({ currency_code: 'USD', value: '6.00' });
  expect(getIssue(await create(other, requestId))).toBe('DUPLICATE_REQUEST_ID');
  expect(getIssue(await call('/v2/checkout/orders', { body: other }))).toBe('PAYPAL_REQUEST_ID_REQUIRED');
  await decide(first.body.id, 'approve');
  const captures = await Promise.all([1, 2, 3].map(() => capture(first.body.id, 'capture-1')));
  expect(new Set(captures.map(({ body }) => JSON.stringify(body))).size).toBe(1);
});

test('a merchant refunds in parts, up to what was captured, and a repeated refund once', async () => {
  const id = await pay();
  const refunds = await Promise.all([1, 2].map(() => refund(id, '2.00', 'refund-1')));
  expect(refunds[0]?.body.id).toBe(refunds[1]?.body.id);
  expect((await read(`/v2/payments/captures/${id}`)).body.status).toBe('PARTIALLY_REFUNDED');
  expect(getIssue(await refund(id, '3.91'))).toBe('REFUND_AMOUNT_EXCEEDED');
  expect((await refund(id, '3.90')).body.status).toBe('COMPLETED');
  expect((await read(`/v2/payments/captures/${id}`)).body.status).toBe('REFUNDED');
  expect(getIssue(await refund(id, '1.00'))).toBe('CAPTURE_FULLY_REFUNDED');
});
