import { createClient, isAuthError, type SupabaseClient } from '@supabase/supabase-js';
import type { LockVendor } from './call-vendor.ts';
import type { Caller, LockCommandRecord, LockProxyDependencies } from './handler.ts';

type Env = (name: string) => string | undefined;

function requireVariable(env: Env, name: string): string {
  const value = env(name);
  if (!value) throw new Error(`${name} must be set`);
  return value;
}

/** Older projects have a service role key instead of secret keys. */
function readSecretKey(env: Env): string {
  const keys = env('SUPABASE_SECRET_KEYS');
  if (!keys) return requireVariable(env, 'SUPABASE_SERVICE_ROLE_KEY');
  const { default: key }: { default?: unknown } = JSON.parse(keys);
  if (typeof key !== 'string') throw new Error('SUPABASE_SECRET_KEYS has no key named default');
  return key;
}

/** Reads the level of a token that the authentication service has just accepted. */
function readAssuranceLevel(token: string): string {
  const payload = token.split('.')[1] ?? '';
  const { aal }: { aal?: unknown } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  return typeof aal === 'string' ? aal : 'aal1';
}

async function verifyAdmin(client: SupabaseClient, request: Request): Promise<Caller> {
  const token = request.headers.get('authorization')?.match(/^Bearer (.+)$/i)?.[1];
  if (token === undefined) return { kind: 'unknown' };
  const { data, error } = await client.auth.getUser(token);
  // Any other status is a failure of the service.
  if (isAuthError(error) && [400, 401, 403, 404].includes(error.status ?? 0)) return { kind: 'unknown' };
  if (error) throw error;
  const { id } = data.user;
  const person = { person: id, assurance: readAssuranceLevel(token) };
  const { data: may } = await client.rpc('may_operate_locks', person).throwOnError();
  return may === true ? { kind: 'admin', id } : { kind: 'not-admin' };
}

async function record(client: SupabaseClient, entry: LockCommandRecord): Promise<void> {
  await client.rpc('record_lock_command', entry).throwOnError();
}

/** @throws Error that names a missing variable */
export function createSupabaseDependencies(env: Env, report: LockProxyDependencies['report']): LockProxyDependencies {
  const vendor: LockVendor = {
    url: requireVariable(env, 'LOCK_VENDOR_URL'),
    appId: requireVariable(env, 'LOCK_VENDOR_APP_ID'),
    secret: requireVariable(env, 'LOCK_VENDOR_SECRET'),
  };
  const client = createClient(requireVariable(env, 'SUPABASE_URL'), readSecretKey(env), {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
  return {
    fetch,
    vendor: () => Promise.resolve(vendor),
    verifyAdmin: (request) => verifyAdmin(client, request),
    audit: (entry) => record(client, entry),
    report,
  };
}
