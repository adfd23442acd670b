import { DataError } from '../data-error.ts';
import { isTooLongForName } from '../parse/cursor.ts';
import type { DataRequest } from '../parse/parse-request.ts';
import { findTable, type PlannedRead, planRead, requireColumn } from './plan-read.ts';
import { hasLongNumber, requireShortValue, type Schema, type Table } from './schema.ts';

/** The rows of a request: their columns, checked, and their JSON, which is passed on as it is. */
export type PlannedBody = { columns: string[]; json: string; isArray: boolean; missingIsDefault: boolean };

export type Upsert = { isMerged: boolean; columns: readonly string[] };

/** A write; `returning` is what is read of the written rows, or null when only their number is. */
export type PlannedWrite = { table: Table; returning: PlannedRead | null } & (
  | { kind: 'insert'; body: PlannedBody; upsert: Upsert | null }
  | { kind: 'update'; body: PlannedBody; rows: PlannedRead }
  | { kind: 'delete'; rows: PlannedRead }
);

const createBodyError = (message: string) => new DataError(400, 'PGRST102', message);

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function parseJson(text: string): unknown {
  if (hasLongNumber(text)) throw createBodyError('A number of the body has too many digits');
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (cause instanceof SyntaxError) throw createBodyError('Empty or invalid json');
    throw cause;
  }
}

/** More than the columns of a table or the arguments of a function. */
const MAX_NAMES = 50;

/** The messages do not repeat the names, which may be long. */
export function requireShortNames(names: readonly string[]): void {
  if (names.length > MAX_NAMES) throw createBodyError(`The body has more than ${MAX_NAMES} names`);
  if (names.some(isTooLongForName)) throw createBodyError('A key of the body is longer than 63 bytes');
}

function readKeys(rows: readonly Record<string, unknown>[]): string[] {
  const [first = {}] = rows;
  const keys = Object.keys(first);
  requireShortNames(keys);
  const isSame = (row: Record<string, unknown>) =>
    Object.keys(row).length === keys.length && keys.every((key) => Object.hasOwn(row, key));
  if (!rows.every(isSame)) throw createBodyError('All object keys must match');
  return keys;
}

/** With a `columns` parameter only those columns are written, and rows may have different keys. */
function planBody(table: Table, request: DataRequest, text: string): PlannedBody {
  const value = parseJson(text);
  const rows = Array.isArray(value) ? value : [value];
  if (!rows.every(isRecord)) throw createBodyError('Empty or invalid json');
  const columns = [...new Set(request.columns ?? readKeys(rows))];
  for (const name of columns) {
    const column = table.columns.get(name);
    if (column === undefined) {
      throw new DataError(
        400,
        'PGRST204',
        `Could not find the '${name}' column of '${table.name}' in the schema cache`,
      );
    }
    for (const row of rows) requireShortValue('column', row[name], column.type);
  }
  return { columns, json: text, isArray: Array.isArray(value), missingIsDefault: request.preferences.missingIsDefault };
}

/** Conflicts are found by the named columns, else by the primary key; without either it is a plain insert. */
function planUpsert(table: Table, { preferences, onConflict }: DataRequest): Upsert | null {
  const columns = onConflict ?? table.primaryKey;
  for (const name of columns) requireColumn(table, name);
  if (preferences.resolution === null || columns.length === 0) return null;
  return { isMerged: preferences.resolution === 'merge-duplicates', columns };
}

/** As on Supabase, a forgotten filter does not change every row. */
function requireFilter(verb: string, rows: PlannedRead): void {
  if (rows.filters.length === 0) throw new DataError(400, '21000', `${verb} requires a WHERE clause`);
}

export function planWrite(
  schema: Schema,
  tableName: string,
  { method, body, request, maxRows }: { method: string; body: string; request: DataRequest; maxRows: number },
): PlannedWrite {
  const table = findTable(schema, tableName);
  const rows = { ...planRead(schema, table, request, maxRows), maxRows: null };
  if (rows.limit !== null || rows.offset > 0) {
    throw new DataError(400, 'PGRST100', 'limit and offset are not supported for writes');
  }
  const returning = request.preferences.returns === 'representation' ? { ...rows, filters: [] } : null;
  if (method === 'DELETE') {
    requireFilter('DELETE', rows);
    return { kind: 'delete', table, returning, rows };
  }
  const planned = planBody(table, request, body);
  if (method === 'POST') return { kind: 'insert', table, returning, body: planned, upsert: planUpsert(table, request) };
  if (planned.isArray) throw createBodyError('An update takes one object');
  requireFilter('UPDATE', rows);
  return { kind: 'update', table, returning, body: planned, rows };
}
