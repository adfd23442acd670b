import { DataError } from './data-error.ts';
import type { DataRequest } from './parse-request.ts';
import type { Table } from './schema.ts';

/** The rows a client sends: their columns, checked, and the JSON text that goes to the database as it came. */
export type PlannedBody = { columns: string[]; json: string; isArray: boolean };

/** @throws DataError PGRST204 */
function requireBodyColumn(table: Table, name: string): void {
  if (!table.columns.has(name)) {
    throw new DataError(400, 'PGRST204', `Could not find the '${name}' column of '${table.name}' in the schema cache`);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws DataError PGRST102 when the text is no object and no list of objects with the same keys */
function keysOf(value: unknown): string[] {
  const rows = Array.isArray(value) ? value : [value];
  if (!rows.every(isRecord)) throw new DataError(400, 'PGRST102', 'Empty or invalid json');
  const [first = {}] = rows;
  const keys = Object.keys(first);
  const isSame = (row: Record<string, unknown>) =>
    Object.keys(row).length === keys.length && keys.every((key) => Object.hasOwn(row, key));
  if (!rows.every(isSame)) throw new DataError(400, 'PGRST102', 'All object keys must match');
  return keys;
}

/** @throws DataError PGRST102 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text === '' ? '{}' : text);
  } catch (cause) {
    throw new DataError(400, 'PGRST102', 'Empty or invalid json', {
      details: cause instanceof SyntaxError ? cause.message : null,
    });
  }
}

/** Plans the body of a write. With a `columns` parameter only those are written and rows may differ in keys. */
export function planBody(table: Table, request: DataRequest, text: string): PlannedBody {
  const value = parseJson(text);
  const columns = request.columns ?? keysOf(value);
  for (const column of columns) requireBodyColumn(table, column);
  return { columns, json: text === '' ? '{}' : text, isArray: Array.isArray(value) };
}

/** What an upsert conflicts on: the named columns, else the primary key. */
export function planConflict(table: Table, request: DataRequest): string[] {
  const columns = request.onConflict ?? [...table.primaryKey];
  for (const column of columns) {
    if (!table.columns.has(column)) throw new DataError(400, '42703', `column ${table.name}.${column} does not exist`);
  }
  return columns;
}
