import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/bcrypt';
import pLimit from 'p-limit';
import { MIN_PASSWORD_LENGTH } from '../../../domain/people/password.ts';
import { AuthError } from '../auth-error.ts';

/** What GoTrue hashes with, so that accounts can move to Supabase with their passwords. */
const BCRYPT_COST = 10;
/** bcrypt reads no further; two passwords that differ only behind it would open the same account. */
const MAX_BYTES = 72;

/** A core and a thread of Node's pool of four stay free, so that other requests go on while many people log in. */
const AT_ONCE = Math.max(1, Math.min(3, availableParallelism() - 1));
const limit = pLimit(AT_ONCE);

/** Compared with when there is no such account, so that the time an answer takes does not give accounts away. */
const NOBODYS_HASH = hash('no account has this password', BCRYPT_COST);

/** @throws AuthError `weak_password` or `validation_failed` when a new password is too short or too long */
export function requireAcceptablePassword(password: string): void {
  if (password.length < MIN_PASSWORD_LENGTH) {
    throw new AuthError(422, 'weak_password', `Password should be at least ${MIN_PASSWORD_LENGTH} characters.`);
  }
  if (Buffer.byteLength(password) > MAX_BYTES) {
    throw new AuthError(422, 'validation_failed', `Password cannot be longer than ${MAX_BYTES} bytes`);
  }
}

/** Hashes a password off the main thread. */
export function hashPassword(password: string): Promise<string> {
  return limit(() => hash(password, BCRYPT_COST));
}

/** Whether the password opens the account; takes as long when there is no account. */
export async function verifyPassword(encrypted: string | null, password: string): Promise<boolean> {
  const known = encrypted ?? (await NOBODYS_HASH);
  const matches = await limit(() => verify(password, known));
  return matches && encrypted !== null && Buffer.byteLength(password) <= MAX_BYTES;
}
