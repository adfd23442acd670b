import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Sql, TransactionSql } from 'postgres';
import type { KeyTexts } from '../keys/generate-keys.ts';
import { OperatorError } from '../operator-error.ts';
import { findProductTables, SCHEMAS, setDumpSettings, type Table } from './product-tables.ts';
import { type AppliedMigration, FORMAT, FORMAT_VERSION, type Header, type Trailer } from './read-backup.ts';

const ROWS_AT_ONCE = 500;

/** How many rows of how many tables a backup has. */
export type BackupSummary = { tables: number; rows: number };

type Counted = Pick<Trailer, 'rows'>;

async function knownMigrations(tx: TransactionSql): Promise<AppliedMigration[]> {
  const [found] = await tx`select to_regclass('supabase_migrations.platform_migrations') as known`;
  if (found?.known == null)
    throw new OperatorError('There is nothing to back up: Parqueo has not used this database yet');
  const read = (table: AppliedMigration['table']) => tx<AppliedMigration[]>`
    select ${table}::text as table, version, encode(sha256(convert_to(array_to_string(statements, ''), 'UTF8')), 'hex') as digest
    from supabase_migrations.${tx(table)} order by version`;
  return [...(await read('platform_migrations')), ...(await read('schema_migrations'))];
}

async function headerOf(tx: TransactionSql, keys: KeyTexts | null): Promise<Header> {
  const [row] = await tx<{ postgres: string }[]>`select current_setting('server_version') as postgres`;
  const migrations = await knownMigrations(tx);
  const takenAt = new Date().toISOString();
  return { format: FORMAT, version: FORMAT_VERSION, takenAt, postgres: row?.postgres ?? '', migrations, keys };
}

async function* rowsOf(tx: TransactionSql, { name, columns }: Table): AsyncGenerator<string[]> {
  const texts = columns.map((column) => `${column.name}::text`).join(', ');
  const rows = tx.unsafe<{ line: string }[]>(
    `select array_to_json(array[${texts}]::text[])::text as line from ${name}`,
  );
  for await (const some of rows.cursor(ROWS_AT_ONCE)) yield some.map(({ line }) => line);
}

/** A number ahead of the rows does no harm, so sequences are read when the rows have been. */
async function sequencesOf(tx: TransactionSql): Promise<Trailer['sequences']> {
  return tx<Trailer['sequences']>`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
    from pg_sequences where schemaname = any(${[...SCHEMAS]}) and last_value is not null order by name`;
}

async function* linesOf(tx: TransactionSql, keys: KeyTexts | null, counted: Counted): AsyncGenerator<string> {
  yield JSON.stringify(await headerOf(tx, keys));
  for (const table of await findProductTables(tx)) {
    yield JSON.stringify({ table: table.name, columns: table.columns.map(({ name }) => name) });
    let count = 0;
    for await (const lines of rowsOf(tx, table)) {
      count += lines.length;
      if (lines.length > 0) yield lines.join('\n');
    }
    counted.rows[table.name] = count;
  }
}

async function* bytesOf(tx: TransactionSql, keys: KeyTexts | null, counted: Counted): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const lines of linesOf(tx, keys, counted)) {
    const bytes = Buffer.from(`${lines}\n`);
    hash.update(bytes);
    yield bytes;
  }
  const trailer: Trailer = { ...counted, sequences: await sequencesOf(tx), digest: hash.digest('hex') };
  yield Buffer.from(`${JSON.stringify(trailer)}\n`);
}

async function refuseExisting(file: string): Promise<void> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new OperatorError(`${file} cannot be written (${error.code})`, { cause: error });
  });
  if (found) throw new OperatorError(`${file} exists already; name a new file`);
}

/**
 * Writes everything the product keeps in a database into one file, as it is at one moment, while others go on working.
 * Only its owner can read the file, and it is there whole or not at all.
 * @param keys the secrets kept beside the database; they are in the file as they are
 * @param signal gives the backup up
 * @throws OperatorError when the file exists, cannot be written, or there is nothing to back up
 */
export async function takeBackup(
  sql: Sql,
  file: string,
  keys: KeyTexts | null,
  signal?: AbortSignal,
): Promise<BackupSummary> {
  await refuseExisting(file);
  const unfinished = `${file}.unfinished-${process.pid}`;
  const counted: Counted = { rows: {} };
  try {
    await sql.begin('isolation level repeatable read read only', async (tx) => {
      await setDumpSettings(tx);
      const target = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true });
      await pipeline(Readable.from(bytesOf(tx, keys, counted)), createGzip(), target, signal ? { signal } : {});
    });
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    const isOfFile = error instanceof Error && 'syscall' in error && 'path' in error;
    if (isOfFile) throw new OperatorError(`${file} cannot be written (${error.message})`, { cause: error });
    throw error;
  }
  const counts = Object.values(counted.rows);
  return { tables: counts.length, rows: counts.reduce((sum, count) => sum + count, 0) };
}
