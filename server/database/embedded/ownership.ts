import pRetry from 'p-retry';
import type { Client } from 'pg';
import { OperatorError } from '../../config/operator-error.ts';

/** Key of the owner's advisory lock; nothing else in the product uses it. */
const OWNER_LOCK = 7_277_836;
/** A server that is stopping may need this long for its last requests. */
const LOCK_TIMEOUT_MS = 3_000;
const LOCK_RETRY_MS = 100;

/** The data folder belongs to this process as long as the session lives. */
export type Ownership = { release: () => Promise<void> };

/**
 * Locks the data folder for this process. The lock belongs to a database session, so it ends with the process, however
 * that ends.
 * @param client not connected yet
 * @param onLost is called once when the session ends without being released
 * @throws OperatorError when another server owns the folder; the driver's error when PostgreSQL stops meanwhile
 */
export async function takeOwnership(client: Client, dataDir: string, onLost: () => void): Promise<Ownership> {
  let isOwned = false;
  client.on('end', () => {
    if (isOwned) onLost();
    isOwned = false;
  });
  const lock = async () => {
    const { rows } = await client.query<{ isOwned: boolean }>('select pg_try_advisory_lock($1) as "isOwned"', [
      OWNER_LOCK,
    ]);
    isOwned = rows[0]?.isOwned === true;
    if (isOwned) return;
    throw new OperatorError(`DATA_DIR ${dataDir} is in use by another Parqueo; stop that one or set another DATA_DIR`);
  };
  await client.connect();
  try {
    await pRetry(lock, {
      retries: LOCK_TIMEOUT_MS / LOCK_RETRY_MS,
      factor: 1,
      minTimeout: LOCK_RETRY_MS,
      shouldRetry: ({ error }) => error instanceof OperatorError,
    });
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    async release() {
      isOwned = false;
      await client.end();
    },
  };
}
