import { Buffer } from 'node:buffer';
import { verify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type CallProvider, ProviderError } from '../call-provider.ts';

const ALGORITHM = 'SHA256withRSA';
/** Whom PayPal's own libraries take a signature from, in its sandbox too. Node writes the name on lines, others with commas. */
const SIGNER = /(^|, ?)CN=messageverificationcerts(\.sandbox)?\.paypal\.com($|,)/m;
const DOWNLOAD_TIMEOUT_MS = 3000;
const MAX_CERTIFICATE_BYTES = 64 * 1024;
const MAX_CERTIFICATES = 16;
const MAX_HEADER_LENGTH = 2048;
/** Anybody can name addresses at PayPal that have no certificate. */
const MAX_DOWNLOADS = 20;
const DOWNLOADS_WINDOW_MS = 60_000;

/** Headers of a webhook. */
export type Transmission = { id: string; time: string; signature: string; certificateUrl: string; algorithm: string };

/** Null when one is missing or longer than any of PayPal's. */
export function readTransmission(headers: Headers): Transmission | null {
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
export type WebhookVerdict = 'genuine' | 'forged' | 'unknown';

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
