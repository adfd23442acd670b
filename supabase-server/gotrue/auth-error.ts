import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { readErrorCode } from '../error-code.ts';
import type { AccountRules } from '../host.ts';

const UNIQUE_VIOLATION = '23505';
/** Too long, a zero byte, a character that JSON cannot hold, a violated check constraint. */
const REJECTED_VALUE_STATES = new Set(['22001', '22021', '22P05', '23514']);

const CONSTRAINT_MESSAGES = new Map([
  ['users_raw_user_meta_data_length', 'data: takes at most 4096 bytes of JSON in all'],
  ['users_raw_app_meta_data_length', 'app_metadata: takes at most 4096 bytes of JSON in all'],
  ['mfa_factors_friendly_name_length', 'friendly_name: takes at most 100 characters'],
]);

type Options = { retryAfterSeconds?: number; cause?: unknown /** In place of GoTrue's usual one. */; body?: object };

/** An expected error, with the status and body that GoTrue gives it. */
export class AuthError extends Error {
  override name = 'AuthError';
  readonly status: ContentfulStatusCode;
  readonly code: string;
  readonly body: object;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: ContentfulStatusCode, code: string, message: string, options: Options = {}) {
    super(message, { cause: options.cause });
    this.status = status;
    this.code = code;
    this.body = options.body ?? { code: status, error_code: code, msg: message };
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** A new password that is easy to guess, in GoTrue's words; `pwned` is one that many people use, `pattern` is our own. */
export function weakPassword(reason: 'length' | 'pwned' | 'pattern', msg: string): AuthError {
  const body = { code: 422, error_code: 'weak_password', msg, weak_password: { reasons: [reason] } };
  return new AuthError(422, 'weak_password', msg, { body });
}

/** An error in the format of OAuth 2, which GoTrue responds with to ID tokens. */
export const oauthError = (error: string, description: string, cause?: unknown) =>
  new AuthError(400, error, description, { body: { error, error_description: description }, cause });

export const validationFailed = (message: string) => new AuthError(400, 'validation_failed', message);

export const phoneDisabled = (message: string) => new AuthError(400, 'phone_provider_disabled', message);

export const emailExists = () =>
  new AuthError(422, 'email_exists', 'A user with this email address has already been registered');

export const signupDisabled = () => new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');

export const unexpectedFailure = () =>
  new AuthError(500, 'unexpected_failure', 'The server could not answer. Please try again.');

export function isUniqueViolation(error: unknown): boolean {
  return readErrorCode(error) === UNIQUE_VIOLATION;
}

/** The error to respond with when the database rejects a value; other errors as they are. */
export function toExpectedError(
  error: unknown,
  { describeRejection }: Pick<AccountRules, 'describeRejection'>,
): unknown {
  if (!REJECTED_VALUE_STATES.has(readErrorCode(error) ?? '')) return error;
  const rejection = error instanceof Error ? describeRejection(error) : null;
  if (rejection !== null) return new AuthError(409, 'conflict', rejection);
  const constraint = error instanceof Error && 'constraint' in error ? String(error.constraint) : '';
  const message = CONSTRAINT_MESSAGES.get(constraint) ?? 'A value in this request is not one that can be stored';
  return validationFailed(message);
}
