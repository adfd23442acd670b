import { join } from 'node:path';
import type { Logger } from 'pino';
import postgres, { type Options, type Sql } from 'postgres';
import { type Config, isBehindProxy, isLoopbackOnly } from '../config.ts';
import { createDemoAccounts, ensureFirstAdmin, openDemoAccounts } from './accounts.ts';
import { type CallerPool, openCallerPool } from './caller-pool.ts';
import { EMBEDDED_DATABASE, startEmbedded } from './embedded.ts';
import { type MigrationSet, migrate } from './migrate.ts';
import { seedZones } from './seed.ts';
import { StartError } from './start-error.ts';
import { stopOnSignal } from './stop-on-signal.ts';

const ROOT = join(import.meta.dirname, '../..');
const OLDEST_VERSION = 150_000;
const POOL_SIZE = 20;
const RECONNECT_AFTER_SECONDS = 0.25;

/** What Supabase brings itself, then the product's own schema. */
export const MIGRATIONS: readonly MigrationSet[] = [
  { folder: join(ROOT, 'server/platform'), table: 'platform_migrations' },
  { folder: join(ROOT, 'supabase/migrations'), table: 'schema_migrations' },
];

/** The product's database, migrated and seeded. */
export type Database = {
  sql: Sql;
  callers: CallerPool;
  isEmbedded: boolean;
  /** Where generated keys are kept beside an embedded database. */
  dataDir: string;
  close: () => Promise<void>;
};

/**
 * Connects with the product's habits.
 * @param target where to, as postgres.js takes it
 */
export function connectTo(target: string | Options<Record<string, never>>, log: Logger): Sql {
  const habits = {
    max: POOL_SIZE,
    idle_timeout: 60,
    connect_timeout: 10,
    // The driver would wait for longer and longer, up to 20 seconds after the database is back.
    backoff: () => RECONNECT_AFTER_SECONDS,
    connection: { application_name: 'parqueo' },
    onnotice: (notice: postgres.Notice) => log.debug({ notice: notice.message }, 'database notice'),
  };
  return typeof target === 'string' ? postgres(target, habits) : postgres({ ...target, ...habits });
}

/** Why the driver gave up; it may name host and user, never the password. A host with many addresses has no sentence. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : error.name;
  return (error.message || code).split('\n')[0] ?? code;
}

async function connectOutside(url: string, log: Logger): Promise<Sql> {
  const sql = connectTo(url, log);
  try {
    const [row] = await sql<{ version: number }[]>`select current_setting('server_version_num')::int as version`;
    if ((row?.version ?? 0) < OLDEST_VERSION) throw new StartError('DATABASE_URL takes a PostgreSQL 15 or newer');
    return sql;
  } catch (error) {
    await sql.end({ timeout: 1 });
    if (error instanceof StartError) throw error;
    throw new StartError(`DATABASE_URL: the database does not answer (${reasonOf(error)})`, { cause: error });
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

async function prepare(sql: Sql, config: Config, isEmbedded: boolean, log: Logger): Promise<void> {
  const applied = await migrate(sql, MIGRATIONS);
  if (applied.length > 0) log.info({ applied: applied.length }, 'migrated');
  if (config.seed === 'demo' && (await seedZones(sql, join(ROOT, 'supabase/seed.sql'))))
    log.info('sample zones loaded');
  if (isEmbedded && hasDemoAccounts(config)) await createDemoAccounts(sql);
  const open = isForThisMachine(config) ? [] : await openDemoAccounts(sql);
  if (open.length > 0) {
    log.warn(
      { accounts: open },
      'demo accounts are open to everybody with their published password; delete or suspend them',
    );
  }
  if (config.admin) await ensureFirstAdmin(sql, config.admin, log);
}

/**
 * Opens the database the configuration asks for, outside or embedded, brings it up to date and seeds it.
 * @throws StartError with one line that says what the operator can mend
 */
export async function openDatabase(config: Config, log: Logger): Promise<Database> {
  if (config.databaseUrl !== undefined) {
    const sql = await connectOutside(config.databaseUrl, log);
    await prepare(sql, config, false, log);
    const callers = await openCallerPool(sql, log);
    const close = async () => {
      await Promise.all([sql.end({ timeout: 5 }), callers.close()]);
    };
    return { sql, callers, isEmbedded: false, dataDir: config.dataDir, close };
  }
  return openEmbedded(config, log);
}

async function openEmbedded(config: Config, log: Logger): Promise<Database> {
  const embedded = await startEmbedded(config, {
    say: (line) => process.stdout.write(`${line}\n`),
    onLost: (reason) => {
      log.fatal({ err: reason }, 'the embedded PostgreSQL ended and cannot be started again');
      process.exit(1);
    },
  });
  const target = { ...embedded.connection, database: EMBEDDED_DATABASE };
  const sql = connectTo(target, log);
  const callers = await openCallerPool(sql, log);
  const close = async () => {
    await Promise.all([sql.end({ timeout: 5 }), callers.close()]);
    await embedded.stop();
  };
  const isStarted = stopOnSignal(embedded.stop);
  try {
    await prepare(sql, config, true, log);
  } catch (error) {
    await close();
    throw error;
  } finally {
    isStarted();
  }
  return { sql, callers, isEmbedded: true, dataDir: embedded.dataDir, close };
}
