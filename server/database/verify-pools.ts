import { randomUUID } from 'node:crypto';
import pTimeout from 'p-timeout';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { readErrorCode } from '../../supabase-server/error-code.ts';
import { OperatorError } from '../config/operator-error.ts';
import { printForPeople } from '../log.ts';

/** More than one, because a pooler may by chance return a connection to its last user. */
const ROUNDS = 3;
/** A pooler without a free connection lets the statement wait. */
const RESPONSE_TIMEOUT_MS = 5000;
/** What a pooler responds to startup parameters that it does not pass on. */
const PROTOCOL_VIOLATION = '08P01';

/** The variable that a pool is opened from. */
type DatabaseVariable = 'DATABASE_URL' | 'DATABASE_READ_URL';

const poolerError = (variable: DatabaseVariable, cause?: unknown) =>
  new OperatorError(
    `${variable} leads to a pooler that shares connections or drops their settings: connect to PostgreSQL directly, or through a pooler in session mode that passes startup parameters on`,
    { cause },
  );

/** Turns the error of a pooler into one for the operator; any other error stays. */
export const explainPoolerError = (error: unknown, variable: DatabaseVariable): unknown =>
  readErrorCode(error) === PROTOCOL_VIOLATION ? poolerError(variable, error) : error;

async function readRow(client: PoolClient, text: string): Promise<unknown[]> {
  const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' });
  return rows[0] ?? [];
}

/** Sets a value on one connection, works on the other in a transaction, and expects the value to be still there. */
async function verifyOwnSession(one: PoolClient, other: PoolClient, variable: DatabaseVariable): Promise<void> {
  const mark = randomUUID();
  const written = await readRow(one, `select set_config('parqueo.connection', '${mark}', false), pg_backend_pid()`);
  // Some poolers allow no transactions.
  await other.query('begin').catch((cause: unknown) => {
    throw poolerError(variable, cause);
  });
  await other.query('select pg_backend_pid()');
  const read = await pTimeout(readRow(one, `select current_setting('parqueo.connection', true), pg_backend_pid()`), {
    milliseconds: RESPONSE_TIMEOUT_MS,
    message: poolerError(variable),
  });
  await other.query('commit');
  if (read[0] !== mark || read[1] !== written[1]) throw poolerError(variable);
}

/** What is true on a connection with the settings of its pool. A pooler that passes settings on sets them by itself. */
const OWNER_SETTINGS = `(select source in ('client', 'session') from pg_settings where name = 'statement_timeout')`;
const CALLER_SETTINGS = `current_user = 'anon' and current_setting('search_path') = 'public, extensions'
  and current_setting('statement_timeout') = '10s'`;

async function verifyConnections(pool: Pool, condition: string, variable: DatabaseVariable): Promise<void> {
  const connect = () =>
    pool.connect().catch((error: unknown) => {
      throw explainPoolerError(error, variable);
    });
  const one = await connect();
  const other = await connect();
  try {
    for (const client of [one, other]) {
      const [isTrue] = await readRow(client, `select ${condition}`);
      if (isTrue !== true) throw poolerError(variable);
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      await verifyOwnSession(one, other, variable);
      await verifyOwnSession(other, one, variable);
    }
  } finally {
    for (const client of [one, other]) client.release(true);
  }
}

/** Verifies that connections keep their startup settings and are not shared. */
export const verifyOwnerPool = ({ pool }: Sql, variable: DatabaseVariable) =>
  verifyConnections(pool, OWNER_SETTINGS, variable);

/** Verifies the connections of callers in the same way. */
export const verifyCallerPool = (pool: Pool, variable: DatabaseVariable) =>
  verifyConnections(pool, CALLER_SETTINGS, variable);

/** Warns in the log and on the terminal when the database allows fewer connections than the server may open. */
export async function warnOfFewConnections(sql: Sql, wanted: number, log: Logger): Promise<void> {
  const [row] = await sql<{ available: number }[]>`
    select least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0),
      (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
      (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)
    ) as available`;
  const available = row?.available ?? 0;
  if (available >= wanted) return;
  log.warn({ available, wanted }, 'the database has too few connections');
  printForPeople(
    `The database gives this server ${available} connections, and it may open ${wanted}: raise max_connections, or lower DATABASE_CONNECTIONS`,
  );
}
