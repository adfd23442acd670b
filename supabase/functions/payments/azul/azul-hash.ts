import { Buffer } from 'node:buffer';
import { createHmac, timingSafeEqual } from 'node:crypto';

const HASH = /^[0-9a-f]{128}$/i;

// The key is both the key of the HMAC and the end of its message, always as UTF-8.
const hash = (fields: readonly string[], authKey: string, encoding: 'utf8' | 'utf16le') =>
  createHmac('sha512', authKey).update(Buffer.from([...fields, authKey].join(''), encoding));

/** The AuthHash of a form for AZUL's page, over the first sixteen fields in AZUL's order. */
export const hashRequest = (fields: readonly string[], authKey: string): string =>
  hash(fields, authKey, 'utf8').digest('hex');

/** Whether AZUL signed these fields of a return. AZUL signs returns as UTF-16LE, unlike requests. */
export function isReturnSigned(fields: readonly string[], authHash: string, authKey: string): boolean {
  if (!HASH.test(authHash)) return false;
  return timingSafeEqual(hash(fields, authKey, 'utf16le').digest(), Buffer.from(authHash, 'hex'));
}
