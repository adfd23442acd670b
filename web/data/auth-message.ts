import { type AuthError, isAuthError } from '@supabase/supabase-js';
import { PROBLEMS, toErrorMessage } from '../../domain/problems.ts';

const TOO_MANY = 429;
const MAILS = 'over_email_send_rate_limit';
const SECONDS_PER_MINUTE = 60;
/** From here on a wait is said in minutes. */
const MINUTES_FROM_SECONDS = 90;

/** The sentence to show when signing up, logging in or changing either failed: the service's own, or the product's. */
export function toAuthMessage(thrown: unknown): string {
  if (!isAuthError(thrown)) return toErrorMessage(thrown);
  if (thrown.status === TOO_MANY) return limitSentenceOf(thrown);
  return thrown.code === 'user_banned' ? PROBLEMS['account-shut-out'] : thrown.message;
}

/** The service says the seconds of its `Retry-After` in its sentence as well, which is all that the client passes on. */
function limitSentenceOf({ code, message }: AuthError): string {
  const when = waitOf(message.match(/\bafter (\d+) seconds?\b/)?.[1]);
  return code === MAILS
    ? `Too many emails were asked for. Please try again ${when}.`
    : `Too many attempts. Please try again ${when}.`;
}

function waitOf(digits: string | undefined): string {
  if (digits === undefined) return 'in a few minutes';
  const seconds = Math.max(1, Number(digits));
  if (seconds === 1) return 'in 1 second';
  if (seconds < MINUTES_FROM_SECONDS) return `in ${seconds} seconds`;
  return `in ${Math.ceil(seconds / SECONDS_PER_MINUTE)} minutes`;
}
