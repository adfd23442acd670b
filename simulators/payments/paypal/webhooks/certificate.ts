import { createHash, generateKeyPair, type KeyObject, sign, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';

// Neither Node nor a library of this project makes X.509 certificates. This is the DER (ITU-T X.690) of one that signs
// itself, without extensions (RFC 5280); Node parses it again before it is used.

const INTEGER = 0x02;
const BIT_STRING = 0x03;
const NULL = 0x05;
const OBJECT_IDENTIFIER = 0x06;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const SEQUENCE = 0x30;
const SET = 0x31;
const VERSION = 0xa0;

function encodeLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes = length < 0x100 ? [length] : [length >> 8, length & 0xff];
  return Buffer.from([0x80 | bytes.length, ...bytes]);
}

function encode(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), encodeLength(content.length), content]);
}

const encodeIdentifier = (hex: string) => encode(OBJECT_IDENTIFIER, Buffer.from(hex, 'hex'));

const COMMON_NAME = encodeIdentifier('550403');
const ORGANISATION = encodeIdentifier('55040a');
const SHA256_WITH_RSA = encode(SEQUENCE, encodeIdentifier('2a864886f70d01010b'), encode(NULL));

const encodeName = (names: readonly (readonly [Buffer, string])[]) =>
  encode(
    SEQUENCE,
    ...names.map(([type, text]) => encode(SET, encode(SEQUENCE, type, encode(UTF8_STRING, Buffer.from(text))))),
  );

const encodeTime = (time: Date) =>
  encode(UTC_TIME, Buffer.from(`${time.toISOString().replaceAll(/\D/g, '').slice(2, 14)}Z`));

/** The name in the certificates with which PayPal signs webhooks. */
export const CERTIFICATE_NAME = 'messageverificationcerts.paypal.com';

const DAY_MS = 86_400_000;
const VALID_DAYS = 3650;

type Keys = { publicKey: KeyObject; privateKey: KeyObject };

function createCertificate({ publicKey, privateKey }: Keys, now: Date, commonName: string): X509Certificate {
  const name = encodeName([
    [ORGANISATION, 'Parqueo payment simulator'],
    [COMMON_NAME, commonName],
  ]);
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const serial = createHash('sha256').update(key).digest().subarray(0, 8);
  serial[0] = 1;
  const content = encode(
    SEQUENCE,
    encode(VERSION, encode(INTEGER, Buffer.from([2]))),
    encode(INTEGER, serial),
    SHA256_WITH_RSA,
    name,
    encode(
      SEQUENCE,
      encodeTime(new Date(now.getTime() - DAY_MS)),
      encodeTime(new Date(now.getTime() + VALID_DAYS * DAY_MS)),
    ),
    name,
    key,
  );
  const signature = encode(BIT_STRING, Buffer.from([0]), sign('sha256', content, privateKey));
  return new X509Certificate(encode(SEQUENCE, content, SHA256_WITH_RSA, signature));
}

export type SigningCertificate = Keys & { id: string; pem: string };

const KEY_BITS = 2048;

/** A new key pair with its certificate. Its id follows from the key, so that nobody keeps the certificate of an old key. */
export async function createSigningCertificate(now: Date, commonName = CERTIFICATE_NAME): Promise<SigningCertificate> {
  const keys = await promisify(generateKeyPair)('rsa', { modulusLength: KEY_BITS });
  const certificate = createCertificate(keys, now, commonName);
  const id = `CERT-${certificate.fingerprint256.replaceAll(':', '').slice(0, 16).toLowerCase()}`;
  return { id, pem: certificate.toString(), ...keys };
}
