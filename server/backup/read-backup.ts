import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import * as z from 'zod';
import { OperatorError } from '../operator-error.ts';

// A backup is lines of JSON, compressed: who made it; then each table, as its columns and one line for each row; then what
// there has to be in all. Values are the database's own texts, so that they come back exactly and to any version of it.

export const FORMAT = 'parqueo-backup';
export const FORMAT_VERSION = 1;

const keyTexts = z.object({ authSigningKeys: z.string(), publishableKey: z.string(), secretKey: z.string() });
const migration = z.object({
  table: z.enum(['platform_migrations', 'schema_migrations']),
  version: z.string(),
  digest: z.string(),
});
const header = z.object({
  format: z.literal(FORMAT),
  version: z.int(),
  takenAt: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(migration),
  /** The server's secrets, where they were kept beside the database. */
  keys: keyTexts.nullable(),
});
const table = z.object({ table: z.string(), columns: z.array(z.string()) });
const trailer = z.object({
  rows: z.record(z.string(), z.int()),
  sequences: z.array(z.object({ name: z.string(), value: z.string().regex(/^-?\d+$/) })),
  /** SHA-256 of every line before this one. */
  digest: z.string(),
});

export type Header = z.infer<typeof header>;
export type Trailer = z.infer<typeof trailer>;
export type AppliedMigration = z.infer<typeof migration>;

/** What a file says, in its order: one header, tables with their rows, one trailer. */
export type BackupEntry =
  | { kind: 'header'; header: Header }
  | { kind: 'table'; name: string; columns: readonly string[] }
  /** A JSON array of texts and nulls, one for each column. */
  | { kind: 'row'; line: string }
  | { kind: 'trailer'; trailer: Trailer };

const NEWLINE = 0x0a;

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
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

/** What a line that is no row says. @throws ZodError, SyntaxError when it says nothing of this format */
function partOf(line: string, isFirst: boolean): BackupEntry {
  const value: unknown = JSON.parse(line);
  if (isFirst) return { kind: 'header', header: header.parse(value) };
  const named = table.safeParse(value);
  if (named.success) return { kind: 'table', name: named.data.table, columns: named.data.columns };
  return { kind: 'trailer', trailer: trailer.parse(value) };
}

function foreign(file: string, cause: unknown): OperatorError {
  return new OperatorError(`${file} is no backup of Parqueo`, { cause });
}

function damaged(file: string, cause?: unknown): OperatorError {
  return new OperatorError(`${file} is damaged or not whole; nothing was changed`, { cause });
}

async function* partsOf(file: string): AsyncGenerator<BackupEntry> {
  const unpacked = createReadStream(file).on('error', (error) => gunzip.destroy(error));
  const gunzip = createGunzip();
  const hash = createHash('sha256');
  let isFirst = true;
  let end: Trailer | null = null;
  for await (const bytes of linesOf(unpacked.pipe(gunzip))) {
    if (end !== null) throw damaged(file);
    const line = bytes.toString('utf8');
    const part: BackupEntry = line.startsWith('[') && !isFirst ? { kind: 'row', line } : partOf(line, isFirst);
    isFirst = false;
    if (part.kind === 'trailer') {
      if (hash.digest('hex') !== part.trailer.digest) throw damaged(file);
      end = part.trailer;
    } else hash.update(bytes).update('\n');
    yield part;
  }
  if (end === null) throw damaged(file);
}

/**
 * Reads a backup from its beginning to its end.
 * @throws OperatorError when the file is missing, is something else, was made by a newer Parqueo, is not whole or was
 * changed; that may only show at the end, so read it once before anything is done with it
 */
export async function* readBackup(file: string): AsyncGenerator<BackupEntry> {
  let isBegun = false;
  try {
    for await (const part of partsOf(file)) {
      if (part.kind === 'header' && part.header.version > FORMAT_VERSION) {
        throw new OperatorError(`${file} was made by a newer Parqueo; use that one or a later one`);
      }
      isBegun = true;
      yield part;
    }
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (/^E[A-Z]+$/.test(code) && !code.startsWith('ERR')) {
      throw new OperatorError(`${file} cannot be read (${code})`, { cause: error });
    }
    const isOfFile = /^Z_/.test(code) || error instanceof SyntaxError || error instanceof z.ZodError;
    if (!isOfFile) throw error;
    throw isBegun || code === 'Z_BUF_ERROR' ? damaged(file, error) : foreign(file, error);
  }
}
