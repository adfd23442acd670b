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

/** An expected error in GoTrue's format. */
export class AuthError extends Error {
  override name = 'AuthError';
  readonly status: ContentfulStatusCode;
  readonly code: string;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: ContentfulStatusCode, code: string, message: string, retryAfterSeconds?: number) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  toBody(): Record<string, unknown> {
    return { code: this.status, error_code: this.code, msg: this.message };
  }
}

/** GoTrue's names of what is wrong with a password; `pwned` is one that many people use. */
type Weakness = 'length' | 'pwned';

/** A new password that is easy to guess. */
export class WeakPasswordError extends AuthError {
  override name = 'WeakPasswordError';
  readonly reason: Weakness;

  constructor(reason: Weakness, message: string) {
    super(422, 'weak_password', message);
    this.reason = reason;
  }

  override toBody() {
    return { ...super.toBody(), weak_password: { reasons: [this.reason] } };
  }
}

/** An expected error in the format of OAuth 2, which GoTrue responds with to ID tokens. */
export class OAuthError extends AuthError {
  override name = 'OAuthError';

  constructor(kind: string, description: string, options: { cause?: unknown } = {}) {
    super(400, kind, description);
    this.cause = options.cause;
  }

  override toBody() {
    return { error: this.code, error_description: this.message };
  }
}

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
  const constraint = error instanceof Error && 'constraint_name' in error ? String(error.constraint_name) : '';
  const message = CONSTRAINT_MESSAGES.get(constraint) ?? 'A value in this request is not one that can be stored';
  return validationFailed(message);
}
