import pTimeout from 'p-timeout';
import type { Pool } from 'pg';
import { ANONYMOUS } from '../../caller.ts';
import type { Sql } from '../../connections/sql.ts';
import { createCallerCommands, withSession } from './transaction.ts';

/** Load balancers get their response within two seconds. */
const CHECK_TIMEOUT_MS = 1800;

/** @throws Error when the database does not respond in time */
export type DatabaseCheck = () => Promise<void>;

/** Concurrent checks share one pending query, so a hanging one holds a single connection. */
function createCheck(query: () => Promise<unknown>): DatabaseCheck {
  let pending: Promise<unknown> | undefined;
  return async function checkDatabase() {
    pending ??= query().finally(() => {
      pending = undefined;
    });
    await pTimeout(pending, { milliseconds: CHECK_TIMEOUT_MS });
  };
}

/** Checks the database through the callers' pool, as `anon`. */
export function createDatabaseCheck(pool: Pool): DatabaseCheck {
  const commands = createCallerCommands({ text: 'select 1', values: [] }, ANONYMOUS, true);
  return createCheck(() => withSession(pool, (session) => session.run(commands)));
}

/** Checks the database through the owner's pool, which sign-in uses. */
export function createOwnerCheck(sql: Sql): DatabaseCheck {
  return createCheck(async () => sql`select 1`);
}
