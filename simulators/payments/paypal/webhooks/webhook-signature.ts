import { randomUUID, sign, verify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { SIMULATED_PAYPAL } from '../../../../server/payments/simulated-accounts.ts';
import type { SigningCertificate } from './certificate.ts';

export const SIGNATURES = ['good', 'bad', 'foreign-certificate'] as const;
export type SignatureKind = (typeof SIGNATURES)[number];

export const CERTIFICATES_PATH = '/v1/notifications/certs';
const ALGORITHM = 'SHA256withRSA';
/** Looks like PayPal's host and is not. */
const FOREIGN_ORIGIN = 'https://api.paypal.com.example.com';

type Transmission = { id: string; time: string; webhookId: string };

/** What PayPal signs: the checksum stands for the body, as an unsigned decimal number. */
export const buildSignedText = ({ id, time, webhookId }: Transmission, body: string): string =>
  [id, time, webhookId, crc32(body)].join('|');

export function signWebhook(
  body: string,
  kind: SignatureKind,
  certificate: SigningCertificate,
  { origin, now }: { origin: string; now: Date },
): Record<string, string> {
  const transmission = { id: randomUUID(), time: now.toISOString(), webhookId: SIMULATED_PAYPAL.webhookId };
  const text = buildSignedText(transmission, kind === 'bad' ? `${body} ` : body);
  const certificateOrigin = kind === 'foreign-certificate' ? FOREIGN_ORIGIN : origin;
  return {
    'paypal-auth-algo': ALGORITHM,
    'paypal-cert-url': `${certificateOrigin}${CERTIFICATES_PATH}/${certificate.id}`,
    'paypal-transmission-id': transmission.id,
    'paypal-transmission-sig': sign('sha256', Buffer.from(text), certificate.privateKey).toString('base64'),
    'paypal-transmission-time': transmission.time,
  };
}

type Claim = Transmission & { algorithm: string; certificateUrl: string; signature: string };

export function isGenuineWebhook(
  { algorithm, certificateUrl, signature, ...transmission }: Claim,
  body: string,
  certificate: SigningCertificate,
  origin: string,
): boolean {
  const isOwn =
    algorithm === ALGORITHM &&
    transmission.webhookId === SIMULATED_PAYPAL.webhookId &&
    certificateUrl === `${origin}${CERTIFICATES_PATH}/${certificate.id}`;
  const text = Buffer.from(buildSignedText(transmission, body));
  return isOwn && verify('sha256', text, certificate.publicKey, Buffer.from(signature, 'base64'));
}
