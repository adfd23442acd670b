import type { Logger } from 'pino';
import type { Sql } from 'postgres';
import type { Config } from '../config.ts';
import { OperatorError } from '../operator-error.ts';
import { type CallerPool, openCallerPool } from './connections/caller-pool.ts';
import { describeConnectionError } from './connections/connection-errors.ts';
import { divideConnections } from './connections/connection-limits.ts';
import { type ConnectionTarget, openOwnerPool } from './connections/owner-pool.ts';
import {
  explainPoolerError,
  isPoolerError,
  verifyCallerPool,
  verifyOwnerPool,
  warnOfFewConnections,
} from './connections/verify-pools.ts';
import { EMBEDDED_DATABASE, EMBEDDED_MAX_CONNECTIONS, startEmbedded } from './embedded/embedded.ts';
import { prepareDatabase } from './prepare-database.ts';
import { stopOnSignal } from './stop-on-signal.ts';

const OLDEST_VERSION = 150_000;
/** Connections of an embedded database for others than the server. */
const SPARE_CONNECTIONS = 20;

export type Database = {
  /** Connects as the owner, for sign-in. */
  sql: Sql;
  /** For the data API. */
  callers: CallerPool;
  /** Connects as the owner, for scheduled jobs and backups. */
  maintenance: Sql;
  isEmbedded: boolean;
  /** Ids of the accounts whose password is published; they may be used from this machine only. */
  demoAccounts: ReadonlySet<string>;
  /** Folder of the embedded database and the generated keys. */
  dataDir: string;
  close: () => Promise<void>;
};

async function checkOutsideDatabase(sql: Sql): Promise<void> {
  try {
    const [row] = await sql<{ version: number }[]>`select current_setting('server_version_num')::int as version`;
    if ((row?.version ?? 0) < OLDEST_VERSION) throw new OperatorError('DATABASE_URL takes a PostgreSQL 15 or newer');
  } catch (error) {
    if (error instanceof OperatorError || isPoolerError(error)) throw error;
    throw new OperatorError(`DATABASE_URL: the database does not answer (${describeConnectionError(error)})`, {
      cause: error,
    });
  }
}

/**
 * Opens all pools of a server, verifies them and prepares the database.
 * @param embeddedDataDir data folder of an embedded database
 */
async function openPools(target: ConnectionTarget, config: Config, embeddedDataDir: string | null, log: Logger) {
  const sizes = divideConnections(config.databaseConnections);
  const maintenance = openOwnerPool(target, log, { max: sizes.maintenance, isForMaintenance: true });
  const sql = openOwnerPool(target, log, { max: sizes.owner });
  let callers: CallerPool | undefined;
  const close = async () => {
    await Promise.all([maintenance.end({ timeout: 5 }), sql.end({ timeout: 5 }), callers?.close()]);
  };
  try {
    if (embeddedDataDir === null) await checkOutsideDatabase(sql);
    await verifyOwnerPool(sql);
    await verifyOwnerPool(maintenance);
    await warnOfFewConnections(sql, config.databaseConnections, log);
    const demoAccounts = await prepareDatabase(maintenance, config, embeddedDataDir, log);
    callers = await openCallerPool(sql, log, sizes.callers);
    await verifyCallerPool(callers.pool);
    return { sql, callers, maintenance, demoAccounts, close };
  } catch (error) {
    await close();
    throw explainPoolerError(error);
  }
}

/**
 * Opens the outside or the embedded database, migrates and seeds it.
 * @throws OperatorError with one line that says what to change
 */
export async function openDatabase(config: Config, log: Logger): Promise<Database> {
  if (config.databaseUrl === undefined) return openEmbeddedDatabase(config, log);
  return { ...(await openPools(config.databaseUrl, config, null, log)), isEmbedded: false, dataDir: config.dataDir };
}

async function openEmbeddedDatabase(config: Config, log: Logger): Promise<Database> {
  const maxConnections = Math.max(EMBEDDED_MAX_CONNECTIONS, config.databaseConnections + SPARE_CONNECTIONS);
  const embedded = await startEmbedded(config, {
    settings: { max_connections: `${maxConnections}` },
    say: (line) => process.stdout.write(`${line}\n`),
    onLost: (reason) => {
      log.fatal({ err: reason }, 'the embedded PostgreSQL ended and cannot be started again');
      process.exit(1);
    },
  });
  const removeSignalHandlers = stopOnSignal(embedded.stop);
  try {
    const { dataDir, connection } = embedded;
    const pools = await openPools({ ...connection, database: EMBEDDED_DATABASE }, config, dataDir, log);
    const close = async () => {
      await pools.close();
      await embedded.stop();
    };
    return { ...pools, isEmbedded: true, dataDir, close };
  } catch (error) {
    await embedded.stop();
    throw error;
  } finally {
    removeSignalHandlers();
  }
}
