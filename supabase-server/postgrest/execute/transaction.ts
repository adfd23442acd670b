import type { Pool, PoolClient } from 'pg';
import type { Caller, Role } from '../../caller.ts';
import { type Command, Session } from '../../connections/session.ts';
import { DataError } from '../data-error.ts';
import type { Statement } from '../render/statement.ts';
import { createUnreachableError } from './database-error.ts';

// For the length of a transaction, as PostgREST sets them: nothing of a caller stays on the connection.
const SET_CALLER = `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
  set_config('search_path', 'public, extensions', true), set_config('statement_timeout', $3, true)`;
const SET_READER = `${SET_CALLER}, set_config('transaction_read_only', 'on', true)`;

type StatementTimes = Readonly<Record<Role, number>>;

/**
 * The time of reads by GET and HEAD. Visitors have less time than others, since nobody can suspend them. A wait for a lock ends after 3
 * seconds, before the read does, with a response that says to try again.
 */
export const READ_TIMES: StatementTimes = { anon: 2000, authenticated: 3100, service_role: 10_000 };
/** The time of writes, and of functions called by POST, such as the reports and searches of the back office. */
export const CALL_TIMES: StatementTimes = { anon: 2000, authenticated: 10_000, service_role: 10_000 };

/** The settings of the caller, then the statement. Sent in one round trip, PostgreSQL runs them as one implicit transaction. */
export function createCallerCommands(
  { text, values }: Statement,
  caller: Caller,
  isReadOnly: boolean,
  timeMs = (isReadOnly ? READ_TIMES : CALL_TIMES)[caller.role],
): Command[] {
  const { role, claims } = caller;
  const setCaller = isReadOnly ? SET_READER : SET_CALLER;
  return [
    { text: setCaller, values: [role, JSON.stringify(claims), `${timeMs}ms`], key: setCaller },
    // Prepared for each role, since each has other policies and so another plan.
    { text, values, key: `${role} ${text}` },
  ];
}

/** PostgREST responds with 504; with 503 clients try the same request again. */
export const createConnectTimeoutError = () =>
  new DataError(503, 'PGRST003', 'Timed out acquiring connection from connection pool.');

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    // Only the pool's own time limit has no code.
    if (error instanceof Error && 'code' in error) throw createUnreachableError();
    throw createConnectTimeoutError();
  }
}

/** Lends a connection of the pool to `work`, and closes it when it cannot be used again. */
export async function withSession<Result>(pool: Pool, work: (session: Session) => Promise<Result>): Promise<Result> {
  const client = await connect(pool);
  const session = Session.of(client);
  try {
    return await work(session);
  } finally {
    client.release(!session.isReusable);
  }
}
