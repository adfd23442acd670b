import { randomUUID, verify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SIMULATED_PAYPAL } from '../../../../server/payments/simulated-accounts.ts';
import {
  connectPayPal,
  postForm,
  type SimulatorUnderTest,
  setClock,
  startSimulatorUnderTest,
} from '../../../../server/testing/payment-simulator.ts';
import { CERTIFICATE_NAME } from './certificate.ts';
import { buildSignedText } from './webhook-signature.ts';

let simulator: SimulatorUnderTest;

beforeEach(async () => {
  simulator = await startSimulatorUnderTest();
});
afterEach(() => simulator.close());

type Webhook = Awaited<ReturnType<SimulatorUnderTest['merchant']['whenReceived']>>[number];

async function order(outcome: string) {
  const call = await connectPayPal(simulator);
  const created = await call('/v2/checkout/orders', {
    headers: { 'PayPal-Request-Id': randomUUID() },
    body: {
      intent: 'CAPTURE',
      purchase_units: [{ custom_id: 'payment-1', amount: { currency_code: 'USD', value: '5.90' } }],
      payment_source: {
        paypal: {
          experience_context: {
            return_url: `${simulator.merchant.url}/yes`,
            cancel_url: `${simulator.merchant.url}/no`,
          },
        },
      },
    },
  });
  const { id } = created.body;
  await postForm(`${simulator.url}/checkoutnow?token=${id}`, { outcome });
  return { id, call, capture: () => call(`/v2/checkout/orders/${id}/capture`) };
}

const getType = ({ body }: Webhook): string => JSON.parse(body).event_type;

const readHeader = ({ headers }: Webhook, name: string) => String(headers[`paypal-${name}`]);

/** Verifies a webhook as a merchant does. */
async function isGenuine(webhook: Webhook): Promise<boolean> {
  const response = await fetch(readHeader(webhook, 'cert-url'));
  const certificate = new X509Certificate(await response.text());
  const text = [
    readHeader(webhook, 'transmission-id'),
    readHeader(webhook, 'transmission-time'),
    SIMULATED_PAYPAL.webhookId,
    crc32(webhook.body),
  ].join('|');
  const signature = Buffer.from(readHeader(webhook, 'transmission-sig'), 'base64');
  return verify('sha256', Buffer.from(text), certificate.publicKey, signature);
}

test('the checksum of a body is an unsigned decimal number', () => {
  const body = '{"id":"WH-DEMO-1","event_type":"PAYMENT.CAPTURE.COMPLETED"}';
  expect(buildSignedText({ id: 'a', time: 'b', webhookId: 'c' }, body)).toBe('a|b|c|3399753067');
});

test('a merchant hears of the approval and of the capture, signed with the certificate', async () => {
  const { id, capture } = await order('approve');
  await capture();
  const webhooks = await simulator.merchant.whenReceived(2);
  expect(webhooks.map(getType)).toEqual(['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.COMPLETED']);
  for (const webhook of webhooks) {
    expect(webhook).toMatchObject({ method: 'POST', url: '/webhook' });
    expect(readHeader(webhook, 'auth-algo')).toBe('SHA256withRSA');
    expect(readHeader(webhook, 'cert-url')).toMatch(`${simulator.url}/v1/notifications/certs/CERT-`);
    expect(await isGenuine(webhook)).toBe(true);
  }
  expect(JSON.parse(webhooks[1]?.body ?? '')).toMatchObject({
    id: expect.stringMatching(/^WH-/),
    resource_type: 'capture',
    resource: {
      status: 'COMPLETED',
      custom_id: 'payment-1',
      amount: { currency_code: 'USD', value: '5.90' },
      supplementary_data: { related_ids: { order_id: id } },
    },
  });
});

test('the certificate is an X.509 certificate that signs itself and is valid now', async () => {
  await order('approve');
  const [webhook] = await simulator.merchant.whenReceived(1);
  const url = webhook ? readHeader(webhook, 'cert-url') : '';
  const certificate = new X509Certificate(await (await fetch(url)).text());
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.subject).toContain(CERTIFICATE_NAME);
  expect(new Date(certificate.validFrom).getTime()).toBeLessThan(Date.now());
  expect(new Date(certificate.validTo).getTime()).toBeGreaterThan(Date.now() + 365 * 86_400_000);
  expect(certificate.publicKey.asymmetricKeyDetails).toMatchObject({ modulusLength: 2048 });
  expect((await fetch(`${simulator.url}/v1/notifications/certs/CERT-0`)).status).toBe(404);
});

test('PayPal confirms a genuine webhook, and not one that was changed or is for another webhook id', async () => {
  const { call } = await order('approve');
  const [webhook] = await simulator.merchant.whenReceived(1);
  if (webhook === undefined) throw new Error('no webhook');
  const claim = {
    auth_algo: readHeader(webhook, 'auth-algo'),
    cert_url: readHeader(webhook, 'cert-url'),
    transmission_id: readHeader(webhook, 'transmission-id'),
    transmission_sig: readHeader(webhook, 'transmission-sig'),
    transmission_time: readHeader(webhook, 'transmission-time'),
    webhook_id: SIMULATED_PAYPAL.webhookId,
    webhook_event: JSON.parse(webhook.body),
  };
  const confirm = async (changes: object) =>
    (await call('/v1/notifications/verify-webhook-signature', { body: { ...claim, ...changes } })).body
      .verification_status;
  expect(await confirm({})).toBe('SUCCESS');
  expect(await confirm({ webhook_event: { ...claim.webhook_event, id: 'WH-1' } })).toBe('FAILURE');
  expect(await confirm({ webhook_id: 'WH-OF-ANOTHER' })).toBe('FAILURE');
  expect(await confirm({ cert_url: 'https://api.paypal.com/v1/notifications/certs/CERT-1' })).toBe('FAILURE');
});

test('a webhook is sent again until the merchant responds with 2xx', async () => {
  simulator.merchant.statuses.unshift(500, 404);
  await order('approve');
  await simulator.merchant.whenReceived(1);
  await setClock(simulator, 60);
  await simulator.merchant.whenReceived(2);
  await setClock(simulator, 120);
  const webhooks = await simulator.merchant.whenReceived(3);
  expect(new Set(webhooks.map(({ body }) => body)).size).toBe(1);
  expect(new Set(webhooks.map((webhook) => readHeader(webhook, 'transmission-id'))).size).toBe(3);
});

test('a webhook is given up after 25 attempts', async () => {
  simulator.merchant.statuses.splice(0, 1, 500);
  await simulator.database.sql`
    insert into parqueo_server.simulated_webhooks (body, signature, attempts, due_at) values ('{}', 'good', 24, now())`;
  await simulator.merchant.whenReceived(1);
  await expect.poll(async () => simulator.database.sql`select from parqueo_server.simulated_webhooks`).toHaveLength(0);
});

test('a webhook that waits when the server ends is sent by the next', async () => {
  await order('webhook-late');
  const waiting = await simulator.database.sql`select due_at > now() as waits from parqueo_server.simulated_webhooks`;
  expect(waiting).toEqual([{ waits: true }]);
  const another = await simulator.startAnother();
  await setClock(another, 61);
  const [webhook] = await simulator.merchant.whenReceived(1);
  expect(webhook && getType(webhook)).toBe('CHECKOUT.ORDER.APPROVED');
});

test('every webhook can be sent twice', async () => {
  await order('webhook-duplicated');
  const webhooks = await simulator.merchant.whenReceived(2);
  expect(new Set(webhooks.map(({ body }) => JSON.parse(body).id)).size).toBe(1);
});

test('a webhook can arrive before the browser', async () => {
  await order('webhook-before-browser');
  expect(simulator.merchant.received.map(getType)).toEqual(['CHECKOUT.ORDER.APPROVED']);
});

test('webhooks can arrive out of order', async () => {
  const { capture } = await order('webhook-out-of-order');
  await capture();
  const [first] = await simulator.merchant.whenReceived(1);
  await setClock(simulator, 6);
  const [, second] = await simulator.merchant.whenReceived(2);
  expect([first && getType(first), second && getType(second)]).toEqual([
    'PAYMENT.CAPTURE.COMPLETED',
    'CHECKOUT.ORDER.APPROVED',
  ]);
});

test('a webhook can have a wrong signature, or the certificate of another host', async () => {
  await order('webhook-bad-signature');
  const [bad] = await simulator.merchant.whenReceived(1);
  expect(bad && (await isGenuine(bad))).toBe(false);
  await order('webhook-foreign-certificate');
  const [, foreign] = await simulator.merchant.whenReceived(2);
  expect(foreign && new URL(readHeader(foreign, 'cert-url')).host).toBe('api.paypal.com.example.com');
});

test('a merchant hears of a capture that is pending and then completes, of refunds and of disputes', async () => {
  const pending = await order('capture-pending');
  await pending.capture();
  await simulator.merchant.whenReceived(2);
  await setClock(simulator, 31);
  const webhooks = await simulator.merchant.whenReceived(3);
  expect(webhooks.map(getType)).toEqual([
    'CHECKOUT.ORDER.APPROVED',
    'PAYMENT.CAPTURE.PENDING',
    'PAYMENT.CAPTURE.COMPLETED',
  ]);
  const captureId = JSON.parse(webhooks[2]?.body ?? '').resource.id;
  await pending.call(`/v2/payments/captures/${captureId}/refund`);
  const refunded = (await simulator.merchant.whenReceived(4))[3];
  expect(refunded && getType(refunded)).toBe('PAYMENT.CAPTURE.REFUNDED');
  const disputed = await order('dispute');
  await disputed.capture();
  const all = await simulator.merchant.whenReceived(7);
  expect(all.map(getType)).toContain('CUSTOMER.DISPUTE.CREATED');
});

test('no webhook is sent where the outcome says so', async () => {
  const { capture } = await order('webhook-never');
  expect((await capture()).body.status).toBe('COMPLETED');
  expect(await simulator.database.sql`select from parqueo_server.simulated_webhooks`).toHaveLength(0);
});
