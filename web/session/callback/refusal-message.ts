import { AuthApiError } from '@supabase/supabase-js';
import { authMessageOf } from '../../data/auth-message.ts';
import type { Refusal } from './auth-callback-result.ts';

/** What is said about a refusal; it is the same wherever it arrives, in an address or as an answer. */
export function refusalMessage(refusal: Refusal | Error): string {
  if (refusal instanceof Error) return authMessageOf(refusal);
  const { message, code } = refusal;
  return authMessageOf(new AuthApiError(message, code?.startsWith('over_') ? 429 : 400, code ?? undefined));
}
