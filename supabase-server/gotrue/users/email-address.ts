import * as z from 'zod';
import { validationFailed } from '../auth-error.ts';

const emailAddress = z.email().max(254);

/** Accounts do not distinguish upper from lower case. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

export function isEmail(text: string): boolean {
  return emailAddress.safeParse(normalizeEmail(text)).success;
}

/** The normalized address. @throws AuthError `validation_failed` */
export function requireEmail(email: string | undefined): string {
  const normalized = normalizeEmail(email ?? '');
  if (isEmail(normalized)) return normalized;
  throw validationFailed('Unable to validate email address: invalid format');
}
