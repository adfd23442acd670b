import { AuthApiError } from '@supabase/supabase-js';
import { formatAuthError } from '../../data/auth-message.ts';
import type { AuthCallbackError } from './parse-auth-callback.ts';

/** Formats the error of an address like the same error of a response. */
export function formatCallbackError(error: AuthCallbackError | Error): string {
  if (error instanceof Error) return formatAuthError(error);
  const { message, code } = error;
  return formatAuthError(new AuthApiError(message, code?.startsWith('over_') ? 429 : 400, code ?? undefined));
}
