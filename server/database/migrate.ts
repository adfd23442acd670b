import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReservedSql, Sql, TransactionSql } from 'postgres';
import { OperatorError } from '../operator-error.ts';
import { isConnectionLost } from './connections/connection-errors.ts';
import { NO_LIMITS, RESET_LIMITS } from './connections/connection-limits.ts';
import { splitStatements } from './split-statements.ts';

/** Any number that no other part of the product uses. */
export const MIGRATION_LOCK = 7_277_837;
const FILE_NAME = /^(?<version>\d{14})_(?<name>.+)\.sql$/;

/** A folder of migrations and the table that remembers which of them have run. */
export type MigrationSet = { folder: string; table: 'platform_migrations' | 'schema_migrations' };

export type Migration = { version: string; name: string; file: string; text: string };

/** The migrations of a folder, in the order in which they run. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const { version, name } = FILE_NAME.exec(file)?.groups ?? {};
      if (!version || !name) throw new OperatorError(`${join(folder, file)} is not named <14 digits>_<concept>.sql`);
      return { version, name, file: join(folder, file), text: await readFile(join(folder, file), 'utf8') };
    }),
  );
}

const lineAt = (text: string, position: number) => text.slice(0, position).split('\n').length;

/** The line that made a file fail; PostgreSQL tells the place of a wrong word, but not which statement met an obstacle. */
async function findLine(session: ReservedSql, text: string, error: unknown): Promise<number | null> {
  if (error instanceof Error && 'position' in error) return lineAt(text, Number(error.position));
  await session`begin`;
  try {
    for (const statement of splitStatements(text)) {
      try {
        await session.unsafe(statement.text);
      } catch {
        // The same failure again, now with its place.
        return statement.line;
      }
    }
    return null;
  } finally {
    await session`rollback`;
  }
}

/** Runs a migration in the transaction that is under way, and remembers it. */
export async function runMigration(
  session: ReservedSql | TransactionSql,
  { table }: MigrationSet,
  { version, name, text }: Migration,
): Promise<void> {
  await session.unsafe(text);
  await session.unsafe(`insert into supabase_migrations.${table} (version, name, statements) values ($1, $2, $3)`, [
    version,
    name,
    [text],
  ]);
}

/** Makes the table that remembers a set's migrations, unless it is there. */
export async function ensureMigrationsTable(
  session: ReservedSql | TransactionSql,
  { table }: MigrationSet,
): Promise<void> {
  await session.unsafe(`create table if not exists supabase_migrations.${table} (
    version text primary key, statements text[], name text)`);
}

async function apply(session: ReservedSql, set: MigrationSet, migration: Migration): Promise<void> {
  try {
    await session`begin`;
    await runMigration(session, set, migration);
    // Heard with the commit, so that nobody reads the schema as it was.
    await session`notify pgrst, 'reload schema'`;
    await session`commit`;
  } catch (cause) {
    if (isConnectionLost(cause)) throw cause;
    await session`rollback`;
    const line = await findLine(session, migration.text, cause);
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(`Migration ${migration.file}${line === null ? '' : ` line ${line}`}: ${message}`, {
      cause,
    });
  }
}

/** Migrations that have not run yet, and whether any has. */
type Pending = { migrations: { set: MigrationSet; migration: Migration }[]; hasRun: boolean };

/** @throws OperatorError when one that ran was changed since */
async function findPending(session: ReservedSql, sets: readonly MigrationSet[]): Promise<Pending> {
  const pending: Pending = { migrations: [], hasRun: false };
  for (const set of sets) {
    await ensureMigrationsTable(session, set);
    const rows = await session.unsafe<{ version: string; text: string | null }[]>(
      `select version, array_to_string(statements, '') as text from supabase_migrations.${set.table}`,
    );
    const known = new Map(rows.map(({ version, text }) => [version, text]));
    pending.hasRun ||= known.size > 0;
    for (const migration of await readMigrations(set.folder)) {
      const before = known.get(migration.version);
      if (before === undefined) pending.migrations.push({ set, migration });
      else if (before !== migration.text)
        throw new OperatorError(`Migration ${migration.file} was changed after it ran; write a new one instead`);
    }
  }
  return pending;
}

type MigrateOptions = {
  /** Called before the first migration of this version runs on a database that is in use; what it throws stops all. */
  beforeChange?: ((version: string) => Promise<void>) | undefined;
};

/**
 * Runs every migration that has not run yet, set after set, each file in a transaction of its own. Processes that start
 * together take turns. What has run is remembered as the Supabase CLI remembers it, and servers that run already are told
 * to read the schema again, even when a later file fails.
 * @returns the versions that ran now
 * @throws OperatorError that names the file and line that failed; nothing of that file remains
 */
export async function migrate(
  sql: Sql,
  sets: readonly MigrationSet[],
  { beforeChange }: MigrateOptions = {},
): Promise<string[]> {
  const session = await sql.reserve();
  const giveBack = async () => {
    await session`select pg_advisory_unlock(${MIGRATION_LOCK})`;
    await session.unsafe(RESET_LIMITS);
    session.release();
  };
  try {
    await session.unsafe(NO_LIMITS);
    await session`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await session`create schema if not exists supabase_migrations`;
    const { migrations, hasRun } = await findPending(session, sets);
    const [first] = migrations;
    if (first !== undefined && hasRun) await beforeChange?.(first.migration.version);
    for (const { set, migration } of migrations) await apply(session, set, migration);
    const applied = migrations.map(({ migration }) => migration.version);
    // Servers of the version before may be running on it.
    if (applied.length > 0) await session`notify pgrst, 'reload schema'`;
    await giveBack();
    return applied;
  } catch (error) {
    // The lock went with the connection, to which the driver must send nothing more.
    if (isConnectionLost(error))
      throw new OperatorError('The connection to the database was lost during migrations', { cause: error });
    await giveBack();
    throw error;
  }
}
