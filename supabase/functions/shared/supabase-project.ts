import { createClient, isAuthError, type SupabaseClient } from '@supabase/supabase-js';
import type { VerifiedPerson } from './http.ts';
import type { LockVendor } from './lock-vendor.ts';

/** Reads a variable of the environment; an empty one is undefined. */
export const readVariable = (name: string): string | undefined => Deno.env.get(name) || undefined;

export function requireVariable(name: string): string {
  const value = readVariable(name);
  if (value === undefined) throw new Error(`${name} must be set`);
  return value;
}

/** Older projects have a service role key instead of secret keys. */
export function readSecretKey(): string {
  const keys = readVariable('SUPABASE_SECRET_KEYS');
  if (keys === undefined) return requireVariable('SUPABASE_SERVICE_ROLE_KEY');
  const { default: key }: { default?: unknown } = JSON.parse(keys);
  if (typeof key !== 'string') throw new Error('SUPABASE_SECRET_KEYS has no key named default');
  return key;
}

export const readVendor = (): LockVendor => ({
  url: requireVariable('LOCK_VENDOR_URL'),
  appId: requireVariable('LOCK_VENDOR_APP_ID'),
  secret: requireVariable('LOCK_VENDOR_SECRET'),
});

/** A client with all rights on the project. */
export const createServiceClient = (): SupabaseClient =>
  createClient(requireVariable('SUPABASE_URL'), readSecretKey(), {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });

function readAssuranceLevel(token: string): string {
  const payload = token.split('.')[1] ?? '';
  const { aal }: { aal?: unknown } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  return typeof aal === 'string' ? aal : 'aal1';
}

/** Null without a valid session, or where it is locked on a shared tablet or owes the second factor. */
export async function verifyPerson(client: SupabaseClient, request: Request): Promise<VerifiedPerson | null> {
  const token = request.headers.get('authorization')?.match(/^Bearer (.+)$/i)?.[1];
  if (token === undefined) return null;
  const { data, error } = await client.auth.getUser(token);
  // Any other status is a failure of the service.
  if (isAuthError(error) && [400, 401, 403, 404].includes(error.status ?? 0)) return null;
  if (error) throw error;
  const own = client.from('profiles').select('user_id').eq('user_id', data.user.id);
  const { data: profiles } = await own.setHeader('authorization', `Bearer ${token}`).throwOnError();
  if (profiles.length === 0) return null;
  return { id: data.user.id, assurance: readAssuranceLevel(token) };
}

/** A fault for the log. The message of a database error may repeat the row, so only its code is logged. */
export function hideMessage({ error, ...fault }: { error?: unknown }): object {
  return { ...fault, errorCode: error instanceof Error && 'code' in error ? error.code : undefined };
}
