import { createServiceClient, hideMessage, readVendor, verifyPerson } from '../shared/supabase-project.ts';
import { handleLockProxy, type VerifiedCaller } from './handler.ts';

// The lock proxy as Supabase runs it: `supabase functions deploy lock-proxy`.

const vendor = readVendor();
const client = createServiceClient();

async function verifyAdmin(request: Request): Promise<VerifiedCaller> {
  const person = await verifyPerson(client, request);
  if (person === null) return { kind: 'unknown' };
  const { id, assurance } = person;
  const { data: may } = await client.rpc('is_acting_admin', { person: id, assurance }).throwOnError();
  return may === true ? { kind: 'admin', id } : { kind: 'not-admin' };
}

Deno.serve((request) =>
  handleLockProxy(request, {
    fetch,
    vendor: () => Promise.resolve(vendor),
    verifyAdmin,
    async audit(entry) {
      await client.rpc('record_lock_command', entry).throwOnError();
    },
    report: (fault) => console.warn('a lock call failed', hideMessage(fault)),
  }),
);
