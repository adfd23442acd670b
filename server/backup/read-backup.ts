import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import * as z from 'zod';
import { readErrorCode } from '../../supabase-server/error-code.ts';
import { OperatorError } from '../config/operator-error.ts';
import { storedKeysSchema } from '../keys/keys.ts';

// A backup is gzipped lines of JSON: a header; each table with its columns, followed by a line for each row; a trailer.
// Values are texts of the database, so that they are restored exactly, on any version of it.

export const FORMAT = 'parqueo-backup';
export const FORMAT_VERSION = 1;

const migrationSchema = z.object({
  table: z.enum(['platform_migrations', 'schema_migrations', 'simulator_migrations']),
  version: z.string(),
  digest: z.string(),
});
const headerSchema = z.object({
  format: z.literal(FORMAT),
  version: z.int(),
  takenAt: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(migrationSchema),
  /** The server's secrets, if they are stored with the database. */
  keys: storedKeysSchema.nullable(),
});
const tableSchema = z.object({ table: z.string(), columns: z.array(z.string()) });
const trailerSchema = z.object({
  rows: z.record(z.string(), z.int()),
  sequences: z.array(z.object({ name: z.string(), value: z.string().regex(/^-?\d+$/) })),
  /** SHA-256 of every line before this one. */
  digest: z.string(),
});

export type Header = z.infer<typeof headerSchema>;
export type Trailer = z.infer<typeof trailerSchema>;

/** In this order: one header, tables with their rows, one trailer. */
type BackupEntry =
  | { kind: 'header'; header: Header }
  | { kind: 'table'; name: string; columns: readonly string[] }
  /** `line` is a JSON array with a text or null for each column. */
  | { kind: 'row'; line: string }
  | { kind: 'trailer'; trailer: Trailer };

const NEWLINE = 0x0a;

async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      yield Buffer.concat([...rest, chunk.subarray(start, end)]);
      rest = [];
      start = end + 1;
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
  }
  if (rest.length > 0) yield Buffer.concat(rest);
}

/** @throws ZodError or SyntaxError when the line is not of this format */
function parseLine(line: string, isFirst: boolean): BackupEntry {
  if (line.startsWith('[') && !isFirst) return { kind: 'row', line };
  const value: unknown = JSON.parse(line);
  if (isFirst) return { kind: 'header', header: headerSchema.parse(value) };
  const table = tableSchema.safeParse(value);
  if (table.success) return { kind: 'table', name: table.data.table, columns: table.data.columns };
  return { kind: 'trailer', trailer: trailerSchema.parse(value) };
}

function createDamagedError(file: string, cause?: unknown): OperatorError {
  return new OperatorError(`${file} is damaged or not whole; nothing was changed`, { cause });
}

async function* readEntries(file: string): AsyncGenerator<BackupEntry> {
  const compressed = createReadStream(file).on('error', (error) => gunzip.destroy(error));
  const gunzip = createGunzip();
  const hash = createHash('sha256');
  let isFirst = true;
  let hasEnded = false;
  for await (const bytes of splitLines(compressed.pipe(gunzip))) {
    if (hasEnded) throw createDamagedError(file);
    const entry = parseLine(bytes.toString('utf8'), isFirst);
    isFirst = false;
    hasEnded = entry.kind === 'trailer';
    if (entry.kind !== 'trailer') hash.update(bytes).update('\n');
    else if (hash.digest('hex') !== entry.trailer.digest) throw createDamagedError(file);
    yield entry;
  }
  if (!hasEnded) throw createDamagedError(file);
}

/**
 * Reads a backup from beginning to end.
 * @throws OperatorError when the file is missing, of another format or a newer version, incomplete or changed. That may
 * show only at the end, so read the whole backup once before using it.
 */
export async function* readBackup(file: string): AsyncGenerator<BackupEntry> {
  let hasHeader = false;
  try {
    for await (const entry of readEntries(file)) {
      if (entry.kind === 'header' && entry.header.version > FORMAT_VERSION) {
        throw new OperatorError(`${file} was made by a newer Parqueo; use that one or a later one`);
      }
      hasHeader = true;
      yield entry;
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const code = readErrorCode(error) ?? '';
    if (/^E[A-Z]+$/.test(code) && !code.startsWith('ERR')) {
      throw new OperatorError(`${file} cannot be read (${code})`, { cause: error });
    }
    const isFormatError = /^Z_/.test(code) || error instanceof SyntaxError || error instanceof z.ZodError;
    if (!isFormatError) throw error;
    if (hasHeader || code === 'Z_BUF_ERROR') throw createDamagedError(file, error);
    throw new OperatorError(`${file} is no backup of Parqueo`, { cause: error });
  }
}
