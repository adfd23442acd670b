import { constants } from 'node:fs';
import type { Logger } from 'pino';
import { type ConnectionTarget, splitHosts } from '../../supabase-server/connections/address.ts';
import { describeConnectionError } from '../../supabase-server/connections/connection-errors.ts';
import { divideConnections } from '../../supabase-server/connections/connection-limits.ts';
import { openOwnerPool } from '../../supabase-server/connections/owner-pool.ts';
import { type CallerPool, openCallerPool } from '../../supabase-server/connections/pool.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import type { Primary } from '../../supabase-server/host.ts';
import type { Config } from '../config/config.ts';
import { OperatorError } from '../config/operator-error.ts';
import { say } from '../log.ts';
import { stopOnSignal } from '../start/processes.ts';
import type { FirstAccounts } from './built-in-accounts.ts';
import { createFolder } from './embedded/data-folder.ts';
import { EMBEDDED_DATABASE, EMBEDDED_MAX_CONNECTIONS, startEmbedded } from './embedded/embedded.ts';
import { followPrimary } from './follow-primary.ts';
import { prepareDatabase } from './prepare-database.ts';
import { openReadReplica, type ReadReplica } from './read-replica.ts';
import { explainPoolerError, verifyCallerPool, verifyOwnerPool, warnOfFewConnections } from './verify-pools.ts';

const OLDEST_VERSION = 150_000;
/** Connections of an embedded database for others than the server. */
const SPARE_CONNECTIONS = 20;

export type Database = {
  /** Connects as the owner, for sign-in. */
  sql: Sql;
  /** For the data API. */
  callers: CallerPool;
  /** For reads that may be a few seconds old, where the operator has one. */
  replica?: ReadReplica | undefined;
  /** Connects as the owner, for scheduled jobs and backups. */
  maintenance: Sql;
  /** Whether writes failed within the last minute, as on a full disk, while the database responds. */
  areWritesFailing: () => boolean;
  isEmbedded: boolean;
  /** The accounts that the start found. */
  accounts: FirstAccounts;
  /** Folder of the embedded database and the generated keys. */
  dataDir: string;
  close: () => Promise<void>;
};

/** A database that responds; nothing is migrated yet. */
export type OpenedDatabase = {
  /** Folder of the embedded database and the generated keys. */
  dataDir: string;
  /** Migrates and seeds the database and opens the pool of the data API. */
  prepare: () => Promise<Database>;
  close: () => Promise<void>;
};

export async function checkOutsideDatabase(sql: Sql): Promise<void> {
  try {
    const [row] = await sql<{ version: number; isStandby: boolean }[]>`
      select current_setting('server_version_num')::int as version, pg_is_in_recovery() as "isStandby"`;
    if ((row?.version ?? 0) < OLDEST_VERSION) throw new OperatorError('DATABASE_URL takes a PostgreSQL 15 or newer');
    if (row?.isStandby) throw new OperatorError('DATABASE_URL leads to a standby, which takes no writes');
  } catch (cause) {
    const error = explainPoolerError(cause, 'DATABASE_URL');
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`DATABASE_URL: the database does not answer (${describeConnectionError(error)})`, {
      cause: error,
    });
  }
}

/** PostgreSQL found no space on its disk. */
export const DISK_FULL = '53100';
/** A statement wrote where nothing is written: on a standby, or where the operator or a host with a full disk forbids it. */
const READ_ONLY = '25006';

/** The due work and the records of jobs write more often than this, so that a fault that lasts is seen all the time. */
const REMEMBERED_MS = 60_000;

/** Remembers whether writes failed lately, although the database responds. Nothing is written to find out. */
function watchWrites() {
  let failedAt = Number.NEGATIVE_INFINITY;
  const listenFor = (codes: readonly string[]) => (code: string) => {
    if (codes.includes(code)) failedAt = performance.now();
  };
  return {
    /** For the SQLSTATE of each error on the owner's connections. */
    onOwnerError: listenFor([DISK_FULL, READ_ONLY]),
    /** For those of callers, who can ask for a write in a transaction that only reads. */
    onCallerError: listenFor([DISK_FULL]),
    areFailing: () => performance.now() - failedAt < REMEMBERED_MS,
  };
}

type PoolsOptions = {
  target: ConnectionTarget;
  /** Data folder of an embedded database. */
  embeddedDataDir: string | null;
  primary?: Primary | undefined;
};

/** Opens the pools of a server and verifies them. */
async function openPools({ target, embeddedDataDir, primary }: PoolsOptions, config: Config, log: Logger) {
  const sizes = divideConnections(config.databaseConnections);
  const writes = watchWrites();
  const owner = { primary, onError: writes.onOwnerError };
  const maintenance = openOwnerPool(target, log, { ...owner, max: sizes.maintenance, isForMaintenance: true });
  const sql = openOwnerPool(target, log, { ...owner, max: sizes.owner });
  let callers: CallerPool | undefined;
  let replica: ReadReplica | undefined;
  const close = async () => {
    await Promise.all([maintenance.end(), sql.end(), callers?.close(), replica?.close(), primary?.close()]);
  };
  try {
    if (embeddedDataDir === null) await checkOutsideDatabase(sql);
    await verifyOwnerPool(sql, 'DATABASE_URL');
    await verifyOwnerPool(maintenance, 'DATABASE_URL');
    await warnOfFewConnections(sql, config.databaseConnections, log);
  } catch (error) {
    await close();
    throw error;
  }
  async function prepare() {
    const accounts = await prepareDatabase(maintenance, config, embeddedDataDir, log);
    callers = openCallerPool(target, log, { max: sizes.callers, primary, onError: writes.onCallerError });
    await verifyCallerPool(callers.pool, 'DATABASE_URL');
    if (config.databaseReadUrl !== undefined) {
      replica = openReadReplica(config.databaseReadUrl, { primary: sql, log, maxCallers: sizes.callers });
    }
    return { sql, callers, replica, maintenance, accounts, areWritesFailing: writes.areFailing };
  }
  return { prepare, close };
}

/** Opens the outside or the embedded database. */
export async function openDatabase(config: Config, log: Logger): Promise<OpenedDatabase> {
  if (config.databaseUrl === undefined) return openEmbeddedDatabase(config, log);
  const { dataDir } = config;
  // An imported map is in it.
  if (config.dataDirIsSet) await createFolder(dataDir, constants.R_OK | constants.X_OK);
  const addresses = splitHosts(config.databaseUrl);
  const [target = config.databaseUrl] = addresses;
  const primary = addresses.length > 1 ? await followPrimary(addresses, log) : undefined;
  const { prepare, close } = await openPools({ target, embeddedDataDir: null, primary }, config, log);
  return { dataDir, close, prepare: async () => ({ ...(await prepare()), isEmbedded: false, dataDir, close }) };
}

async function openEmbeddedDatabase(config: Config, log: Logger): Promise<OpenedDatabase> {
  const maxConnections = Math.max(EMBEDDED_MAX_CONNECTIONS, config.databaseConnections + SPARE_CONNECTIONS);
  const embedded = await startEmbedded(config, {
    settings: { max_connections: `${maxConnections}` },
    say: (line) => say(line, log),
    onLost: (reason) => {
      log.fatal({ err: reason }, 'the embedded PostgreSQL ended and cannot be started again');
      process.exit(1);
    },
  });
  const removeSignalHandlers = stopOnSignal(embedded.stop);
  const stop = async () => {
    await embedded.stop();
    removeSignalHandlers();
  };
  const { dataDir, connection } = embedded;
  try {
    const target = { ...connection, database: EMBEDDED_DATABASE };
    const pools = await openPools({ target, embeddedDataDir: dataDir }, config, log);
    const close = async () => {
      await pools.close();
      await stop();
    };
    const prepare = async (): Promise<Database> => {
      const prepared = await pools.prepare();
      removeSignalHandlers();
      return { ...prepared, isEmbedded: true, dataDir, close };
    };
    return { dataDir, prepare, close };
  } catch (error) {
    await stop();
    throw error;
  }
}
