import {
  AuthApiError,
  type AuthError,
  AuthWeakPasswordError,
  isAuthError,
  isAuthRetryableFetchError,
} from '@supabase/supabase-js';
import { m } from '#messages';
import { Problem, toErrorMessage } from '../../domain/problems.ts';
import { toastError } from '../ui/feedback/use-problem-toast.ts';
import { isOnline } from '../ui/platform/connection-state.ts';

const TOO_MANY_REQUESTS = 429;
const EMAIL_RATE_LIMIT = 'over_email_send_rate_limit';
const SECONDS_PER_MINUTE = 60;
/** Longer waits are shown in minutes. */
const MINUTES_FROM_SECONDS = 90;

/** The message for an error of the authentication client. Languages other than the service's English have a sentence for each code. */
export function formatAuthError(error: unknown): string {
  if (!isAuthError(error)) return toErrorMessage(error);
  if (error.status === TOO_MANY_REQUESTS) return formatRateLimit(error);
  if (error.code === 'user_banned') return m.problem_account_shut_out();
  if (error.code === 'weak_password') return formatWeakPassword(error);
  return m.auth_error({ code: error.code ?? error.name, message: error.message });
}

export const toastAuthError = (error: unknown): void => toastError(formatAuthError(error));

/** The client passes on the service's message but not the length, which differs from operator to operator. */
function formatWeakPassword(error: AuthError): string {
  const { code = '', message } = error;
  if (error instanceof AuthWeakPasswordError && error.reasons.includes('pwned')) return m.auth_weak_password_common();
  if (error instanceof AuthWeakPasswordError && error.reasons.some((reason: string) => reason === 'pattern')) {
    return m.auth_weak_password_pattern();
  }
  const length = message.match(/\bat least (\d+) characters\b/)?.[1];
  return length === undefined ? m.auth_error({ code, message }) : m.auth_weak_password({ message, length });
}

/** The client passes on the service's message but not its `Retry-After`, so the seconds come from the message. */
function formatRateLimit({ code, message }: AuthError): string {
  const say = code === EMAIL_RATE_LIMIT ? m.auth_too_many_emails : m.auth_too_many_attempts;
  const digits = message.match(/\bafter (\d+) seconds?\b/)?.[1];
  const seconds = Math.max(1, Number(digits));
  if (seconds < MINUTES_FROM_SECONDS) return say({ unit: 'second', count: seconds });
  const minutes = Math.ceil(seconds / SECONDS_PER_MINUTE);
  return say(digits === undefined ? { unit: 'unknown', count: 0 } : { unit: 'minute', count: minutes });
}

/** A Problem when there was no response, else the error of the authentication service itself. */
export function toAuthFailure(error: Error): Error {
  if (!isAuthRetryableFetchError(error)) return error;
  return new Problem(isOnline() ? 'server-not-reachable' : 'offline', { cause: error });
}

/** Throws the error that the authentication client reports in its result. */
export async function unwrapAuthResult<Result extends { error: Error | null }>(
  request: Promise<Result>,
): Promise<Extract<Result, { error: null }>> {
  const result = await request;
  if (result.error) throw toAuthFailure(result.error);
  return result as Extract<Result, { error: null }>;
}

/** The only part of a description that is used: anybody can write an address. */
const WAITING_TIME = /\bafter \d{1,5} seconds?\b/;

/** Formats the error of an address by its code. A text that the address brings is never shown. */
export function formatCallbackError(error: { description: string; code: string | null } | Error): string {
  if (error instanceof Error) return formatAuthError(error);
  const { description, code } = error;
  const isLimit = code?.startsWith('over_');
  const message = (isLimit && description.match(WAITING_TIME)?.[0]) || m.auth_callback_unknown();
  return formatAuthError(new AuthApiError(message, isLimit ? 429 : 400, code ?? undefined));
}
