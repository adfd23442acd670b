// @peculiar/x509 stands on decorators.
import 'reflect-metadata';
import { KeyObject, webcrypto, X509Certificate } from 'node:crypto';
import {
  BasicConstraintsExtension,
  type X509Certificate as GeneratedCertificate,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import type { FiscalKey } from '../server/fiscal/sign-xml.ts';

const DAY_MS = 86_400_000;
const VALID_DAYS = 3650;
const ALGORITHM = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
};
const createKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

/** What is unusual about a certificate that is issued. */
type Unusual = { validDays?: number; usage?: keyof typeof KeyUsageFlags; isAuthority?: boolean };

/** Makes an authority, which issues certificates to people who sign, as those that INDOTEL lists do. */
export async function createAuthority(name: string) {
  const keys = await createKeys();
  const extensions = [new BasicConstraintsExtension(true), new KeyUsagesExtension(KeyUsageFlags.keyCertSign)];
  const start = Date.now() - VALID_DAYS * DAY_MS;
  const certificate: GeneratedCertificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=${name} authority`,
    notBefore: new Date(start),
    notAfter: new Date(Date.now() + VALID_DAYS * DAY_MS),
    ...{ signingAlgorithm: ALGORITHM, keys, extensions },
  });
  return {
    pem: certificate.toString('pem'),
    /** @param subject the name of the holder. @param unusual `validDays` counts from now, and may be below zero */
    async issue(subject: string, unusual: Unusual = {}): Promise<FiscalKey> {
      const { validDays = VALID_DAYS, usage = 'digitalSignature', isAuthority = false } = unusual;
      const { publicKey, privateKey } = await createKeys();
      const issued = await X509CertificateGenerator.create({
        subject: `CN=${subject}, 2.5.4.5=IDCDO-00112345673`,
        issuer: certificate.subject,
        notBefore: new Date(start),
        notAfter: new Date(Date.now() + validDays * DAY_MS),
        ...{ signingAlgorithm: ALGORITHM, publicKey, signingKey: keys.privateKey },
        extensions: [
          new BasicConstraintsExtension(isAuthority),
          new KeyUsagesExtension(KeyUsageFlags[usage] | (isAuthority ? KeyUsageFlags.keyCertSign : 0)),
        ],
      });
      return { certificate: new X509Certificate(issued.toString('pem')), privateKey: KeyObject.from(privateKey) };
    },
  };
}
