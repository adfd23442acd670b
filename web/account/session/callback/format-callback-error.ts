import { AuthApiError } from '@supabase/supabase-js';
import { m } from '#messages';
import { formatAuthError } from '../../../data/auth-message.ts';
import type { AuthCallbackError } from './parse-auth-callback.ts';

/** What stays of a description: anybody can write an address, and only the waiting time is said in our own words. */
const WAITING_TIME = /\bafter \d{1,5} seconds?\b/;

/** Formats the error of an address by its code. A text that the address brings is never shown. */
export function formatCallbackError(error: AuthCallbackError | Error): string {
  if (error instanceof Error) return formatAuthError(error);
  const { description, code } = error;
  const isLimit = code?.startsWith('over_');
  const message = (isLimit && description.match(WAITING_TIME)?.[0]) || m.auth_callback_unknown();
  return formatAuthError(new AuthApiError(message, isLimit ? 429 : 400, code ?? undefined));
}
