import { setTimeout as delay } from 'node:timers/promises';
import postgres, { type Options } from 'postgres';
import { OperatorError } from '../../operator-error.ts';

/** Held by the server that owns a data folder; any number no other part of the product uses. */
const OWNER_LOCK = 7_277_836;
/** A server that was asked to stop a moment ago may have its last requests to answer. */
const PATIENCE_MS = 3_000;
const RETRY_MS = 100;

/** A data folder that belongs to this process for as long as the session lives. */
export type Ownership = { release: () => Promise<void> };

/**
 * Takes the data folder for this process. The lock is that of a database session, so it goes with the process, however
 * that ends.
 * @param onLost called once when the session ends without having been released
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
    database: 'postgres',
    max: 1,
    max_lifetime: null,
    connect_timeout: 5,
    connection: { application_name: 'parqueo owner' },
    onnotice: () => undefined,
    onclose: () => {
      if (isOwned) onLost();
      isOwned = false;
    },
  });
  try {
    const deadline = Date.now() + PATIENCE_MS;
    while (!isOwned) {
      const [answer] = await sql<{ mine: boolean }[]>`select pg_try_advisory_lock(${OWNER_LOCK}) as mine`;
      isOwned = answer?.mine === true;
      if (!isOwned && Date.now() > deadline) {
        throw new OperatorError(
          `DATA_DIR ${dataDir} is in use by another Parqueo; stop that one or set another DATA_DIR`,
        );
      }
      if (!isOwned) await delay(RETRY_MS);
    }
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
