import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isConnectionLost } from '../../supabase-server/connections/connection-errors.ts';
import { NO_LIMITS } from '../../supabase-server/connections/connection-limits.ts';
import type { Executor, ReservedSql, Sql, TransactionSql } from '../../supabase-server/connections/sql.ts';
import type { Config } from '../config/config.ts';
import { OperatorError } from '../config/operator-error.ts';
import { VERSION } from '../config/version.ts';
import { isLockFailure, LOCK_LIMITS, type LockLimits, retryWhileLocked } from './retry-while-locked.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Key of an advisory lock; nothing else in the product uses it. */
export const MIGRATION_LOCK = 7_277_837;
const FILE_NAME = /^(?<version>\d+)_(?<name>.+)\.sql$/;

/** A folder of migrations and the table that records which have run, in the format of the Supabase CLI. */
export type MigrationSet = {
  folder: string;
  table: 'platform_migrations' | 'schema_migrations' | 'simulator_migrations';
};

type MigrationConfig = Pick<Config, 'databaseUrl' | 'lockVendor' | 'payments'>;

export type Migration = { version: string; name: string; file: string; text: string };
/** A migration that ran, with the SHA-256 of its text. */
export type AppliedMigration = { table: MigrationSet['table']; version: string; digest: string };
type PendingMigration = { set: MigrationSet; migration: Migration };

type MigrateOptions = {
  /** Called with the first version before it runs on a database in use; may throw to prevent it. */
  beforeFirst?: (version: string) => Promise<void>;
  /** Called each time a migration did not get its locks, with the sessions that block it. */
  onBlocked?: (migration: string, blockers: readonly string[]) => void;
  lockLimits?: LockLimits;
};

/** The schema that Supabase brings, then the product's own. */
const PRODUCT_MIGRATIONS: readonly MigrationSet[] = [
  { folder: join(ROOT, 'supabase-server/auth-schema'), table: 'platform_migrations' },
  { folder: join(ROOT, 'supabase/migrations'), table: 'schema_migrations' },
];

/** Those of the product and the tables of the simulators. */
export const MIGRATIONS: readonly MigrationSet[] = [
  ...PRODUCT_MIGRATIONS,
  { folder: join(ROOT, 'simulators/migrations'), table: 'simulator_migrations' },
];

/** The subject files: what all migrations together make. */
export const SUBJECTS: MigrationSet = { folder: join(ROOT, 'supabase/schemas'), table: 'schema_migrations' };

/** The migrations of a database: one without simulators has no tables for them. */
export function listMigrations({ databaseUrl, lockVendor, payments }: MigrationConfig): readonly MigrationSet[] {
  const hasSimulators = databaseUrl === undefined || lockVendor.url === undefined || payments.simulator;
  return hasSimulators ? MIGRATIONS : PRODUCT_MIGRATIONS;
}

/** Reads the migrations of a folder in the order in which they run. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (fileName) => {
      const file = join(folder, fileName);
      const { version, name } = FILE_NAME.exec(fileName)?.groups ?? {};
      if (!version || !name) throw new OperatorError(`${file} is not named <digits>_<concept>.sql`);
      return { version, name, file, text: await readFile(file, 'utf8') };
    }),
  );
}

const HEAD_LINES = 20;

/**
 * What the head of a migration tells the operator: `Locks`, what waits while it runs, and `Oldest server`, the oldest version
 * whose servers work on the database afterwards, where that is not every one.
 */
const readHead = (text: string) =>
  text.split('\n', HEAD_LINES).flatMap((line) => /^-- ((?:Locks|Oldest server): .+)$/.exec(line)?.[1] ?? []);

/** Names a migration, and repeats what its head tells. */
export const describeMigration = ({ version, name, text }: Migration, comment = ''): string =>
  [`  ${version}_${name}${comment}`, ...readHead(text).map((line) => `    ${line}`)].join('\n');

/** The line of wrong syntax or of a wrong name; PostgreSQL reports the place of no other error. */
function describeLine(text: string, error: unknown): string {
  if (!(error instanceof Error && 'position' in error && error.position !== undefined)) return '';
  return ` line ${text.slice(0, Number(error.position)).split('\n').length}`;
}

/** @returns how long it took, in seconds */
export async function runMigration(
  session: ReservedSql | TransactionSql,
  { table }: MigrationSet,
  { version, name, text }: Migration,
): Promise<number> {
  const startedAt = performance.now();
  await session.unsafe(text);
  await session.unsafe(`insert into supabase_migrations.${table} (version, name, statements) values ($1, $2, $3)`, [
    version,
    name,
    [text],
  ]);
  return (performance.now() - startedAt) / 1000;
}

export async function ensureMigrationsTable(
  session: ReservedSql | TransactionSql,
  { table }: MigrationSet,
): Promise<void> {
  await session.unsafe(`create table if not exists supabase_migrations.${table} (
    version text primary key, statements text[], name text)`);
}

/** @throws the database's error when a lock was not available in time, so that this may be tried again */
async function apply(
  session: ReservedSql,
  { set, migration }: PendingMigration,
  { waitMs }: LockLimits,
): Promise<void> {
  try {
    await session`begin`;
    await session.unsafe(`set local lock_timeout = ${waitMs}`);
    await runMigration(session, set, migration);
    // Delivered with the commit, so that servers do not reload the old schema.
    await session`notify pgrst, 'reload schema'`;
    await session`commit`;
  } catch (cause) {
    if (isConnectionLost(cause)) throw cause;
    await session`rollback`;
    if (isLockFailure(cause)) throw cause;
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(`Migration ${migration.file}${describeLine(migration.text, cause)}: ${message}`, { cause });
  }
}

type PendingMigrations = { migrations: PendingMigration[]; isDatabaseInUse: boolean };

/** Reads which migrations of a set ran. */
export const readApplied = (session: Executor, table: MigrationSet['table']) =>
  session.unsafe<AppliedMigration[]>(
    `select '${table}' as table, version,
      encode(sha256(convert_to(array_to_string(statements, ''), 'UTF8')), 'hex') as digest
    from supabase_migrations.${table} order by version`,
  );

/** The migrations of one set: those of this build and those that ran. */
type History = { migrations: readonly Migration[]; applied: readonly AppliedMigration[] };

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

/** The first migration that ran and is not the one that has its place here. Those after all of ours are a newer build's. */
function findDifferent({ migrations, applied }: History): AppliedMigration | undefined {
  return applied.find((ran, index) => {
    const own = migrations[index];
    return own !== undefined && (own.version !== ran.version || digest(own.text) !== ran.digest);
  });
}

/**
 * What was released never changes and new migrations come last, so this build goes on with what any other release has begun.
 * @throws OperatorError when a migration that ran is another one here
 */
export function requireRelease(what: 'backup' | 'database', histories: readonly History[]): void {
  const different = histories.map(findDifferent).find((found) => found !== undefined);
  if (different === undefined) return;
  const instead =
    what === 'backup'
      ? 'restore it with that build'
      : 'go on with that build, or start over with an empty DATA_DIR or DATABASE_URL';
  throw new OperatorError(
    `The ${what} was made by a build from before release 1.0 or by a changed one, whose migration ${different.version} is not the one here; nothing was changed: ${instead}`,
  );
}

const isOlder = (version: string, than: string) => version.localeCompare(than, 'en', { numeric: true }) < 0;

/** @throws OperatorError when a newer version has taken away what this one uses */
async function requireNewEnough(sql: Executor, { table }: MigrationSet, own: readonly Migration[]): Promise<void> {
  const later = await sql.unsafe<{ version: string; text: string }[]>(
    `select version, array_to_string(statements, '') as text from supabase_migrations.${table} where version > $1 order by version desc`,
    [own.at(-1)?.version ?? ''],
  );
  for (const { version, text } of later) {
    const [, oldest] = /Oldest server: (\S+)/.exec(readHead(text).join('\n')) ?? [];
    if (oldest === undefined || !isOlder(VERSION, oldest)) continue;
    throw new OperatorError(
      `The database was upgraded: since its migration ${version} servers before ${oldest} do not work on it, and this is ${VERSION}; nothing was changed: start a newer one, or restore the backup from before the upgrade`,
    );
  }
}

/** Finds the migrations that have not run, and writes nothing. @throws OperatorError when this build cannot go on with them */
export async function findPending(sql: Executor, sets: readonly MigrationSet[]): Promise<PendingMigrations> {
  const histories: (History & { set: MigrationSet })[] = [];
  for (const set of sets) {
    const [found] = await sql`select where to_regclass(${`supabase_migrations.${set.table}`}) is not null`;
    const applied = found ? await readApplied(sql, set.table) : [];
    const migrations = await readMigrations(set.folder);
    if (found) await requireNewEnough(sql, set, migrations);
    histories.push({ set, applied, migrations });
  }
  requireRelease('database', histories);
  const migrations = histories.flatMap(({ set, applied, migrations: all }) => {
    const ran = new Set(applied.map(({ version }) => version));
    return all.filter(({ version }) => !ran.has(version)).map((migration) => ({ set, migration }));
  });
  return { migrations, isDatabaseInUse: histories.some(({ applied }) => applied.length > 0) };
}

/**
 * Runs the pending migrations, set after set, each file in its own transaction. Processes that start together wait for
 * each other. Running servers are notified to reload the schema, even when a later file fails.
 * @param sql needs a second connection, which finds the sessions that block a migration
 * @returns the versions that ran
 * @throws OperatorError that names the file and line that failed; nothing of that file remains. ConnectionLostError when
 * there is no connection any more
 */
export async function migrate(
  sql: Sql,
  sets: readonly MigrationSet[],
  { beforeFirst, onBlocked, lockLimits = LOCK_LIMITS }: MigrateOptions = {},
): Promise<string[]> {
  const session = await sql.reserve();
  try {
    await session.unsafe(NO_LIMITS);
    await session`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await session`create schema if not exists supabase_migrations`;
    for (const set of sets) await ensureMigrationsTable(session, set);
    const { migrations, isDatabaseInUse } = await findPending(session, sets);
    const [first] = migrations;
    if (first !== undefined && isDatabaseInUse) await beforeFirst?.(first.migration.version);
    const [{ pid = 0 } = {}] = await session<{ pid: number }[]>`select pg_backend_pid() as pid`;
    for (const pending of migrations) {
      const name = `Migration ${pending.migration.file}`;
      const options = { sql, pid, name, limits: lockLimits, onBlocked };
      await retryWhileLocked(() => apply(session, pending, lockLimits), options);
    }
    return migrations.map(({ migration }) => migration.version);
  } finally {
    // The lock ends with the connection.
    session.close();
  }
}
