import { Buffer } from 'node:buffer';
import { verify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import * as z from 'zod';
import { type CallProvider, ProviderError, toStorable } from '../shared/http.ts';
import type { Payment, PaymentStore } from './payment-store.ts';
import type { PayPalOrders } from './paypal-api.ts';
import { recordDispute, recordRefunds } from './paypal-settlement.ts';

const id = z.string().min(1).max(64);
const eventSchema = z.object({
  id: z.string().min(1).max(200),
  event_type: z.string().min(1).max(80),
  resource: z.object({
    id: id.optional().catch(undefined),
    dispute_id: id.optional().catch(undefined),
    custom_id: z.string().optional().catch(undefined),
    supplementary_data: z
      .object({ related_ids: z.object({ order_id: id.optional() }).optional() })
      .optional()
      .catch(undefined),
    disputed_transactions: z
      .array(z.object({ custom: z.string().optional() }))
      .optional()
      .catch(undefined),
  }),
});

type WebhookEvent = z.infer<typeof eventSchema>;

const uuidSchema = z.guid();

/** A webhook that was verified is about this payment, which PayPal has to be asked about. */
type WebhookResult = { kind: 'rejected' | 'retry-later' | 'done' } | { kind: 'verified'; payment: Payment };

type Dependencies = { orders: PayPalOrders; store: PaymentStore; verify: VerifyWebhook };

function parseEvent(body: Uint8Array): WebhookEvent | null {
  try {
    return eventSchema.safeParse(JSON.parse(new TextDecoder().decode(body))).data ?? null;
  } catch {
    return null;
  }
}

async function findPayment({ event_type: type, resource }: WebhookEvent, store: PaymentStore): Promise<Payment | null> {
  const order = type.startsWith('CHECKOUT.ORDER.') ? resource.id : resource.supplementary_data?.related_ids?.order_id;
  const byOrder = order === undefined ? null : await store.find('paypal', order);
  if (byOrder !== null) return byOrder;
  const custom = uuidSchema.safeParse(resource.custom_id ?? resource.disputed_transactions?.[0]?.custom);
  const byId = custom.success ? await store.read(custom.data) : null;
  return byId?.provider === 'paypal' ? byId : null;
}

/** Names an order of PayPal's that is no payment of ours. */
const toUnknown = (order?: string) => ({ provider: 'paypal', id: null, providerOrder: order ?? null }) as const;

/** Money that PayPal takes back: PayPal is asked how the dispute stands, or what was refunded. */
async function recordReversals(event: WebhookEvent, payment: Payment | null, { orders, store }: Dependencies) {
  const { event_type: type, resource } = event;
  const { dispute_id: dispute = resource.id } = resource;
  const isDispute = type.startsWith('CUSTOMER.DISPUTE.');
  const isRefund = type === 'PAYMENT.CAPTURE.REFUNDED' || type === 'PAYMENT.CAPTURE.REVERSED';
  let isRecorded = true;
  try {
    if (isDispute && dispute !== undefined) isRecorded = await recordDispute(dispute, { orders, store });
    else if (isRefund && payment?.providerOrder)
      isRecorded = await recordRefunds(payment.providerOrder, { orders, store });
  } catch (error) {
    // The app at PayPal may not read disputes.
    if (!(error instanceof ProviderError) || error.failure !== 'rejected') throw error;
    isRecorded = false;
  }
  if (isRecorded) return;
  const kind = isDispute ? 'dispute' : 'refunded-there';
  await store.recordDifference(kind, payment ?? toUnknown(dispute), `${type} ${dispute ?? ''}`);
}

/**
 * Checks and records a webhook. What it says is not believed in detail: webhooks come late and out of order, so PayPal is
 * asked how the payment is now.
 */
export async function handleWebhook(
  headers: Headers,
  body: Uint8Array,
  dependencies: Dependencies,
): Promise<WebhookResult> {
  const { store, verify } = dependencies;
  const transmission = readTransmission(headers);
  const verdict: WebhookVerdict = transmission === null ? 'forged' : await verify(transmission, body);
  if (verdict === 'unknown') return { kind: 'retry-later' };
  if (verdict === 'forged') {
    await store.recordForgery(toUnknown());
    return { kind: 'rejected' };
  }
  const event = parseEvent(body);
  if (event === null) return { kind: 'done' };
  const payment = await findPayment(event, store);
  const text = toStorable(new TextDecoder().decode(body));
  const { id, event_type: kind } = event;
  await store.addEvent({ provider: 'paypal', id, payment: payment?.id ?? null, kind, body: text });
  try {
    await recordReversals(event, payment, dependencies);
  } catch (error) {
    if (error instanceof ProviderError) return { kind: 'retry-later' };
    throw error;
  }
  if (payment !== null) return { kind: 'verified', payment };
  // The merchant's other shops have no such ids.
  if (kind === 'PAYMENT.CAPTURE.COMPLETED' && uuidSchema.safeParse(event.resource.custom_id).success) {
    const order = event.resource.supplementary_data?.related_ids?.order_id ?? event.resource.id;
    const detail = `PayPal took money for the payment ${event.resource.custom_id}, which is not here`;
    await store.recordDifference('missing-here', toUnknown(order), detail);
  }
  return { kind: 'done' };
}

const ALGORITHM = 'SHA256withRSA';
/** The subject of PayPal's certificates, live and in the sandbox. Node writes its parts on lines, others with commas. */
const SIGNER = /(^|, ?)CN=messageverificationcerts(\.sandbox)?\.paypal\.com($|,)/m;
const DOWNLOAD_TIMEOUT_MS = 3000;
const MAX_CERTIFICATE_BYTES = 64 * 1024;
const MAX_CERTIFICATES = 16;
const MAX_HEADER_LENGTH = 2048;
/** Anybody can name addresses at PayPal that have no certificate. */
const MAX_DOWNLOADS = 20;
const DOWNLOADS_WINDOW_MS = 60_000;

type Transmission = { id: string; time: string; signature: string; certificateUrl: string; algorithm: string };

/** Null when a header is missing or longer than any of PayPal's. */
function readTransmission(headers: Headers): Transmission | null {
  const [id, time, signature] = ['id', 'time', 'sig'].map((name) => headers.get(`paypal-transmission-${name}`));
  const certificateUrl = headers.get('paypal-cert-url');
  const algorithm = headers.get('paypal-auth-algo');
  if (!id || !time || !signature || !certificateUrl || !algorithm) return null;
  const transmission = { id, time, signature, certificateUrl, algorithm };
  return Object.values(transmission).some(({ length }) => length > MAX_HEADER_LENGTH) ? null : transmission;
}

/** What PayPal signs. The id of the webhook is ours, never one that came with the request. */
export const toSignedMessage = ({ id, time }: Pick<Transmission, 'id' | 'time'>, webhookId: string, body: Uint8Array) =>
  `${id}|${time}|${webhookId}|${crc32(body)}`;

type Options = { webhookId: string; certificateOrigins: readonly string[]; call: CallProvider; now?: () => number };

/** `unknown` when the certificate could not be read at this time. */
type WebhookVerdict = 'genuine' | 'forged' | 'unknown';

/** Checks the signatures of webhooks, with certificates that are downloaded once. */
export function createWebhookVerifier({ webhookId, certificateOrigins, call, now = Date.now }: Options) {
  const certificates = new Map<string, Promise<X509Certificate>>();
  let downloads = { count: 0, since: 0 };

  function countDownload(): void {
    if (now() - downloads.since >= DOWNLOADS_WINDOW_MS) downloads = { count: 0, since: now() };
    downloads.count += 1;
    if (downloads.count > MAX_DOWNLOADS) throw new ProviderError('not-sent', 'too-many-certificates');
  }
  async function download(url: string): Promise<X509Certificate> {
    countDownload();
    const limits = { timeoutMs: DOWNLOAD_TIMEOUT_MS, maxBytes: MAX_CERTIFICATE_BYTES };
    const { status, text } = await call(url, { method: 'GET', headers: {}, ...limits });
    if (status !== 200) throw new ProviderError(status >= 500 ? 'no-response' : 'rejected', `http-${status}`);
    try {
      // TLS with PayPal's own host vouches for it: PayPal does not send the certificates of its issuers, without which
      // there is no chain to follow.
      return new X509Certificate(text);
    } catch (cause) {
      throw new ProviderError('malformed', 'certificate', { cause });
    }
  }
  function loadCertificate(url: string): Promise<X509Certificate> {
    const stored = certificates.get(url);
    if (stored !== undefined) return stored;
    const loading = download(url);
    const [oldest] = certificates.keys();
    if (certificates.size >= MAX_CERTIFICATES && oldest !== undefined) certificates.delete(oldest);
    certificates.set(url, loading);
    loading.catch(() => certificates.delete(url));
    return loading;
  }
  const isAllowed = (url: string) => URL.canParse(url) && certificateOrigins.includes(new URL(url).origin);
  const isValidNow = ({ validFrom, validTo }: X509Certificate) =>
    Date.parse(validFrom) <= now() && now() <= Date.parse(validTo);

  return async function verifyWebhook(transmission: Transmission, body: Uint8Array): Promise<WebhookVerdict> {
    const { certificateUrl, algorithm, signature } = transmission;
    if (algorithm !== ALGORITHM || !isAllowed(certificateUrl)) return 'forged';
    let certificate: X509Certificate;
    try {
      certificate = await loadCertificate(new URL(certificateUrl).href);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return error.failure === 'rejected' || error.failure === 'malformed' ? 'forged' : 'unknown';
    }
    if (!isValidNow(certificate) || !SIGNER.test(certificate.subject)) return 'forged';
    const message = Buffer.from(toSignedMessage(transmission, webhookId, body));
    return verify('sha256', message, certificate.publicKey, Buffer.from(signature, 'base64')) ? 'genuine' : 'forged';
  };
}

export type VerifyWebhook = ReturnType<typeof createWebhookVerifier>;
