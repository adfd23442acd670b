import { sign } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { toCents } from '../../domain/money/cents.ts';
import { describeProblem } from '../../domain/problems.ts';
import { createSigningCertificate } from '../../simulators/certificates.ts';
import { findDeclineReason } from '../../supabase/functions/payments/azul-declines.ts';
import { parseSantoDomingoTime, toSantoDomingoDay } from '../../supabase/functions/payments/azul-webservice.ts';
import type { DueRefund, PaymentStore } from '../../supabase/functions/payments/payment-store.ts';
import { createPayPalClient, createPayPalOrders } from '../../supabase/functions/payments/paypal-api.ts';
import { createWebhookVerifier, toSignedMessage } from '../../supabase/functions/payments/paypal-webhook.ts';
import { createPaymentProviders, settlePayment } from '../../supabase/functions/payments/providers.ts';
import { refundAzul, toRefundOrder } from '../../supabase/functions/payments/refunds.ts';
import { CERTIFICATE_ORIGINS } from '../../supabase/functions/payments/settings.ts';
import { workOnPayments } from '../../supabase/functions/payments/work-on-payments.ts';
import {
  type CallProvider,
  createProviderCall,
  ProviderError,
  type ProviderRequest,
} from '../../supabase/functions/shared/http.ts';
import { createPayment } from '../testing/create-payment.ts';

const respond = (status: number, body: unknown) => ({ status, text: JSON.stringify(body) });
const readCode = async (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof ProviderError ? `${error.failure} ${error.code}` : `${error}`),
  );

// AZUL

test.each([
  ['51', '', 'payment-no-funds'],
  ['91', '', 'payment-provider-down'],
  ['05', '', 'payment-declined'],
  ['99', 'SGS-005101: 3-D Secure failed', 'payment-not-confirmed'],
  ['99', 'VALIDATION: Wrong CVV', 'payment-card-details'],
  ['', 'SGS-030508: timeout', 'payment-provider-down'],
  ['', 'INVALID_MERCHANTID', 'payment-provider-down'],
] as const)('AZUL’s code %s with “%s” has the sentence %s', (isoCode, errorDescription, reason) => {
  expect(findDeclineReason({ isoCode, errorDescription })).toBe(reason);
});

test('nobody reads that a bank takes a card for stolen or a buyer for a fraud', () => {
  const codes = Array.from({ length: 100 }, (_, code) => `${code}`.padStart(2, '0'));
  const reasons = new Set(codes.map((isoCode) => findDeclineReason({ isoCode, errorDescription: 'STOLEN FRAUD' })));
  for (const reason of reasons) expect(describeProblem(reason)).not.toMatch(/stolen|fraud|robad|fraude/i);
  expect(findDeclineReason({ isoCode: '43', errorDescription: '' })).toBe(
    findDeclineReason({ isoCode: '62', errorDescription: '' }),
  );
});

test('days and times of AZUL are those of Santo Domingo', () => {
  expect(parseSantoDomingoTime('20260915233005')).toBe(Date.UTC(2026, 8, 16, 3, 30, 5));
  expect(toSantoDomingoDay(Date.UTC(2026, 8, 16, 3, 59))).toBe('2026-09-15');
  expect(parseSantoDomingoTime('2026-09-15')).toBeNull();
});

test('the order number of a refund is the same for each attempt, and one that AZUL takes', () => {
  const refund = '3b8ff0d2-6f09-4b6d-a7ee-0d3f3ad0d6a1';
  const other = '3b8ff0d2-6f09-4b6d-a7ee-0d3f3ad0d6a2';
  expect(toRefundOrder(refund)).toBe(toRefundOrder(refund));
  expect(toRefundOrder(refund)).toMatch(/^R[A-Z0-9]{14}$/);
  expect(toRefundOrder(refund)).not.toBe(toRefundOrder(other));
});

const openAzul = (call: CallProvider, currency: 'DOP' | 'USD' = 'DOP') =>
  createPaymentProviders({
    azul: {
      merchantId: '1',
      merchantName: 'P',
      merchantType: 'E',
      authKey: 'k',
      currencyCode: '$',
      currency,
      pageUrl: 'https://azul.test',
      service: { url: 'https://azul.test', auth1: '1', auth2: '2', search: 'YYYY-MM-DD', call },
    },
  });

test('a payment in another currency than the merchant number’s is left to an operator', async () => {
  const { azul } = openAzul(() => expect.unreachable(), 'USD');
  const refund: DueRefund = {
    id: '3b8ff0d2-6f09-4b6d-a7ee-0d3f3ad0d6a1',
    paymentId: 'payment',
    provider: 'azul',
    providerOrder: 'AAAAAAAAAAAAAAA',
    providerReference: 'reference',
    amount: toCents(590),
    paymentAmount: toCents(590),
    tax: toCents(90),
    currency: 'DOP',
    capturedAt: new Date(),
    attempts: 0,
    refundedBefore: false,
  };
  expect(await refundAzul(refund, azul, Date.now())).toMatchObject({ outcome: 'manual', error: 'other-currency' });
});

test('a request waits for AZUL’s lists no longer than the server does, and the work longer', async () => {
  const waits: number[] = [];
  const call: CallProvider = async (_url, { timeoutMs }) => {
    waits.push(timeoutMs);
    return respond(200, { Transactions: [] });
  };
  const providers = openAzul(call);
  const payment = createPayment({ state: 'pending', providerOrder: 'AAAAAAAAAAAAAAA' });
  await settlePayment(payment, 'check', { providers, store: {} as PaymentStore, now: Date.now });
  const claimed = [[payment], []];
  const nothing = () => Promise.resolve([]);
  const claimChecks = () => Promise.resolve(claimed.shift() ?? []);
  const claims = { claimChecks, claimRefunds: nothing, claimComparison: () => Promise.resolve(null) };
  const store = claims as Partial<PaymentStore> as PaymentStore;
  await workOnPayments({ providers, store, now: Date.now, report: () => expect.unreachable() });
  expect(waits).toEqual([8000, 20_000]);
});

// PayPal

type Handler = (url: string, request: ProviderRequest) => ReturnType<CallProvider>;

function connect(handle: Handler, now = () => 0) {
  const requests: (ProviderRequest & { url: string })[] = [];
  const call: CallProvider = async (url, request) => {
    requests.push({ url, ...request });
    return handle(url, request);
  };
  const settings = { url: 'https://paypal.test', clientId: 'id', clientSecret: 'secret', certificateOrigins: [], call };
  return { requests, callPayPal: createPayPalClient(settings, now) };
}

test('calls at the same time share one token, which is renewed five minutes before its end', async () => {
  let now = 0;
  let tokens = 0;
  const handle: Handler = async (url) => {
    if (!url.endsWith('/token')) return respond(200, {});
    tokens += 1;
    return respond(200, { access_token: `token-${tokens}`, expires_in: 3600 });
  };
  const { callPayPal, requests } = connect(handle, () => now);
  const get = () => callPayPal({ method: 'GET', path: '/v2/checkout/orders/1' });
  await Promise.all([get(), get(), get()]);
  now = 54 * 60_000;
  await get();
  expect(tokens).toBe(1);
  now = 56 * 60_000;
  await get();
  expect(tokens).toBe(2);
  expect(requests.at(-1)?.headers.authorization).toBe('Bearer token-2');
});

test('a token that PayPal does not take any more is renewed once, and the call repeated', async () => {
  let tokens = 0;
  const handle: Handler = async (url, { headers }) => {
    if (url.endsWith('/token')) return respond(200, { access_token: `token-${++tokens}`, expires_in: 3600 });
    return headers.authorization === 'Bearer token-2' ? respond(200, { ok: true }) : respond(401, {});
  };
  expect(await connect(handle).callPayPal({ method: 'GET', path: '/x' })).toEqual({ ok: true });
  const { callPayPal, requests } = connect(async (url) =>
    url.endsWith('/token') ? respond(200, { access_token: 'never-good', expires_in: 3600 }) : respond(401, {}),
  );
  expect(await readCode(callPayPal({ method: 'GET', path: '/x' }))).toBe('rejected http-401');
  expect(requests.filter(({ url }) => url.endsWith('/x'))).toHaveLength(2);
});

test('an order has the amount with two decimals, no shipping, and the payment as its request id', async () => {
  const payment = createPayment({ provider: 'paypal', currency: 'USD', language: 'es' });
  const { callPayPal, requests } = connect(async (url) =>
    url.endsWith('/token')
      ? respond(200, { access_token: 'token', expires_in: 3600 })
      : respond(201, {
          id: 'ORDER-1',
          status: 'PAYER_ACTION_REQUIRED',
          links: [{ rel: 'payer-action', href: 'https://www.paypal.com/checkoutnow?token=ORDER-1' }],
        }),
  );
  const urls = { returnUrl: 'https://p.test/yes', cancelUrl: 'https://p.test/no' };
  const order = await createPayPalOrders(callPayPal).create(payment, { brandName: 'Parqueo Núñez', ...urls });
  expect(order).toMatchObject({ id: 'ORDER-1', approveUrl: 'https://www.paypal.com/checkoutnow?token=ORDER-1' });
  const sent = requests.at(-1);
  expect(sent?.headers['PayPal-Request-Id']).toBe(payment.id);
  expect(JSON.parse(sent?.body ?? '')).toMatchObject({
    intent: 'CAPTURE',
    purchase_units: [{ custom_id: payment.id, amount: { currency_code: 'USD', value: '590.00' } }],
    payment_source: { paypal: { experience_context: { shipping_preference: 'NO_SHIPPING', locale: 'es-ES' } } },
  });
});

test('what a provider sends that cannot be read is an error of its own kind', async () => {
  const read = (status: number, text: string) => {
    const { callPayPal } = connect(async (url) =>
      url.endsWith('/token') ? respond(200, { access_token: 'token', expires_in: 3600 }) : { status, text },
    );
    return readCode(createPayPalOrders(callPayPal).capture('1', '2'));
  };
  expect(await read(200, '<html>')).toBe('malformed no-json');
  expect(await read(200, '{}')).toBe('malformed unknown-shape');
  expect(await read(500, '')).toBe('no-response http-500');
  expect(await read(429, '')).toBe('no-response http-429');
  expect(await read(422, '{"name":"X","details":[{"issue":"ORDER_NOT_APPROVED"}]}')).toBe(
    'rejected ORDER_NOT_APPROVED',
  );
  expect(await read(302, '')).toBe('rejected http-302');
});

test('a call says whether the provider may have received it', async () => {
  const fail = (error: Error) => createProviderCall(() => Promise.reject(error));
  const request = { method: 'GET', headers: {}, timeoutMs: 1000 } as const;
  const closed = new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }) });
  expect(await readCode(fail(closed)('https://paypal.test', request))).toBe('not-sent ECONNREFUSED');
  const reset = new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code: 'ECONNRESET' }) });
  expect(await readCode(fail(reset)('https://paypal.test', request))).toBe('no-response ECONNRESET');
  const timeout = new DOMException('took too long', 'TimeoutError');
  expect(await readCode(fail(timeout)('https://paypal.test', request))).toBe('no-response timeout');
});

test('a response that is too large is not read to its end, and no redirect is followed', async () => {
  const init: RequestInit[] = [];
  const call = createProviderCall(async (_input, options) => {
    init.push(options ?? {});
    return new Response('x'.repeat(2000));
  });
  const request = { method: 'GET', headers: {}, timeoutMs: 1000, maxBytes: 1000 } as const;
  expect(await readCode(call('https://paypal.test', request))).toBe('malformed too-large');
  expect(init[0]?.redirect).toBe('manual');
});

// Webhooks

const BODY = '{"id":"WH-DEMO-1","event_type":"PAYMENT.CAPTURE.COMPLETED"}';
const WEBHOOK_ID = 'WEBHOOK-1';
const certificate = await createSigningCertificate();

test('a webhook’s message has the checksum of its body as PayPal writes it', () => {
  expect(crc32(BODY)).toBe(3_399_753_067);
  const message = toSignedMessage({ id: 'T-1', time: '2026-11-22T10:00:00Z' }, WEBHOOK_ID, Buffer.from(BODY));
  expect(message).toBe('T-1|2026-11-22T10:00:00Z|WEBHOOK-1|3399753067');
});

function createTransmission(changes: Record<string, string> = {}, webhookId = WEBHOOK_ID, body = BODY) {
  const id = 'T-1';
  const time = '2026-11-22T10:00:00Z';
  const message = toSignedMessage({ id, time }, webhookId, Buffer.from(body));
  return {
    id,
    time,
    signature: sign('sha256', Buffer.from(message), certificate.privateKey).toString('base64'),
    certificateUrl: 'https://api.paypal.com/v1/notifications/certs/CERT-1',
    algorithm: 'SHA256withRSA',
    ...changes,
  };
}

function createVerifier({ respondWith = { status: 200, text: certificate.pem }, now = Date.now } = {}) {
  const urls: string[] = [];
  const call: CallProvider = async (url) => {
    urls.push(url);
    return respondWith;
  };
  const options = { webhookId: WEBHOOK_ID, certificateOrigins: CERTIFICATE_ORIGINS, call, now };
  return { urls, verify: createWebhookVerifier(options) };
}

test('a webhook that PayPal signed is genuine, and its certificate downloaded once', async () => {
  const { verify, urls } = createVerifier();
  const body = Buffer.from(BODY);
  const all = await Promise.all([1, 2, 3].map(() => verify(createTransmission(), body)));
  expect([...all, await verify(createTransmission(), body)]).toEqual(Array.from({ length: 4 }, () => 'genuine'));
  expect(urls).toHaveLength(1);
});

test.each<[what: string, transmission: ReturnType<typeof createTransmission>]>([
  ['another body', createTransmission({}, WEBHOOK_ID, `${BODY} `)],
  ['the id of another webhook', createTransmission({}, 'WEBHOOK-2')],
  ['another time', createTransmission({ time: '2026-11-23T10:00:00Z' })],
  ['another algorithm', createTransmission({ algorithm: 'SHA1withRSA' })],
  ['a signature that is none', createTransmission({ signature: 'AAAA' })],
])('a webhook with %s is forged', async (_what, transmission) => {
  expect(await createVerifier().verify(transmission, Buffer.from(BODY))).toBe('forged');
});

test.each([
  'http://api.paypal.com/cert',
  'https://api.paypal.com.evil.example/cert',
  'https://api.paypal.com@evil.example/cert',
  'https://api.paypal.com:8443/cert',
  'https://evil.example/api.paypal.com',
  'https://www.paypal.com/cert',
  'file:///etc/passwd',
  '//api.paypal.com/cert',
  'nonsense',
])('no certificate is downloaded from %s', async (certificateUrl) => {
  const { verify, urls } = createVerifier();
  expect(await verify(createTransmission({ certificateUrl }), Buffer.from(BODY))).toBe('forged');
  expect(urls).toEqual([]);
});

test('a certificate that is over, not begun or none makes a webhook forged', async () => {
  const body = Buffer.from(BODY);
  const later = createVerifier({ now: () => Date.now() + 20 * 365 * 86_400_000 });
  const earlier = createVerifier({ now: () => Date.now() - 20 * 365 * 86_400_000 });
  const none = createVerifier({ respondWith: { status: 200, text: 'no certificate' } });
  const redirect = createVerifier({ respondWith: { status: 302, text: '' } });
  for (const { verify } of [later, earlier, none, redirect]) {
    expect(await verify(createTransmission(), body)).toBe('forged');
  }
});

test('a certificate of PayPal’s with another name signs no webhook', async () => {
  const { pem, privateKey } = await createSigningCertificate('www.paypal.com');
  const { verify } = createVerifier({ respondWith: { status: 200, text: pem } });
  const transmission = createTransmission();
  const signed = Buffer.from(toSignedMessage(transmission, WEBHOOK_ID, Buffer.from(BODY)));
  const signature = sign('sha256', signed, privateKey).toString('base64');
  expect(await verify({ ...transmission, signature }, Buffer.from(BODY))).toBe('forged');
});

test('while PayPal’s certificate cannot be read, a webhook has to come again', async () => {
  const { verify, urls } = createVerifier({ respondWith: { status: 503, text: '' } });
  const body = Buffer.from(BODY);
  expect([await verify(createTransmission(), body), await verify(createTransmission(), body)]).toEqual([
    'unknown',
    'unknown',
  ]);
  expect(urls).toHaveLength(2);
});

test('made-up addresses of certificates make the server download twenty a minute', async () => {
  let now = Date.now();
  const { verify, urls } = createVerifier({ respondWith: { status: 404, text: '' }, now: () => now });
  const flood = async () => {
    for (let count = 0; count < 50; count += 1) {
      const certificateUrl = `https://api.paypal.com/v1/notifications/certs/CERT-${count}`;
      await verify(createTransmission({ certificateUrl }), Buffer.from(BODY));
    }
  };
  await flood();
  expect(urls).toHaveLength(20);
  now += 60_000;
  await flood();
  expect(urls).toHaveLength(40);
});
