import { AuthError } from './auth-error.ts';

const CHECK_VIOLATION = '23514';
const STRING_TOO_LONG = '22001';
const LENGTH_CONSTRAINT = /_length$/;

const SENTENCES = new Map([
  ['users_raw_user_meta_data_length', 'User metadata takes at most 4096 bytes'],
  ['mfa_factors_friendly_name_length', 'friendly_name takes at most 100 characters'],
]);

/** The response to a value that the database finds too long, or null when the error is about something else. */
export function toTooLongError(error: unknown): AuthError | null {
  if (!(error instanceof Error && 'code' in error)) return null;
  const constraint = 'constraint_name' in error ? String(error.constraint_name) : '';
  const isTooLong =
    error.code === STRING_TOO_LONG || (error.code === CHECK_VIOLATION && LENGTH_CONSTRAINT.test(constraint));
  return isTooLong
    ? new AuthError(422, 'validation_failed', SENTENCES.get(constraint) ?? 'A value in this request is too long')
    : null;
}
