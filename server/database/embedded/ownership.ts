import pRetry from 'p-retry';
import postgres, { type Options } from 'postgres';
import { OperatorError } from '../../operator-error.ts';

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
 * @param connection of one session only
 * @param onLost is called once when the session ends without being released
 * @throws OperatorError when another server owns the folder; the driver's error when PostgreSQL stops meanwhile
 */
export async function takeOwnership(
  connection: Options<Record<string, never>>,
  dataDir: string,
  onLost: () => void,
): Promise<Ownership> {
  let isOwned = false;
  const sql = postgres({
    ...connection,
    max_lifetime: null,
    connect_timeout: 5,
    connection: { application_name: 'parqueo owner' },
    onnotice: () => undefined,
    onclose: () => {
      if (isOwned) onLost();
      isOwned = false;
    },
  });
  const lock = async () => {
    const [row] = await sql<{ isOwned: boolean }[]>`select pg_try_advisory_lock(${OWNER_LOCK}) as "isOwned"`;
    isOwned = row?.isOwned === true;
    if (isOwned) return;
    throw new OperatorError(`DATA_DIR ${dataDir} is in use by another Parqueo; stop that one or set another DATA_DIR`);
  };
  try {
    await pRetry(lock, {
      retries: LOCK_TIMEOUT_MS / LOCK_RETRY_MS,
      factor: 1,
      minTimeout: LOCK_RETRY_MS,
      shouldRetry: ({ error }) => error instanceof OperatorError,
    });
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw error;
  }
  return {
    async release() {
      isOwned = false;
      await sql.end({ timeout: 1 });
    },
  };
}
