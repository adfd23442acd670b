import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';
import type { Sql } from 'postgres';
import { handleOpenSpace, type OpenSpaceDependencies } from '../../supabase/functions/open-space/handler.ts';
import type { Clock } from '../../supabase/functions/open-space/move-barrier.ts';
import { readBeginError, readBegunCommand } from '../../supabase/functions/open-space/read-begun-command.ts';
import { openVendorSession } from '../../supabase/functions/open-space/vendor-session.ts';
import { createOutcomeWaiter } from '../../supabase/functions/open-space/wait-for-outcome.ts';
import type { AppEnv } from '../../supabase-server/caller.ts';
import { findSessionPerson } from '../../supabase-server/gotrue/sessions/find-session-person.ts';
import type { VendorAccess } from './vendor-access.ts';

const CLOCK: Clock = { now: () => performance.now(), wait: (ms) => wait(ms) };

function createDatabaseDependencies(sql: Sql): Pick<OpenSpaceDependencies, 'begin' | 'waitForOutcome' | 'finish'> {
  return {
    async begin({ id, assurance }, { reservation, action, key }) {
      try {
        const [row] = await sql<{ begun: unknown }[]>`
          select public.begin_barrier_command(${id}, ${reservation}, ${action}, ${key}, ${assurance}) as begun`;
        return readBegunCommand(row?.begun);
      } catch (error) {
        return readBeginError(error);
      }
    },
    waitForOutcome: createOutcomeWaiter(async (command) => {
      const [row] = await sql<{ outcome: string | null }[]>`select public.read_barrier_command(${command}) as outcome`;
      return row?.outcome ?? null;
    }, CLOCK),
    async finish(command, { outcome, code, msg }) {
      await sql`select public.finish_barrier_command(${command}, ${outcome}, ${code}, ${msg})`;
    },
  };
}

/** Serves the function of `supabase/functions/open-space` with this server's callers, database and log. */
export function createOpenSpace({ sql, lockVendor }: { sql: Sql; lockVendor: VendorAccess }): Hono<AppEnv> {
  const session = openVendorSession({ vendor: lockVendor.vendor, fetch });
  const database = createDatabaseDependencies(sql);
  return new Hono<AppEnv>().all('/open-space', (c) =>
    handleOpenSpace(c.req.raw, {
      ...database,
      verifyDriver: () => findSessionPerson(sql, c.get('caller')),
      session,
      clock: CLOCK,
      report: ({ error, ...fault }) => c.get('log').warn({ ...fault, err: error }, 'a command to a barrier failed'),
    }),
  );
}
