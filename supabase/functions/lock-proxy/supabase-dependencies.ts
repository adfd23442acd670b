import type { SupabaseClient } from '@supabase/supabase-js';
import type { Caller, LockCommandRecord, LockProxyDependencies } from './handler.ts';
import { createServiceClient, type Env, readVendor, verifyPerson } from './supabase-project.ts';

async function verifyAdmin(client: SupabaseClient, request: Request): Promise<Caller> {
  const person = await verifyPerson(client, request);
  if (person === null) return { kind: 'unknown' };
  const { id, assurance } = person;
  const { data: may } = await client.rpc('may_operate_locks', { person: id, assurance }).throwOnError();
  return may === true ? { kind: 'admin', id } : { kind: 'not-admin' };
}

async function record(client: SupabaseClient, entry: LockCommandRecord): Promise<void> {
  await client.rpc('record_lock_command', entry).throwOnError();
}

/** @throws Error that names a missing variable */
export function createSupabaseDependencies(env: Env, report: LockProxyDependencies['report']): LockProxyDependencies {
  const vendor = readVendor(env);
  const client = createServiceClient(env);
  return {
    fetch,
    vendor: () => Promise.resolve(vendor),
    verifyAdmin: (request) => verifyAdmin(client, request),
    audit: (entry) => record(client, entry),
    report,
  };
}
