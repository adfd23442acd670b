/** What `pg_stat_activity` calls the connections of both pools. */
export const APPLICATION_NAME = 'supabase-server';

/** The most connections of a server, unless `DATABASE_CONNECTIONS` is set. */
export const DEFAULT_CONNECTIONS = 12;
/** With fewer a pool would have one connection, on which transactions wait for each other. */
export const MIN_CONNECTIONS = 8;

/** For scheduled jobs, and a backup at the same time. */
const MAINTENANCE_CONNECTIONS = 2;
/** One listens for schema changes, one holds the lock on the data folder or, with several hosts, checks the host. */
const OTHER_CONNECTIONS = 2;
const OWNER_SHARE = 3 / 8;

type PoolSizes = { owner: number; callers: number; maintenance: number };

/** Divides a server's connections among its pools: sign-in connects as the owner, the data API as callers. */
export function divideConnections(total: number = DEFAULT_CONNECTIONS): PoolSizes {
  const shared = total - MAINTENANCE_CONNECTIONS - OTHER_CONNECTIONS;
  const owner = Math.max(2, Math.floor(shared * OWNER_SHARE));
  return { owner, callers: shared - owner, maintenance: MAINTENANCE_CONNECTIONS };
}

/** As in PostgREST. */
export const CONNECT_TIMEOUT_MS = 10_000;
/** Longer than the statement limits of requests and the idle time of connections. */
export const SILENCE_LIMIT_MS = 11_000;
/** An unused connection is closed, before the limit above. */
export const IDLE_MS = 10_000;
/** The silence after which the kernel checks that the other machine is still there. */
export const KEEPALIVE_MS = 10_000;
/** How long a pool that ends waits for its statements. */
export const END_WAIT_MS = 5000;

/** Limits of requests in milliseconds, enforced by the database; a transaction may set others. */
export const REQUEST_LIMITS = {
  statement_timeout: 10_000,
  lock_timeout: 3000,
  idle_in_transaction_session_timeout: 10_000,
};

/** The limit of a read on the replica: a moment after the server has turned to the primary instead. */
export const REPLICA_STATEMENT_TIMEOUT_MS = 3000;

/** Limits of scheduled jobs, which may have much to catch up with. */
export const MAINTENANCE_LIMITS = {
  statement_timeout: 900_000,
  lock_timeout: 60_000,
  idle_in_transaction_session_timeout: 900_000,
};

/** SQL for a session that runs migrations, which may take any time. */
export const NO_LIMITS = Object.keys(REQUEST_LIMITS)
  .map((name) => `set ${name} = 0`)
  .join('; ');
