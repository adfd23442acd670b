import { createClient, isAuthError, type SupabaseClient } from '@supabase/supabase-js';
import type { LockVendor } from './call-vendor.ts';

export type Env = (name: string) => string | undefined;

/** Somebody whose session the authentication service has just accepted, and the level that it has shown. */
export type VerifiedPerson = { id: string; assurance: string };

export function requireVariable(env: Env, name: string): string {
  const value = env(name);
  if (!value) throw new Error(`${name} must be set`);
  return value;
}

/** Older projects have a service role key instead of secret keys. */
export function readSecretKey(env: Env): string {
  const keys = env('SUPABASE_SECRET_KEYS');
  if (!keys) return requireVariable(env, 'SUPABASE_SERVICE_ROLE_KEY');
  const { default: key }: { default?: unknown } = JSON.parse(keys);
  if (typeof key !== 'string') throw new Error('SUPABASE_SECRET_KEYS has no key named default');
  return key;
}

/** @throws Error that names a missing variable */
export function readVendor(env: Env): LockVendor {
  return {
    url: requireVariable(env, 'LOCK_VENDOR_URL'),
    appId: requireVariable(env, 'LOCK_VENDOR_APP_ID'),
    secret: requireVariable(env, 'LOCK_VENDOR_SECRET'),
  };
}

/** A client with all rights on the project. @throws Error that names a missing variable */
export function createServiceClient(env: Env): SupabaseClient {
  return createClient(requireVariable(env, 'SUPABASE_URL'), readSecretKey(env), {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
}

function readAssuranceLevel(token: string): string {
  const payload = token.split('.')[1] ?? '';
  const { aal }: { aal?: unknown } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  return typeof aal === 'string' ? aal : 'aal1';
}

/** Null without a valid session. @throws when the authentication service fails */
export async function verifyPerson(client: SupabaseClient, request: Request): Promise<VerifiedPerson | null> {
  const token = request.headers.get('authorization')?.match(/^Bearer (.+)$/i)?.[1];
  if (token === undefined) return null;
  const { data, error } = await client.auth.getUser(token);
  // Any other status is a failure of the service.
  if (isAuthError(error) && [400, 401, 403, 404].includes(error.status ?? 0)) return null;
  if (error) throw error;
  return { id: data.user.id, assurance: readAssuranceLevel(token) };
}
