import type { Pool, PoolClient } from 'pg';
import { Session } from '../../connections/session.ts';
import { DataError } from '../data-error.ts';
import { createUnreachableError } from './database-error.ts';

/** PostgREST responds with 504; with 503 clients try the same request again. */
export const createConnectTimeoutError = () =>
  new DataError(503, 'PGRST003', 'Timed out acquiring connection from connection pool.');

/** @throws DataError PGRST003 when no connection becomes free in time, PGRST000 when the database takes none */
async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    // Only the pool's own time limit has no code.
    if (error instanceof Error && 'code' in error) throw createUnreachableError();
    throw createConnectTimeoutError();
  }
}

/**
 * Lends a connection of the pool to `work`, and closes it when it cannot be used again.
 * @throws DataError PGRST003 when no connection becomes free in time, PGRST000 when the database takes none
 */
export async function withSession<Result>(pool: Pool, work: (session: Session) => Promise<Result>): Promise<Result> {
  const client = await connect(pool);
  const session = Session.of(client);
  try {
    return await work(session);
  } finally {
    client.release(!session.isReusable);
  }
}
