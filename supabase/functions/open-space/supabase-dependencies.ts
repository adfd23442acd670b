import { createServiceClient, type Env, readVendor, verifyPerson } from '../lock-proxy/supabase-project.ts';
import type { OpenSpaceDependencies } from './handler.ts';
import type { Clock } from './move-barrier.ts';
import { readBeginError, readBegunCommand } from './read-begun-command.ts';
import { openVendorSession } from './vendor-session.ts';
import { createOutcomeWaiter } from './wait-for-outcome.ts';

const CLOCK: Clock = { now: () => Date.now(), wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) };

/** @throws Error that names a missing variable */
export function createSupabaseDependencies(env: Env, report: OpenSpaceDependencies['report']): OpenSpaceDependencies {
  const vendor = readVendor(env);
  const client = createServiceClient(env);
  return {
    verifyDriver: (request) => verifyPerson(client, request),
    async begin({ id, assurance }, request) {
      const { data, error } = await client.rpc('begin_barrier_command', { person: id, assurance, ...request });
      return error ? readBeginError(error) : readBegunCommand(data);
    },
    waitForOutcome: createOutcomeWaiter(async (command) => {
      const { data } = await client.rpc('read_barrier_command', { command }).throwOnError();
      return data as string | null;
    }, CLOCK),
    async finish(command, result) {
      await client.rpc('finish_barrier_command', { command, ...result }).throwOnError();
    },
    session: openVendorSession({ vendor: () => Promise.resolve(vendor), fetch }),
    clock: CLOCK,
    report,
  };
}
