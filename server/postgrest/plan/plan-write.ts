import { DataError } from '../data-error.ts';
import { isTooLongForName } from '../parse/cursor.ts';
import type { DataRequest } from '../parse/parse-request.ts';
import { findTable, type PlannedRead, planRead, requireColumn } from './plan-read.ts';
import type { Schema, Table } from './schema.ts';

/** The rows a client sends: their columns, checked, and the JSON text that goes to the database as it came. */
export type PlannedBody = { columns: string[]; json: string; isArray: boolean; missingIsDefault: boolean };

/** What an insert does about rows that are there already. */
export type Upsert = { isMerged: boolean; columns: readonly string[] };

/** A write; `answer` is what is read of the written rows, or null when only their number matters. */
export type PlannedWrite = { table: Table; answer: PlannedRead | null } & (
  | { kind: 'insert'; body: PlannedBody; upsert: Upsert | null }
  | { kind: 'update'; body: PlannedBody; rows: PlannedRead }
  | { kind: 'delete'; rows: PlannedRead }
);

function badBody(message: string, details: string | null = null): DataError {
  return new DataError(400, 'PGRST102', message, { details });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws DataError PGRST102 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (cause instanceof SyntaxError) throw badBody('Empty or invalid json');
    throw cause;
  }
}

/** @throws DataError PGRST102 for a name that is too long to be one, which no message should repeat */
export function requireShortNames(names: readonly string[]): void {
  if (names.some(isTooLongForName)) throw badBody('A key of the body is longer than 63 bytes');
}

/** The columns that a body mentions. @throws DataError PGRST102 when its rows do not mention the same ones */
function keysOf(rows: readonly Record<string, unknown>[]): string[] {
  const [first = {}] = rows;
  const keys = Object.keys(first);
  requireShortNames(keys);
  const isSame = (row: Record<string, unknown>) =>
    Object.keys(row).length === keys.length && keys.every((key) => Object.hasOwn(row, key));
  if (!rows.every(isSame)) throw badBody('All object keys must match');
  return keys;
}

/** With a `columns` parameter only those are written, and rows may differ in their keys. */
function planBody(table: Table, request: DataRequest, text: string): PlannedBody {
  const value = parseJson(text);
  const rows = Array.isArray(value) ? value : [value];
  if (!rows.every(isRecord)) throw badBody('Empty or invalid json');
  const columns = [...new Set(request.columns ?? keysOf(rows))];
  for (const name of columns) {
    if (table.columns.has(name)) continue;
    throw new DataError(400, 'PGRST204', `Could not find the '${name}' column of '${table.name}' in the schema cache`);
  }
  return { columns, json: text, isArray: Array.isArray(value), missingIsDefault: request.preferences.missingIsDefault };
}

/** An upsert conflicts on the named columns, else on the primary key; without either it is an insert. */
function planUpsert(table: Table, { preferences, onConflict }: DataRequest): Upsert | null {
  const columns = onConflict ?? table.primaryKey;
  for (const name of columns) requireColumn(table, name);
  if (preferences.resolution === null || columns.length === 0) return null;
  return { isMerged: preferences.resolution === 'merge-duplicates', columns };
}

/**
 * Whether a write is of one row or of none by its form: it inserts one, or chooses by the primary key. There is nothing to
 * undo when it turns out to be none, unless an inner relation hides the row that was written.
 */
export function isOfOneRow(plan: PlannedWrite): boolean {
  if (plan.answer?.embeds.some(({ isInner }) => isInner)) return false;
  if (plan.kind === 'insert') return !plan.body.isArray;
  const { primaryKey } = plan.table;
  const isFixed = (column: string) =>
    plan.rows.filters.some(
      (filter) =>
        filter.kind === 'compare' && filter.operator === 'eq' && !filter.isNegated && filter.column === column,
    );
  return primaryKey.length > 0 && primaryKey.every(isFixed);
}

/** @throws DataError 21000, as Supabase says it, so that a forgotten filter does not change every row */
function requireFilter(verb: string, rows: PlannedRead): void {
  if (rows.filters.length === 0) throw new DataError(400, '21000', `${verb} requires a WHERE clause`);
}

/**
 * Plans a write from its method and body.
 * @throws DataError for names that are not there, a body that cannot be read, and a page, which means nothing here
 */
export function planWrite(
  schema: Schema,
  tableName: string,
  { method, body, request, cap }: { method: string; body: string; request: DataRequest; cap: number },
): PlannedWrite {
  const table = findTable(schema, tableName);
  const rows = { ...planRead(schema, table, request, cap), cap: null };
  if (rows.limit !== null || rows.offset > 0) {
    throw new DataError(400, 'PGRST100', 'limit and offset are not supported for writes');
  }
  const answer = request.preferences.returns === 'representation' ? { ...rows, filters: [] } : null;
  if (method === 'DELETE') {
    requireFilter('DELETE', rows);
    return { kind: 'delete', table, answer, rows };
  }
  const planned = planBody(table, request, body);
  if (method === 'POST') return { kind: 'insert', table, answer, body: planned, upsert: planUpsert(table, request) };
  if (planned.isArray) throw badBody('An update takes one object');
  requireFilter('UPDATE', rows);
  return { kind: 'update', table, answer, body: planned, rows };
}
