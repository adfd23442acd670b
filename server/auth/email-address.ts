import * as z from 'zod';
import { AuthError } from './auth-error.ts';
import { normalizeEmail } from './users.ts';

const emailAddress = z.email().max(255);

/** An address as accounts hold it. @throws AuthError `validation_failed` when it is none */
export function requireEmail(email: string | undefined): string {
  const normal = normalizeEmail(email ?? '');
  if (!emailAddress.safeParse(normal).success) {
    throw new AuthError(400, 'validation_failed', 'Unable to validate email address: invalid format');
  }
  return normal;
}
