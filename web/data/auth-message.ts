import { type AuthError, isAuthError } from '@supabase/supabase-js';
import { PROBLEMS, toErrorMessage } from '../../domain/problems.ts';

const TOO_MANY_REQUESTS = 429;
const EMAIL_RATE_LIMIT = 'over_email_send_rate_limit';
const SECONDS_PER_MINUTE = 60;
/** Longer waits are shown in minutes. */
const MINUTES_FROM_SECONDS = 90;

/** The message to show for an error of the authentication client: the service's own, or the product's. */
export function formatAuthError(error: unknown): string {
  if (!isAuthError(error)) return toErrorMessage(error);
  if (error.status === TOO_MANY_REQUESTS) return formatRateLimit(error);
  return error.code === 'user_banned' ? PROBLEMS['account-shut-out']() : error.message;
}

/** The client passes on the service's message but not its `Retry-After`, so the seconds come from the message. */
function formatRateLimit({ code, message }: AuthError): string {
  const when = formatWait(message.match(/\bafter (\d+) seconds?\b/)?.[1]);
  return code === EMAIL_RATE_LIMIT
    ? `Too many emails were asked for. Please try again ${when}.`
    : `Too many attempts. Please try again ${when}.`;
}

function formatWait(digits: string | undefined): string {
  if (digits === undefined) return 'in a few minutes';
  const seconds = Math.max(1, Number(digits));
  if (seconds === 1) return 'in 1 second';
  if (seconds < MINUTES_FROM_SECONDS) return `in ${seconds} seconds`;
  return `in ${Math.ceil(seconds / SECONDS_PER_MINUTE)} minutes`;
}
