import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Sql } from 'postgres';
import { OperatorError } from '../../operator-error.ts';
import { Session } from '../../postgrest/execute/session.ts';
import { withinTime } from './within-time.ts';

/** More than one, as a pooler may give a connection back to whoever had it last. */
const ROUNDS = 3;
/** A connection of one's own responds at once; a pooler without a free one keeps whoever asks waiting. */
const RESPONDS_WITHIN_MS = 5000;
/** What a pooler says of settings that it does not pass on. */
const PROTOCOL_VIOLATION = '08P01';

/** A connection, asked for one row. */
type Connection = { ask: (text: string) => Promise<readonly unknown[] | undefined>; release: () => void };

const pooled = (cause?: unknown) =>
  new OperatorError(
    'DATABASE_URL leads to a pooler that shares connections or drops their settings: connect to PostgreSQL directly, or through a pooler in session mode that passes startup parameters on',
    { cause },
  );

/** Whether a connection was refused by a pooler, for the settings that it brought. */
export function isPoolerError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === PROTOCOL_VIOLATION;
}

/** The error of a pooler where that is what went wrong, else the error itself. */
export const explainPooler = (error: unknown): unknown => (isPoolerError(error) ? pooled(error) : error);

/** Shows that what one connection sets is there after others worked, while another holds a transaction open. */
async function proveOwn(one: Connection, other: Connection): Promise<void> {
  const mark = randomUUID();
  const set = await one.ask(`select set_config('parqueo.connection', '${mark}', false), pg_backend_pid()`);
  // Some poolers allow no transactions at all.
  await other.ask('begin').catch((cause: unknown) => {
    throw pooled(cause);
  });
  await other.ask('select pg_backend_pid()');
  const looked = one.ask(`select current_setting('parqueo.connection', true), pg_backend_pid()`);
  const found = await withinTime(looked, RESPONDS_WITHIN_MS, pooled);
  await other.ask('commit');
  if (found?.[0] !== mark || found[1] !== set?.[1]) throw pooled();
}

/**
 * Proves that connections keep the settings that they began with, and belong to whoever opened them.
 * @param condition SQL that is true of a connection with its settings
 * @throws OperatorError that names poolers
 */
async function prove(connect: () => Promise<Connection>, condition: string): Promise<void> {
  const one = await connect();
  const other = await connect();
  try {
    for (const connection of [one, other]) {
      const [holds] = (await connection.ask(`select (${condition})::int::text`)) ?? [];
      if (holds !== '1') throw pooled();
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      await proveOwn(one, other);
      await proveOwn(other, one);
    }
  } finally {
    for (const { release } of [one, other]) release();
  }
}

/** @throws OperatorError that names poolers; the pool is of no use then */
export async function verifyOwnerPool(sql: Sql): Promise<void> {
  const { statement_timeout: limit } = sql.options.connection;
  const connect = async (): Promise<Connection> => {
    const session = await sql.reserve();
    return {
      ask: async (text) => Object.values((await session.unsafe(text))[0] ?? {}),
      release: () => session.release(),
    };
  };
  // Another limit in the address is the operator's own.
  const condition =
    typeof limit === 'number'
      ? `(select setting::bigint from pg_settings where name = 'statement_timeout') = ${limit}`
      : 'true';
  await prove(connect, condition);
}

/** @throws OperatorError that names poolers; the pool is of no use then */
export async function verifyCallerPool(pool: Pool): Promise<void> {
  const connect = async (): Promise<Connection> => {
    const client = await pool.connect();
    const session = Session.of(client);
    return {
      ask: async (text) => (await session.run([{ text, values: [], key: null }])).at(-1),
      release: () => client.release(!session.isReusable),
    };
  };
  await prove(
    connect,
    `current_user = 'anon' and current_setting('search_path') = 'public, extensions' and current_setting('statement_timeout') = '10s'`,
  );
}
