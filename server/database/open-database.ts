import { join } from 'node:path';
import type { Logger } from 'pino';
import postgres, { type Options, type Sql } from 'postgres';
import { takeAutomaticBackup } from '../backup/automatic-backup.ts';
import { type Config, isBehindProxy, isLoopbackOnly } from '../config.ts';
import { OperatorError } from '../operator-error.ts';
import { createDemoAccounts, ensureFirstAdmin, findDemoAccounts } from './built-in-accounts.ts';
import { type CallerPool, openCallerPool } from './connections/caller-pool.ts';
import { describeConnectionError } from './connections/connection-errors.ts';
import { divideConnections, MAINTENANCE_LIMITS, REQUEST_LIMITS } from './connections/connection-limits.ts';
import { warnOfFewConnections } from './connections/count-connections.ts';
import { DatabaseSocket, IDLE_SECONDS, KEEPALIVE_SECONDS, SILENCE_LIMIT_MS } from './connections/database-socket.ts';
import { guardTransactions } from './connections/guard-transactions.ts';
import { explainPooler, isPoolerError, verifyCallerPool, verifyOwnerPool } from './connections/verify-pools.ts';
import { EMBEDDED_DATABASE, EMBEDDED_MAX_CONNECTIONS, startEmbedded } from './embedded/embedded.ts';
import { type MigrationSet, migrate } from './migrate.ts';
import { seedZones } from './seed.ts';
import { stopOnSignal } from './stop-on-signal.ts';

const ROOT = join(import.meta.dirname, '../..');
const OLDEST_VERSION = 150_000;
const RECONNECT_AFTER_SECONDS = 0.25;
/** Connections of an embedded database that the server does not use. */
const SPARE_CONNECTIONS = 20;

/** What Supabase brings itself, then the product's own schema. */
export const MIGRATIONS: readonly MigrationSet[] = [
  { folder: join(ROOT, 'server/auth-schema'), table: 'platform_migrations' },
  { folder: join(ROOT, 'supabase/migrations'), table: 'schema_migrations' },
];

/** The product's database, migrated and seeded. */
export type Database = {
  /** For sign-in, as the owner. */
  sql: Sql;
  /** For the data API. */
  callers: CallerPool;
  /** For scheduled work and backups. */
  maintenance: Sql;
  isEmbedded: boolean;
  /** Ids of the accounts whose password is published: they answer this machine only. */
  demoAccounts: ReadonlySet<string>;
  /** Where generated keys are kept beside an embedded database. */
  dataDir: string;
  close: () => Promise<void>;
};

type ConnectOptions = {
  /** How many connections at most. */
  max?: number;
  /** For scheduled work, backups and migrations, which may take long; otherwise for requests. */
  isForMaintenance?: boolean;
};

/** A socket to the first address, which is also the only one that the data API's pool knows. */
function openSocket({ path, host, port }: Sql['options'], silenceLimitMs?: number): DatabaseSocket {
  const socket = new DatabaseSocket(silenceLimitMs);
  const [name = 'localhost'] = host;
  if (typeof path === 'string' && path !== '') socket.connect(path);
  else socket.connect(port[0] ?? 5432, name);
  // The driver checks the certificate against this name.
  return Object.assign(socket, { host: name });
}

/**
 * Connects with the product's habits.
 * @param target where to, as postgres.js takes it
 */
export function connectTo(
  target: string | Options<Record<string, never>>,
  log: Logger,
  { max = divideConnections().owner, isForMaintenance = false }: ConnectOptions = {},
): Sql {
  const limits = isForMaintenance ? MAINTENANCE_LIMITS : REQUEST_LIMITS;
  const habits = {
    max,
    idle_timeout: IDLE_SECONDS,
    connect_timeout: 10,
    keep_alive: KEEPALIVE_SECONDS,
    // The driver would wait for longer and longer, up to 20 seconds after the database is back.
    backoff: () => RECONNECT_AFTER_SECONDS,
    connection: { application_name: 'parqueo', ...limits },
    onnotice: (notice: postgres.Notice) => log.debug({ notice: notice.message }, 'database notice'),
    // Whoever listens for notices waits for long; the driver gives that connection no idle time.
    socket: (options: Sql['options']) =>
      openSocket(options, isForMaintenance || options.idle_timeout === null ? undefined : SILENCE_LIMIT_MS),
  };
  const sql = typeof target === 'string' ? postgres(target, habits) : postgres({ ...target, ...habits });
  return guardTransactions(sql);
}

async function checkOutside(sql: Sql): Promise<void> {
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

/** Whether nobody but the people of this machine gets here. */
function isForThisMachine(config: Config): boolean {
  return isLoopbackOnly(config) && !isBehindProxy(config);
}

/** Whether everybody may know a password: nobody but the people of this machine gets here. */
export function hasDemoAccounts(config: Config): boolean {
  return config.seed === 'demo' && isForThisMachine(config);
}

/** @throws OperatorError with one line when there can be no backup: what a migration breaks would be lost */
async function backUpBeforeChange(sql: Sql, dataDir: string, version: string): Promise<void> {
  try {
    await takeAutomaticBackup({ sql, dataDir, beforeVersion: version });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(
      `The database could not be backed up before its migration, so nothing was changed: ${reason}`,
      {
        cause,
      },
    );
  }
}

/** Migrates and seeds; returns the ids of demo accounts. */
async function prepare(sql: Sql, config: Config, embeddedIn: string | null, log: Logger): Promise<ReadonlySet<string>> {
  const beforeChange =
    embeddedIn === null ? undefined : (version: string) => backUpBeforeChange(sql, embeddedIn, version);
  const applied = await migrate(sql, MIGRATIONS, { beforeChange });
  if (applied.length > 0) log.info({ applied: applied.length }, 'migrated');
  if (config.seed === 'demo' && (await seedZones(sql, join(ROOT, 'supabase/seed.sql'))))
    log.info('sample zones loaded');
  if (embeddedIn !== null && hasDemoAccounts(config)) await createDemoAccounts(sql);
  const demoAccounts = await findDemoAccounts(sql);
  const open = demoAccounts.filter(({ isSuspended }) => !isSuspended).map(({ email }) => email);
  if (open.length > 0 && !isForThisMachine(config)) {
    log.warn(
      { accounts: open },
      'demo accounts have their published password and answer this machine only; delete or suspend them',
    );
  }
  if (config.admin) await ensureFirstAdmin(sql, config.admin, log);
  return new Set(demoAccounts.map(({ id }) => id));
}

type Target = string | Options<Record<string, never>>;
type Pools = Pick<Database, 'sql' | 'callers' | 'maintenance' | 'demoAccounts'> & { close: () => Promise<void> };

/**
 * Opens all pools of a server on one database, and brings that up to date on the way.
 * @param embeddedIn the data folder of an embedded database
 */
async function openPools(target: Target, config: Config, embeddedIn: string | null, log: Logger): Promise<Pools> {
  const sizes = divideConnections(config.databaseConnections);
  const maintenance = connectTo(target, log, { max: sizes.maintenance, isForMaintenance: true });
  const sql = connectTo(target, log, { max: sizes.owner });
  const opened = [maintenance, sql];
  const close = () => Promise.all(opened.map((pool) => pool.end({ timeout: 5 })));
  try {
    if (embeddedIn === null) await checkOutside(sql);
    await verifyOwnerPool(sql);
    await verifyOwnerPool(maintenance);
    await warnOfFewConnections(sql, config.databaseConnections, log);
    const demoAccounts = await prepare(maintenance, config, embeddedIn, log);
    const callers = await openCallerPool(sql, log, sizes.callers);
    await verifyCallerPool(callers.pool).catch(async (error: unknown) => {
      await callers.close();
      throw error;
    });
    return {
      sql,
      callers,
      maintenance,
      demoAccounts,
      async close() {
        await Promise.all([close(), callers.close()]);
      },
    };
  } catch (error) {
    await close();
    throw explainPooler(error);
  }
}

/**
 * Opens the database the configuration asks for, outside or embedded, brings it up to date and seeds it.
 * @throws OperatorError with one line that says what the operator can mend
 */
export async function openDatabase(config: Config, log: Logger): Promise<Database> {
  if (config.databaseUrl === undefined) return openEmbedded(config, log);
  return { ...(await openPools(config.databaseUrl, config, null, log)), isEmbedded: false, dataDir: config.dataDir };
}

async function openEmbedded(config: Config, log: Logger): Promise<Database> {
  const maxConnections = Math.max(EMBEDDED_MAX_CONNECTIONS, config.databaseConnections + SPARE_CONNECTIONS);
  const embedded = await startEmbedded(config, {
    settings: { max_connections: `${maxConnections}` },
    say: (line) => process.stdout.write(`${line}\n`),
    onLost: (reason) => {
      log.fatal({ err: reason }, 'the embedded PostgreSQL ended and cannot be started again');
      process.exit(1);
    },
  });
  const isStarted = stopOnSignal(embedded.stop);
  try {
    const { dataDir } = embedded;
    const pools = await openPools({ ...embedded.connection, database: EMBEDDED_DATABASE }, config, dataDir, log);
    const close = async () => {
      await pools.close();
      await embedded.stop();
    };
    return { ...pools, isEmbedded: true, dataDir, close };
  } catch (error) {
    await embedded.stop();
    throw error;
  } finally {
    isStarted();
  }
}
