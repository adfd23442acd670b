import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Sql, TransactionSql } from '../../supabase-server/connections/sql.ts';
import { isFileError, OperatorError } from '../config/operator-error.ts';
import { type AppliedMigration, readApplied } from '../database/migrate.ts';
import type { KeyTexts } from '../keys/keys.ts';
import { findProductTables, SCHEMAS, setDumpSettings, type Table } from './product-tables.ts';
import { FORMAT, FORMAT_VERSION, type Header, type Trailer } from './read-backup.ts';

const BATCH_ROWS = 500;

export type BackupSummary = { tables: number; rows: number };

type RowCounts = Trailer['rows'];

async function readAppliedMigrations(tx: TransactionSql): Promise<AppliedMigration[]> {
  const tables = await tx<{ name: AppliedMigration['table'] }[]>`
    select relname as name from pg_class
    where relnamespace = to_regnamespace('supabase_migrations') and relkind = 'r' and relname like '%\\_migrations'
    order by relname`;
  if (tables.length === 0)
    throw new OperatorError('There is nothing to back up: Parqueo has not used this database yet');
  return (await Promise.all(tables.map(({ name }) => readApplied(tx, name)))).flat();
}

async function createHeader(tx: TransactionSql, keys: KeyTexts | null): Promise<Header> {
  const [row] = await tx<{ postgres: string }[]>`select current_setting('server_version') as postgres`;
  const migrations = await readAppliedMigrations(tx);
  const takenAt = new Date().toISOString();
  return { format: FORMAT, version: FORMAT_VERSION, takenAt, postgres: row?.postgres ?? '', migrations, keys };
}

async function* readRows(tx: TransactionSql, { name, columns }: Table): AsyncGenerator<string[]> {
  const texts = columns.map((column) => `${column.name}::text`).join(', ');
  await tx.unsafe(`declare lines cursor for select array_to_json(array[${texts}]::text[])::text as line from ${name}`);
  const fetch = () => tx.unsafe<{ line: string }[]>(`fetch ${BATCH_ROWS} from lines`);
  for (let batch = await fetch(); batch.length > 0; batch = await fetch()) yield batch.map(({ line }) => line);
  await tx`close lines`;
}

/** Read after the rows, since a sequence that is ahead of them does no harm. */
async function readSequences(tx: TransactionSql): Promise<Trailer['sequences']> {
  return tx<Trailer['sequences']>`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
    from pg_sequences where schemaname = any(${[...SCHEMAS]}) and last_value is not null order by name`;
}

async function* formatLines(tx: TransactionSql, keys: KeyTexts | null, counts: RowCounts): AsyncGenerator<string> {
  yield JSON.stringify(await createHeader(tx, keys));
  for (const table of await findProductTables(tx)) {
    yield JSON.stringify({ table: table.name, columns: table.columns.map(({ name }) => name) });
    let count = 0;
    for await (const lines of readRows(tx, table)) {
      count += lines.length;
      if (lines.length > 0) yield lines.join('\n');
    }
    counts[table.name] = count;
  }
}

async function* formatBackup(tx: TransactionSql, keys: KeyTexts | null, rows: RowCounts): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const lines of formatLines(tx, keys, rows)) {
    const bytes = Buffer.from(`${lines}\n`);
    hash.update(bytes);
    yield bytes;
  }
  const trailer: Trailer = { rows, sequences: await readSequences(tx), digest: hash.digest('hex') };
  yield Buffer.from(`${JSON.stringify(trailer)}\n`);
}

async function requireNewFile(file: string): Promise<void> {
  const existing = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new OperatorError(`${file} cannot be written (${error.code})`, { cause: error });
  });
  if (existing) throw new OperatorError(`${file} exists already; name a new file`);
}

/**
 * Writes a snapshot of all the product's data into one file, while others work. Only its owner can read the file, which
 * appears complete or not at all.
 * @param keys the stored secrets, which the file contains unencrypted
 * @param signal aborts the backup
 * @throws OperatorError when the file exists, cannot be written, or there is nothing to back up
 */
export async function takeBackup(
  sql: Sql,
  file: string,
  keys: KeyTexts | null,
  signal?: AbortSignal,
): Promise<BackupSummary> {
  await requireNewFile(file);
  const unfinished = `${file}.unfinished-${process.pid}`;
  const rowCounts: RowCounts = {};
  try {
    await sql.begin(async (tx) => {
      await setDumpSettings(tx);
      const target = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true });
      await pipeline(Readable.from(formatBackup(tx, keys, rowCounts)), createGzip(), target, signal ? { signal } : {});
    }, 'isolation level repeatable read read only');
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    if (!isFileError(error)) throw error;
    throw new OperatorError(`${file} cannot be written (${error.message})`, { cause: error });
  }
  const counts = Object.values(rowCounts);
  return { tables: counts.length, rows: counts.reduce((sum, count) => sum + count, 0) };
}
