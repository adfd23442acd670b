import { isAuthError } from '@supabase/supabase-js';
import { messageOf } from '../../domain/problems.ts';

/** The sentence to show when signing up or in failed: the authentication service's own, or the product's. */
export function authMessageOf(thrown: unknown): string {
  return isAuthError(thrown) ? thrown.message : messageOf(thrown);
}
