import { AuthError } from './auth-error.ts';

/** A text that is too long, a zero byte, a character that JSON may not hold, a value that a column's check rejects. */
const REJECTED_VALUES: ReadonlySet<unknown> = new Set(['22001', '22021', '22P05', '23514']);

const SENTENCES = new Map([
  ['users_raw_user_meta_data_length', 'data: takes at most 4096 bytes of JSON in all'],
  ['mfa_factors_friendly_name_length', 'friendly_name: takes at most 100 characters'],
]);

/** The response to a value that the database rejects, or null when the error is about something else. */
export function toRejectedValue(error: unknown): AuthError | null {
  if (!(error instanceof Error && 'code' in error && REJECTED_VALUES.has(error.code))) return null;
  const constraint = 'constraint_name' in error ? String(error.constraint_name) : '';
  const message = SENTENCES.get(constraint) ?? 'A value in this request is not one that can be stored';
  return new AuthError(400, 'validation_failed', message);
}
