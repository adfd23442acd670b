import * as z from 'zod';
import { AuthError } from '../auth-error.ts';
import { normalizeEmail } from './users.ts';

const emailAddress = z.email().max(254);

/** Whether a text is an address that an account can have. */
export function isEmail(text: string): boolean {
  return emailAddress.safeParse(normalizeEmail(text)).success;
}

/** An address as accounts hold it. @throws AuthError `validation_failed` when it is none */
export function requireEmail(email: string | undefined): string {
  const normal = normalizeEmail(email ?? '');
  if (!isEmail(normal)) {
    throw new AuthError(400, 'validation_failed', 'Unable to validate email address: invalid format');
  }
  return normal;
}
