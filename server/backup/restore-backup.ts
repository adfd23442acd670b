import { createHash } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import {
  ensureMigrationsTable,
  MIGRATION_LOCK,
  type MigrationSet,
  readMigrations,
  runMigration,
} from '../database/migrate.ts';
import { ensureSeedTable } from '../database/seed.ts';
import { OperatorError } from '../operator-error.ts';
import { dropExisting, type ExistingData, findExistingData, requireNoRunningServer } from './existing-data.ts';
import { findProductTables, setDumpSettings, type Table } from './product-tables.ts';
import { type AppliedMigration, type Header, readBackup, type Trailer } from './read-backup.ts';

const ROWS_AT_ONCE = 2000;
const TEXT_AT_ONCE = 1024 * 1024;

/** A backup that was read to its end and found whole. */
export type CheckedBackup = { file: string; header: Header; trailer: Trailer };

export type RestoreOptions = {
  sets: readonly MigrationSet[];
  /** Whether what is there may be replaced. */
  mayReplace: boolean;
  /** Called before what is there is removed. */
  onReplace?: (present: ExistingData) => void;
  /** Called when everything is in place and only has to be kept; what it throws undoes all. */
  beforeKept?: () => Promise<void>;
};

/** Reads a backup to its end. @throws OperatorError as readBackup does */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  let header: Header | undefined;
  let trailer: Trailer | undefined;
  for await (const part of readBackup(file)) {
    if (part.kind === 'header') header = part.header;
    if (part.kind === 'trailer') trailer = part.trailer;
  }
  if (header === undefined || trailer === undefined) throw new OperatorError(`${file} is no backup of Parqueo`);
  return { file, header, trailer };
}

const toMigrationKey = ({ table, version }: Pick<AppliedMigration, 'table' | 'version'>) => `${table} ${version}`;

/** Runs the migrations that had run when the backup was made, or those that came later. */
async function migrateWhere(
  tx: TransactionSql,
  sets: readonly MigrationSet[],
  isWanted: (key: string, digest: string) => boolean,
): Promise<void> {
  await tx`create schema if not exists supabase_migrations`;
  for (const set of sets) {
    await ensureMigrationsTable(tx, set);
    for (const migration of await readMigrations(set.folder)) {
      const digest = createHash('sha256').update(migration.text).digest('hex');
      if (isWanted(toMigrationKey({ table: set.table, version: migration.version }), digest))
        await runMigration(tx, set, migration);
    }
  }
}

/** Brings an empty database to where the backed-up one was. @throws OperatorError when this Parqueo cannot */
async function migrateAsBefore(tx: TransactionSql, sets: readonly MigrationSet[], header: Header): Promise<void> {
  const missing = new Map(header.migrations.map((migration) => [toMigrationKey(migration), migration.digest]));
  await migrateWhere(tx, sets, (key, digest) => {
    const before = missing.get(key);
    if (before !== undefined && before !== digest) {
      throw new OperatorError(
        `The migration ${key} is another one than when the backup was made; use the Parqueo of then`,
      );
    }
    return missing.delete(key);
  });
  const [first] = missing.keys();
  if (first !== undefined) {
    throw new OperatorError(
      `The backup was made by a newer Parqueo (${first} is not known here); use that one or a later one`,
    );
  }
}

/** Puts rows in with the types of their columns; the database reads the texts as it wrote them. */
async function insertRows(tx: TransactionSql, { name, columns }: Table, lines: readonly string[]): Promise<void> {
  const names = columns.map((column) => column.name).join(', ');
  const values = columns.map(({ type }, index) => `(line ->> ${index})::${type}`).join(', ');
  await tx.unsafe(
    `insert into ${name} (${names}) overriding system value select ${values} from jsonb_array_elements($1::text::jsonb) line`,
    [`[${lines.join(',')}]`],
  );
}

/** The table of this name as it is here, with the columns of the backup in its order. */
function fitting(tables: readonly Table[], name: string, columns: readonly string[]): Table {
  const table = tables.find((one) => one.name === name);
  const found = columns.map((column) => table?.columns.find((one) => one.name === column));
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
  for await (const part of readBackup(file)) {
    if (part.kind === 'row') {
      length += part.line.length;
      lines.push(part.line);
      if (lines.length === ROWS_AT_ONCE || length > TEXT_AT_ONCE) await flush();
    } else await flush();
    if (part.kind === 'table') table = fitting(tables, part.name, part.columns);
  }
}

async function load(tx: TransactionSql, { file, trailer }: CheckedBackup): Promise<void> {
  // No migration makes this table, the first seed does.
  if ('supabase_migrations.seed_files' in trailer.rows) await ensureSeedTable(tx);
  const tables = await findProductTables(tx);
  // What the triggers did has been done and is in the backup. References and other constraints are checked all the same.
  for (const { name } of tables) await tx.unsafe(`alter table ${name} disable trigger user`);
  await tx.unsafe(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  await loadRows(tx, file, tables);
  for (const { name, value } of trailer.sequences) await tx`select setval(${name}::regclass, ${value}::bigint)`;
  for (const { name } of tables) await tx.unsafe(`alter table ${name} enable trigger user`);
  for (const [name, rows] of Object.entries(trailer.rows)) {
    const [count] = await tx.unsafe<{ rows: number }[]>(`select count(*)::int as rows from ${name}`);
    if (count?.rows !== rows) throw new Error(`${name} has ${count?.rows} rows where the backup has ${rows}`);
  }
}

function refusalToReplace({ tables, accounts, reservations }: ExistingData): OperatorError {
  return new OperatorError(
    `The database is not empty (${tables} tables, ${accounts} accounts, ${reservations} reservations); --replace deletes all of it first`,
  );
}

/**
 * Puts a backup into an empty database: the schema as it was, the rows, then the migrations that came since. All in one
 * transaction, so it is done or nothing has changed.
 * @throws OperatorError when the database is not empty and may not be replaced, a server runs on it, or the backup is of a
 * newer Parqueo
 */
export async function restoreBackup(sql: Sql, backup: CheckedBackup, options: RestoreOptions): Promise<void> {
  const { sets, mayReplace, onReplace, beforeKept } = options;
  await sql.begin(async (tx) => {
    await setDumpSettings(tx);
    await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
    await requireNoRunningServer(tx);
    const present = await findExistingData(tx);
    if (present !== null && !mayReplace) throw refusalToReplace(present);
    if (present !== null) {
      onReplace?.(present);
      await dropExisting(tx);
    }
    await migrateAsBefore(tx, sets, backup.header);
    await load(tx, backup);
    const known = new Set(backup.header.migrations.map(toMigrationKey));
    await migrateWhere(tx, sets, (key) => !known.has(key));
    await beforeKept?.();
  });
}
