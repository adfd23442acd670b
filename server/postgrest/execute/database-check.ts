import pTimeout from 'p-timeout';
import type { Pool } from 'pg';
import type { Sql } from 'postgres';
import { ANONYMOUS } from '../../caller.ts';
import { createTransaction } from './transaction.ts';
import { withSession } from './with-session.ts';

/** Load balancers get their response within two seconds. */
const CHECK_TIMEOUT_MS = 1800;

/** @throws Error when the database does not respond in time */
export type DatabaseCheck = () => Promise<void>;

/** Checks share one statement, also while it hangs, so that they never hold more than one connection. */
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
  const commands = createTransaction({ text: 'select 1', values: [] }, ANONYMOUS, true);
  return createCheck(() => withSession(pool, (session) => session.run(commands)));
}

/** Checks the database through the pool of sign-in. */
export function createOwnerCheck(sql: Sql): DatabaseCheck {
  return createCheck(async () => sql`select 1`);
}
