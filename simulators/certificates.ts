// @peculiar/x509 stands on decorators.
import 'reflect-metadata';
import { KeyObject, webcrypto, X509Certificate } from 'node:crypto';
import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  type X509CertificateCreateSelfSignedParams,
  X509CertificateGenerator,
} from '@peculiar/x509';

const DAY_MS = 86_400_000;
const VALID_DAYS = 3650;
const ALGORITHM = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
};
const createKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

/** Makes a new key pair, and its certificate, which is valid for ten years before and after today. */
async function createSelfSigned(content: Pick<X509CertificateCreateSelfSignedParams, 'name' | 'extensions'>) {
  const keys = await createKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...content,
    notBefore: new Date(Date.now() - VALID_DAYS * DAY_MS),
    notAfter: new Date(Date.now() + VALID_DAYS * DAY_MS),
    signingAlgorithm: ALGORITHM,
    keys,
  });
  return { keys, certificate };
}

/** The name in the certificates with which PayPal signs webhooks. */
export const PAYPAL_CERTIFICATE_NAME = 'messageverificationcerts.paypal.com';

export type SigningCertificate = { id: string; pem: string; privateKey: KeyObject };

/** Makes a certificate as PayPal signs webhooks with. A new key has a new id, so that nobody keeps the certificate of an old one. */
export async function createSigningCertificate(commonName = PAYPAL_CERTIFICATE_NAME): Promise<SigningCertificate> {
  const { keys, certificate } = await createSelfSigned({ name: `O=Parqueo payment simulator, CN=${commonName}` });
  const thumbprint = Buffer.from(await certificate.getThumbprint('SHA-256')).toString('hex');
  return {
    id: `CERT-${thumbprint.slice(0, 16)}`,
    pem: certificate.toString('pem'),
    privateKey: KeyObject.from(keys.privateKey),
  };
}

/** A certificate that an authority has issued, with its key. */
export type IssuedKey = { certificate: X509Certificate; privateKey: KeyObject };

/** What is unusual about a certificate that is issued. */
type Unusual = { validDays?: number; usage?: keyof typeof KeyUsageFlags; isAuthority?: boolean };

/** Makes an authority, which issues certificates to people who sign, as those that INDOTEL lists do. */
export async function createAuthority(name: string) {
  const extensions = [new BasicConstraintsExtension(true), new KeyUsagesExtension(KeyUsageFlags.keyCertSign)];
  const { keys, certificate } = await createSelfSigned({ name: `CN=${name} authority`, extensions });
  return {
    pem: certificate.toString('pem'),
    /** @param subject the name of the holder. @param unusual `validDays` counts from now, and may be below zero */
    async issue(subject: string, unusual: Unusual = {}): Promise<IssuedKey> {
      const { validDays = VALID_DAYS, usage = 'digitalSignature', isAuthority = false } = unusual;
      const { publicKey, privateKey } = await createKeys();
      const issued = await X509CertificateGenerator.create({
        subject: `CN=${subject}, 2.5.4.5=IDCDO-00112345673`,
        issuer: certificate.subject,
        notBefore: certificate.notBefore,
        notAfter: new Date(Date.now() + validDays * DAY_MS),
        signingAlgorithm: ALGORITHM,
        publicKey,
        signingKey: keys.privateKey,
        extensions: [
          new BasicConstraintsExtension(isAuthority),
          new KeyUsagesExtension(KeyUsageFlags[usage] | (isAuthority ? KeyUsageFlags.keyCertSign : 0)),
        ],
      });
      return { certificate: new X509Certificate(issued.toString('pem')), privateKey: KeyObject.from(privateKey) };
    },
  };
}
