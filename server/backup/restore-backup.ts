import type { Sql, TransactionSql } from '../../supabase-server/connections/sql.ts';
import { OperatorError } from '../config/operator-error.ts';
import {
  type AppliedMigration,
  describeMigration,
  ensureMigrationsTable,
  MIGRATION_LOCK,
  type MigrationSet,
  readMigrations,
  requireRelease,
  runMigration,
} from '../database/migrate.ts';
import { ensureSeedTable } from '../database/prepare-database.ts';
import {
  dropExisting,
  type ExistingData,
  findExistingData,
  findProductTables,
  requireNoRunningServer,
  setDumpSettings,
  type Table,
} from './product-tables.ts';
import { type Header, readBackup, type Trailer } from './read-backup.ts';

const BATCH_ROWS = 2000;
const BATCH_CHARACTERS = 1024 * 1024;

/** A backup that is complete and unchanged. */
export type CheckedBackup = { file: string; header: Header; trailer: Trailer };

export type RestoreOptions = {
  sets: readonly MigrationSet[];
  mayReplace: boolean;
  /** Called before existing data is dropped. */
  onReplace?: (existing: ExistingData) => void;
  /** Called when only the commit is left; an error rolls everything back. */
  beforeCommit?: () => Promise<void>;
};

/** Reads a whole backup. @throws OperatorError as readBackup does */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  let header: Header | undefined;
  let trailer: Trailer | undefined;
  for await (const entry of readBackup(file)) {
    if (entry.kind === 'header') header = entry.header;
    if (entry.kind === 'trailer') trailer = entry.trailer;
  }
  if (header === undefined || trailer === undefined) throw new OperatorError(`${file} is no backup of Parqueo`);
  return { file, header, trailer };
}

const toMigrationKey = ({ table, version }: Pick<AppliedMigration, 'table' | 'version'>) => `${table} ${version}`;

/** Runs the migrations for which `shouldRun` is true, and describes them with the time that each took. */
async function runMigrations(
  tx: TransactionSql,
  sets: readonly MigrationSet[],
  shouldRun: (key: string) => boolean,
): Promise<string[]> {
  const ran: string[] = [];
  await tx`create schema if not exists supabase_migrations`;
  for (const set of sets) {
    await ensureMigrationsTable(tx, set);
    for (const migration of await readMigrations(set.folder)) {
      if (!shouldRun(toMigrationKey({ table: set.table, version: migration.version }))) continue;
      const seconds = await runMigration(tx, set, migration);
      ran.push(describeMigration(migration, ` took ${seconds.toFixed(2)} s`));
    }
  }
  return ran;
}

/** Runs the migrations of the backup. @throws OperatorError when one is unknown here, or another one */
async function migrateToBackup(tx: TransactionSql, sets: readonly MigrationSet[], header: Header): Promise<void> {
  const histories = sets.map(async ({ table, folder }) => ({
    migrations: await readMigrations(folder),
    applied: header.migrations.filter((ran) => ran.table === table),
  }));
  requireRelease('backup', await Promise.all(histories));
  const missing = new Map(header.migrations.map((migration) => [toMigrationKey(migration), migration.digest]));
  await runMigrations(tx, sets, (key) => missing.delete(key));
  const [first] = missing.keys();
  if (first !== undefined) {
    throw new OperatorError(
      `The backup was made by a newer Parqueo (${first} is not known here); use that one or a later one`,
    );
  }
}

/** Inserts rows from the database's own texts. */
async function insertRows(tx: TransactionSql, { name, columns }: Table, lines: readonly string[]): Promise<void> {
  const names = columns.map((column) => column.name).join(', ');
  const values = columns.map(({ type }, index) => `(line ->> ${index})::${type}`).join(', ');
  await tx.unsafe(
    `insert into ${name} (${names}) overriding system value select ${values} from jsonb_array_elements($1::text::jsonb) line`,
    [`[${lines.join(',')}]`],
  );
}

/** Finds a table with the columns of the backup, in their order. */
function findTable(tables: readonly Table[], name: string, columns: readonly string[]): Table {
  const table = tables.find((candidate) => candidate.name === name);
  const found = columns.map((column) => table?.columns.find((candidate) => candidate.name === column));
  if (found.some((column) => column === undefined)) {
    throw new OperatorError(`The backup has ${name} with columns that this Parqueo does not know`);
  }
  return { name, columns: found.filter((column) => column !== undefined) };
}

async function loadRows(tx: TransactionSql, file: string, tables: readonly Table[]): Promise<void> {
  let table: Table | undefined;
  let lines: string[] = [];
  let length = 0;
  const flush = async () => {
    if (table !== undefined && lines.length > 0) await insertRows(tx, table, lines);
    lines = [];
    length = 0;
  };
  for await (const entry of readBackup(file)) {
    if (entry.kind === 'row') {
      length += entry.line.length;
      lines.push(entry.line);
      if (lines.length === BATCH_ROWS || length > BATCH_CHARACTERS) await flush();
    } else await flush();
    if (entry.kind === 'table') table = findTable(tables, entry.name, entry.columns);
  }
}

async function loadData(tx: TransactionSql, { file, trailer }: CheckedBackup): Promise<void> {
  // The first seed creates this table, not a migration.
  if ('supabase_migrations.seed_files' in trailer.rows) await ensureSeedTable(tx);
  const tables = await findProductTables(tx);
  // The rows of the backup hold what triggers did, so triggers rest. Constraints are still checked.
  for (const { name } of tables) await tx.unsafe(`alter table ${name} disable trigger user`);
  await tx.unsafe(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  await loadRows(tx, file, tables);
  for (const { name, value } of trailer.sequences) await tx`select setval(${name}::regclass, ${value}::bigint)`;
  // PostgreSQL alters no table whose constraints wait to be checked.
  await tx.unsafe('set constraints all immediate');
  for (const { name } of tables) await tx.unsafe(`alter table ${name} enable trigger user`);
  for (const [name, rows] of Object.entries(trailer.rows)) {
    const [count] = await tx.unsafe<{ rows: number }[]>(`select count(*)::int as rows from ${name}`);
    if (count?.rows !== rows) throw new Error(`${name} has ${count?.rows} rows where the backup has ${rows}`);
  }
}

/**
 * Restores a backup in one transaction: the schema of the backup, its rows, then the newer migrations.
 * @throws OperatorError when the database is not empty and may not be replaced, a server uses it, or the backup is of a
 * newer Parqueo
 * @returns the newer migrations, each with its time
 */
export async function restoreBackup(sql: Sql, backup: CheckedBackup, options: RestoreOptions): Promise<string[]> {
  const { sets, mayReplace, onReplace, beforeCommit } = options;
  return sql.begin(async (tx) => {
    await setDumpSettings(tx);
    await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
    await requireNoRunningServer(tx);
    const existing = await findExistingData(tx);
    if (existing !== null) {
      const { tables, accounts, reservations } = existing;
      const found = `${tables} tables, ${accounts} accounts, ${reservations} reservations`;
      if (!mayReplace)
        throw new OperatorError(`The database is not empty (${found}); --replace deletes all of it first`);
      onReplace?.(existing);
      await dropExisting(tx);
    }
    await migrateToBackup(tx, sets, backup.header);
    await loadData(tx, backup);
    const restored = new Set(backup.header.migrations.map(toMigrationKey));
    const usedSets = sets.filter(({ table }) => backup.header.migrations.some((ran) => ran.table === table));
    const newer = await runMigrations(tx, usedSets, (key) => !restored.has(key));
    await beforeCommit?.();
    return newer;
  });
}
