/** Connections a server opens at most, unless `DATABASE_CONNECTIONS` says otherwise. */
export const DEFAULT_CONNECTIONS = 12;
/** Fewer would leave a pool with one connection, on which transactions wait for each other. */
export const MIN_CONNECTIONS = 8;

/** For scheduled work, and for a backup beside it. */
const MAINTENANCE_CONNECTIONS = 2;
/** One that listens for changes of the schema, and one that holds the lock on the data folder. */
const OTHER_CONNECTIONS = 2;
const SHARE_OF_OWNER = 3 / 8;

/** The size of each pool. */
export type PoolSizes = { owner: number; callers: number; maintenance: number };

/** Shares out a server's connections: sign-in runs as the owner, the data API as callers. */
export function divideConnections(total: number = DEFAULT_CONNECTIONS): PoolSizes {
  const shared = total - MAINTENANCE_CONNECTIONS - OTHER_CONNECTIONS;
  const owner = Math.max(2, Math.floor(shared * SHARE_OF_OWNER));
  return { owner, callers: shared - owner, maintenance: MAINTENANCE_CONNECTIONS };
}

/** What the database enforces on requests, in milliseconds; a transaction may set other limits for itself. */
export const REQUEST_LIMITS = {
  statement_timeout: 10_000,
  lock_timeout: 3000,
  idle_in_transaction_session_timeout: 10_000,
};

/** What it enforces on scheduled work, which may have much to catch up with. */
export const MAINTENANCE_LIMITS = {
  statement_timeout: 900_000,
  lock_timeout: 60_000,
  idle_in_transaction_session_timeout: 900_000,
};

/** Lifts the limits of a session that runs migrations: they take as long as they need. */
export const NO_LIMITS = Object.keys(REQUEST_LIMITS)
  .map((name) => `set ${name} = 0`)
  .join('; ');
/** Goes back to the limits that the connection began with. */
export const RESET_LIMITS = Object.keys(REQUEST_LIMITS)
  .map((name) => `reset ${name}`)
  .join('; ');
