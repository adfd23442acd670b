import { DataError, unknownColumn, unreadable } from '../data-error.ts';
import type { Filter } from '../parse/parse-filter.ts';
import type { OrderTerm } from '../parse/parse-order.ts';
import type { DataRequest, Rows } from '../parse/parse-request.ts';
import type { EmbedItem, SelectItem } from '../parse/parse-select.ts';
import { isPlainName } from '../render/statement.ts';
import { findRelation, type Relation } from './find-relation.ts';
import type { Column, Schema, Table } from './schema.ts';

/** A column that exists; `alias` is the client's own name for it, if it has one. */
export type PlannedColumn = { name: string; alias: string | null; cast: string | null };

/** Another table's rows inside each row: `name` is of the schema, `alias` the client's. */
export type PlannedEmbed = {
  name: string;
  alias: string | null;
  isToOne: boolean;
  isInner: boolean;
  pairs: Relation['pairs'];
  read: PlannedRead;
};

/** What to read of one table, every name of it checked against the schema. */
export type PlannedRead = {
  table: Table;
  hasAll: boolean;
  columns: PlannedColumn[];
  embeds: PlannedEmbed[];
  /** Only the number of rows is wanted, as `(count)` says. */
  isNumber: boolean;
  filters: Filter[];
  order: OrderTerm[];
  limit: number | null;
  offset: number;
  /** The most rows that are answered whatever the client asks. */
  cap: number | null;
};

const NO_ROWS: Rows = { filters: [], order: [], limit: null, offset: 0 };
/** A JSON object is built of as many pairs at most, which matters only for rows with odd names. */
const MAX_PAIRS = 50;

/** @throws DataError PGRST205 */
export function findTable(schema: Schema, name: string): Table {
  const table = schema.tables.get(name);
  if (table) return table;
  throw new DataError(404, 'PGRST205', `Could not find the table '${schema.name}.${name}' in the schema cache`);
}

/** @throws DataError 42703, as PostgreSQL itself would say */
export function requireColumn(table: Table, name: string): Column {
  const column = table.columns.get(name);
  if (column === undefined) throw unknownColumn(table.name, name);
  return column;
}

function checkFilter(table: Table, filter: Filter): void {
  if (filter.kind === 'logic') for (const branch of filter.filters) checkFilter(table, branch);
  else requireColumn(table, filter.column);
}

/** How many names a row is answered with, when the client chose one that has to be a value; null when it did not. */
export function renamedPairs({ table, hasAll, columns, embeds }: PlannedRead): number | null {
  if ([...columns, ...embeds].every(({ alias }) => alias === null || isPlainName(alias))) return null;
  return (hasAll ? table.columns.size : 0) + columns.length + embeds.length;
}

type Scope = { schema: Schema; request: DataRequest; cap: number; usedPaths: Set<string> };

function planEmbed(scope: Scope, table: Table, path: string, item: EmbedItem): PlannedEmbed {
  const { child, cardinality, pairs } = findRelation(scope.schema, table, item);
  const as = item.alias ?? item.relation;
  const inner = path === '' ? as : `${path}.${as}`;
  scope.usedPaths.add(inner);
  const isToOne = cardinality !== 'one-to-many';
  const rows = scope.request.embedded.get(inner) ?? NO_ROWS;
  const read = planTable(scope, findTable(scope.schema, child), inner, item.items, rows, isToOne ? null : scope.cap);
  const alias = item.alias === item.relation ? null : item.alias;
  return { name: item.relation, alias, isToOne, isInner: item.isInner, pairs, read };
}

function isCountOnly(table: Table, items: readonly SelectItem[]): boolean {
  const [item] = items;
  if (items.length !== 1 || item?.kind !== 'column' || item.name !== 'count' || table.columns.has('count'))
    return false;
  return item.alias === null && item.cast === null;
}

function planTable(
  scope: Scope,
  table: Table,
  path: string,
  items: readonly SelectItem[],
  rows: Rows,
  cap: number | null,
): PlannedRead {
  const isNumber = path !== '' && cap !== null && isCountOnly(table, items);
  const read: PlannedRead = { table, hasAll: false, columns: [], embeds: [], isNumber, ...rows, cap };
  for (const item of isNumber ? [] : items) {
    if (item.kind === 'all') read.hasAll = true;
    else if (item.kind === 'embed') read.embeds.push(planEmbed(scope, table, path, item));
    else {
      requireColumn(table, item.name);
      read.columns.push({ name: item.name, alias: item.alias === item.name ? null : item.alias, cast: item.cast });
    }
  }
  for (const filter of rows.filters) checkFilter(table, filter);
  for (const term of rows.order) requireColumn(table, term.column);
  if ((renamedPairs(read) ?? 0) > MAX_PAIRS) throw unreadable('select parameter', `more than ${MAX_PAIRS} columns`);
  return read;
}

/**
 * Plans what a request reads of a table.
 * @param cap the most rows of a table that are answered
 * @throws DataError for a table, column or relation that is not there, and PGRST108 for a filter on what is not embedded
 */
export function planRead(schema: Schema, table: Table, request: DataRequest, cap: number): PlannedRead {
  const scope: Scope = { schema, request, cap, usedPaths: new Set() };
  const read = planTable(scope, table, '', request.select, request.rows, cap);
  for (const path of request.embedded.keys()) {
    if (!scope.usedPaths.has(path)) {
      throw new DataError(400, 'PGRST108', `'${path}' is not an embedded resource in this request`, {
        hint: `Verify that '${path}' is included in the 'select' query parameter.`,
      });
    }
  }
  return read;
}
