import pTimeout from 'p-timeout';
import type { Pool } from 'pg';
import type { Sql } from 'postgres';
import { ANONYMOUS } from '../../caller.ts';
import { createTransaction } from './transaction.ts';
import { withSession } from './with-session.ts';

/** Less than the two seconds in which a load balancer gets its answer. */
const CHECK_WITHIN_MS = 1800;

/** @throws what tells why the database does not respond right now */
export type DatabaseCheck = () => Promise<void>;

/**
 * Checks that run at once share one statement, and while it hangs no other is sent, so that checks never hold more than one
 * connection.
 */
function createCheck(ask: () => Promise<unknown>): DatabaseCheck {
  let pending: Promise<unknown> | undefined;
  return async function checkDatabase() {
    pending ??= ask().finally(() => {
      pending = undefined;
    });
    await pTimeout(pending, { milliseconds: CHECK_WITHIN_MS });
  };
}

/** Asks the database as callers do: through their pool, as `anon`. */
export function createDatabaseCheck(pool: Pool): DatabaseCheck {
  const commands = createTransaction({ text: 'select 1', values: [] }, ANONYMOUS, true);
  return createCheck(() => withSession(pool, (session) => session.run(commands)));
}

/** Asks the database as sign-in does. */
export function createOwnerCheck(sql: Sql): DatabaseCheck {
  return createCheck(async () => sql`select 1`);
}
