import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A secret for a link or a session that nobody can guess. */
export function newSecret(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** What is kept of a secret: enough to recognise it, useless to whoever reads the database. */
export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** The secret that follows another one; the same each time, so that a repeated request gets the same answer. */
export function successorOf(secret: string, serverKey: string): string {
  return createHmac('sha256', serverKey).update(secret).digest('base64url');
}

/** Compares without telling by its time how much was right. */
export function isSame(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
}
