import { createServiceClient, hideMessage, readVendor, verifyPerson } from '../shared/supabase-project.ts';
import { createOutcomeWaiter, handleOpenSpace } from './handler.ts';
import type { Clock } from './move-barrier.ts';
import { openVendorSession } from './vendor-session.ts';

// The barrier's function as Supabase runs it: `supabase functions deploy open-space`.

const vendor = readVendor();
const client = createServiceClient();
const clock: Clock = { now: () => Date.now(), wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) };
const session = openVendorSession({ vendor: () => Promise.resolve(vendor), fetch });
const waitForOutcome = createOutcomeWaiter(async (command) => {
  const { data } = await client.rpc('read_barrier_command', { command }).throwOnError();
  return data as string | null;
}, clock);

Deno.serve((request) =>
  handleOpenSpace(request, {
    verifyDriver: () => verifyPerson(client, request),
    async begin({ id, assurance }, begun) {
      const { data } = await client.rpc('begin_barrier_command', { person: id, assurance, ...begun }).throwOnError();
      return data;
    },
    waitForOutcome,
    async finish(command, { wasUp, ...result }) {
      await client.rpc('finish_barrier_command', { command, was_up: wasUp, ...result }).throwOnError();
    },
    session,
    clock,
    report: (fault) => console.warn('a command to a barrier failed', hideMessage(fault)),
  }),
);
