import type { Pool, PoolClient } from 'pg';
import { DataError } from './data-error.ts';
import { unreachable } from './database-error.ts';

/**
 * A connection of the pool, to be released.
 * @throws DataError PGRST003 when none becomes free in time, PGRST000 when the database takes none
 */
export async function borrow(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    // Only the pool itself fails without a code.
    if (error instanceof Error && 'code' in error) throw unreachable();
    throw new DataError(504, 'PGRST003', 'Timed out acquiring connection from connection pool.');
  }
}
