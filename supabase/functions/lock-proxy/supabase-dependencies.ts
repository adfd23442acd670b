import { createClient, isAuthError, type SupabaseClient } from '@supabase/supabase-js';
import type { LockVendor } from './call-vendor.ts';
import type { Caller, LockCommandRecord, LockProxyDependencies } from './handler.ts';

/** Reads one variable of the environment. */
type Env = (name: string) => string | undefined;

function required(env: Env, name: string): string {
  const value = env(name);
  if (!value) throw new Error(`${name} must be set`);
  return value;
}

/** The key for what only the function may do; projects without the new keys have the old one. */
function secretKey(env: Env): string {
  const keys = env('SUPABASE_SECRET_KEYS');
  if (!keys) return required(env, 'SUPABASE_SERVICE_ROLE_KEY');
  const { default: key }: { default?: unknown } = JSON.parse(keys);
  if (typeof key !== 'string') throw new Error('SUPABASE_SECRET_KEYS has no key named default');
  return key;
}

/** What the session behind a token has shown. The token is one that the authentication service has just accepted. */
function readAssuranceLevel(token: string): string {
  const payload = token.split('.')[1] ?? '';
  const { aal }: { aal?: unknown } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  return typeof aal === 'string' ? aal : 'aal1';
}

async function verifyAdmin(client: SupabaseClient, request: Request): Promise<Caller> {
  const token = request.headers.get('authorization')?.match(/^Bearer (.+)$/i)?.[1];
  if (token === undefined) return { kind: 'unknown' };
  const { data, error } = await client.auth.getUser(token);
  // A refusal has one of these statuses; what is wrong with the service has another or none.
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

/**
 * What the lock proxy stands on as a function of Supabase.
 * @param report writes to the function's log
 * @throws Error that names a variable which is missing
 */
export function createSupabaseDependencies(env: Env, report: LockProxyDependencies['report']): LockProxyDependencies {
  const vendor: LockVendor = {
    url: required(env, 'LOCK_VENDOR_URL'),
    appId: required(env, 'LOCK_VENDOR_APP_ID'),
    secret: required(env, 'LOCK_VENDOR_SECRET'),
  };
  const client = createClient(required(env, 'SUPABASE_URL'), secretKey(env), {
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
