import type { Pool, PoolClient } from 'pg';
import { DataError } from '../data-error.ts';
import { unreachable } from './database-error.ts';
import { Session } from './session.ts';

/** No connection became free in time. PostgREST says 504; but the same request may succeed later. */
export const noConnection = () =>
  new DataError(503, 'PGRST003', 'Timed out acquiring connection from connection pool.');

/** @throws DataError PGRST003 when no connection becomes free in time, PGRST000 when the database takes none */
async function borrow(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    // Only the pool itself fails without a code.
    if (error instanceof Error && 'code' in error) throw unreachable();
    throw noConnection();
  }
}

/**
 * Works with a connection of the pool, which is given back at the end, or closed when it is not free then.
 * @throws DataError PGRST003 when no connection becomes free in time, PGRST000 when the database takes none
 */
export async function withSession<Result>(pool: Pool, work: (session: Session) => Promise<Result>): Promise<Result> {
  const client = await borrow(pool);
  const session = Session.of(client);
  try {
    return await work(session);
  } finally {
    client.release(!session.isFree);
  }
}
