// The library below stands on decorators.
import 'reflect-metadata';
import { KeyObject, webcrypto } from 'node:crypto';
import { X509CertificateGenerator } from '@peculiar/x509';

/** The name in the certificates with which PayPal signs webhooks. */
export const CERTIFICATE_NAME = 'messageverificationcerts.paypal.com';

const DAY_MS = 86_400_000;
const VALID_DAYS = 3650;
const ALGORITHM = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
};

export type SigningCertificate = { id: string; pem: string; publicKey: KeyObject; privateKey: KeyObject };

/** A new key pair with its certificate. Its id follows from the certificate, so that nobody keeps the one of an old key. */
export async function createSigningCertificate(now: Date, commonName = CERTIFICATE_NAME): Promise<SigningCertificate> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `O=Parqueo payment simulator, CN=${commonName}`,
    notBefore: new Date(now.getTime() - DAY_MS),
    notAfter: new Date(now.getTime() + VALID_DAYS * DAY_MS),
    signingAlgorithm: ALGORITHM,
    keys,
  });
  const id = `CERT-${Buffer.from(await certificate.getThumbprint('SHA-256'))
    .toString('hex')
    .slice(0, 16)}`;
  return {
    id,
    pem: certificate.toString('pem'),
    publicKey: KeyObject.from(keys.publicKey),
    privateKey: KeyObject.from(keys.privateKey),
  };
}
