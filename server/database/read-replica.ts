import { Cron } from 'croner';
import pTimeout, { TimeoutError } from 'p-timeout';
import type { Logger } from 'pino';
import { splitHosts } from '../../supabase-server/connections/address.ts';
import { describeConnectionError } from '../../supabase-server/connections/connection-errors.ts';
import { REPLICA_STATEMENT_TIMEOUT_MS } from '../../supabase-server/connections/connection-limits.ts';
import { openOwnerPool } from '../../supabase-server/connections/owner-pool.ts';
import { openCallerPool } from '../../supabase-server/connections/pool.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { readErrorCode } from '../../supabase-server/error-code.ts';
import type { PreferReplica, ReplicaPools } from '../../supabase-server/postgrest/execute/run-stale.ts';
import type { PlannedCall } from '../../supabase-server/postgrest/plan/plan-call.ts';
import type { PlannedRead } from '../../supabase-server/postgrest/plan/plan-read.ts';
import { OperatorError } from '../config/operator-error.ts';
import { explainPoolerError, verifyCallerPool, verifyOwnerPool } from './verify-pools.ts';

/** Older positions have been replayed long before there are so many newer ones. */
const MAX_POSITIONS = 60;

const VARIABLE = 'DATABASE_READ_URL';
const EVERY_SECOND = '* * * * * *';
const MAX_AGE_MS = 5000;
/** It is asked every second. */
const MAX_SILENCE_MS = 2500;
/** One for open data and one for that question; verifying a pool takes two. */
const OWNER_CONNECTIONS = 2;

/** A streaming standby for reads that may be a few seconds old. */
export type ReadReplica = {
  /** Null while it does not respond, or lacks something that was committed five seconds ago. */
  current: () => ReplicaPools | null;
  /** Milliseconds of the past that it may lack at most. */
  ageMs: () => number;
  close: () => Promise<void>;
};

/** How far a database's log goes. A primary replays nothing, so its replayed position is null. */
type Position = { cluster: string; bytes: number | null };

const WRITTEN = 'pg_current_wal_lsn()';
const REPLAYED = 'case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end';

async function readPosition(sql: Sql, position: typeof WRITTEN | typeof REPLAYED): Promise<Position> {
  const [row] = await sql<Position[]>`
    select system_identifier::text as cluster, pg_wal_lsn_diff(${sql.unsafe(position)}, '0/0')::float8 as bytes
    from pg_control_system()`;
  return row ?? { cluster: '', bytes: null };
}

/** Why the replica is not used. */
function describe(error: unknown): string {
  const explained = explainPoolerError(error, VARIABLE);
  return explained instanceof OperatorError ? explained.message : describeConnectionError(explained);
}

type ReadReplicaOptions = { primary: Sql; log: Logger; maxCallers: number };

/** Opens the standby of several hosts, whichever it is: each is compared with the primary, and the first that is current is used. */
export function openReadReplica(address: string, { log, ...options }: ReadReplicaOptions): ReadReplica {
  const addresses = splitHosts(address);
  if (addresses.length === 1) return openHost(address, { log, ...options });
  const hosts = addresses.map((one, index) => openHost(one, { log: log.child({ host: index + 1 }), ...options }));
  return {
    current: () => hosts.map((host) => host.current()).find((pools) => pools !== null) ?? null,
    ageMs: () => Math.min(...hosts.map((host) => host.ageMs())),
    close: async () => void (await Promise.all(hosts.map((host) => host.close()))),
  };
}

/** Compares the replica with the primary every second, also when it does not respond at first. */
function openHost(address: string, { primary, log, maxCallers }: ReadReplicaOptions): ReadReplica {
  const sql = openOwnerPool(address, log, {
    max: OWNER_CONNECTIONS,
    settings: { statement_timeout: REPLICA_STATEMENT_TIMEOUT_MS },
  });
  const freshness = createFreshness();
  let pools: ReplicaPools | undefined;
  let respondedAt = Number.NEGATIVE_INFINITY;
  let wasUsed: boolean | undefined;

  const isCurrent = () => freshness.ageMs() < MAX_AGE_MS && performance.now() - respondedAt < MAX_SILENCE_MS;

  async function openPools(): Promise<ReplicaPools> {
    await verifyOwnerPool(sql, VARIABLE);
    const callers = openCallerPool(address, log, { max: maxCallers });
    try {
      await verifyCallerPool(callers.pool, VARIABLE);
    } catch (error) {
      await callers.close();
      throw error;
    }
    return { sql, callers };
  }

  async function compare(): Promise<void> {
    const askedAt = performance.now();
    const ahead = await readPosition(primary, WRITTEN);
    const replayed = await readPosition(sql, REPLAYED);
    if (ahead.bytes === null || replayed.bytes === null || replayed.cluster !== ahead.cluster) {
      throw new OperatorError(`${VARIABLE} leads to no standby of DATABASE_URL`);
    }
    pools ??= await openPools();
    freshness.addPrimaryPosition(askedAt, ahead.bytes);
    freshness.addReplayedPosition(replayed.bytes);
    respondedAt = performance.now();
  }

  async function check(): Promise<void> {
    const reason = await compare().then(() => 'it is behind', describe);
    const isUsed = isCurrent();
    if (isUsed === wasUsed) return;
    wasUsed = isUsed;
    if (isUsed) log.info('the read replica is used');
    else log.warn({ reason }, 'the read replica is not used');
  }

  const cron = new Cron(EVERY_SECOND, { protect: true, unref: true }, check);
  return {
    current: () => (pools !== undefined && isCurrent() ? pools : null),
    ageMs: freshness.ageMs,
    async close() {
      cron.stop();
      await Promise.all([sql.end(0), pools?.callers.close()]);
    },
  };
}

/**
 * Tells how old the data of a standby may be, in milliseconds. A standby that has replayed a position of the primary's log
 * has everything that was committed when the primary was asked for it. The time of the last replayed transaction says less:
 * it is old when nobody has written since.
 */
export function createFreshness(now = () => performance.now()) {
  let positions: { askedAt: number; bytes: number }[] = [];
  let freshAt = Number.NEGATIVE_INFINITY;
  return {
    addPrimaryPosition(askedAt: number, bytes: number) {
      positions = [...positions, { askedAt, bytes }].slice(-MAX_POSITIONS);
    },
    addReplayedPosition(bytes: number) {
      const replayed = positions.findLast((position) => position.bytes <= bytes);
      if (replayed === undefined) return;
      freshAt = replayed.askedAt;
      positions = positions.filter(({ askedAt }) => askedAt > freshAt);
    },
    /** Infinity until the standby has been compared. */
    ageMs: () => now() - freshAt,
  };
}

/** What the map, drivers' lists of zones and the overview show; a booking depends on none of it. */
const ZONES = 'parking_zones';

const IN_ZONES = new Set([ZONES, 'parking_spaces']);

const FUNCTIONS = new Set([
  'find_map_zones',
  'find_zones',
  'overview_spaces',
  'overview_hours',
  'overview_months',
  'overview_zones',
  'overview_late_ends',
  'overview_services',
  'overview_jobs',
  'overview_failed_payments',
  'overview_failed_notices',
]);

const hasOnlyZones = ({ embeds }: PlannedRead): boolean =>
  embeds.every(({ read }) => IN_ZONES.has(read.table.name) && hasOnlyZones(read));

/** Whether the rows of a read may be a few seconds old, so that a read replica may have them. */
export const mayReadBeStale = (read: PlannedRead): boolean => read.table.name === ZONES && hasOnlyZones(read);

/** Whether the rows of a call may come from the replica. */
export const mayCallBeStale = ({ fn, read }: PlannedCall): boolean =>
  FUNCTIONS.has(fn.name) && (read === null || hasOnlyZones(read));

/** Longer than a visitor's statement may take, and soon enough to read from the primary before the request's own limit. */
const REPLICA_TIMEOUT_MS = 2500;
/** How long reads avoid a replica after it hung. */
const PAUSE_MS = 5000;
/** SQLSTATE of a statement that took too long; the primary would take as long. */
const STATEMENT_TIMEOUT = '57014';

/** @param count is called with the database that a read came from */
export function createReplicaPreference(
  replica: ReadReplica,
  count: (database: 'replica' | 'primary') => void = () => undefined,
): PreferReplica {
  let respondedAt = Number.NEGATIVE_INFINITY;
  let pausedUntil = Number.NEGATIVE_INFINITY;

  /** One slow read is no reason to pause, as long as others get their rows. */
  function pauseUnlessOthersAreServed(askedAt: number) {
    if (respondedAt < askedAt) pausedUntil = performance.now() + PAUSE_MS;
  }

  return async function preferReplica(fromReplica, fromPrimary) {
    const askedAt = performance.now();
    const pools = askedAt < pausedUntil ? null : replica.current();
    if (pools !== null) {
      try {
        const rows = await pTimeout(fromReplica(pools), { milliseconds: REPLICA_TIMEOUT_MS });
        respondedAt = performance.now();
        count('replica');
        return rows;
      } catch (error) {
        if (readErrorCode(error) === STATEMENT_TIMEOUT) throw error;
        if (error instanceof TimeoutError) pauseUnlessOthersAreServed(askedAt);
      }
    }
    count('primary');
    return fromPrimary();
  };
}
