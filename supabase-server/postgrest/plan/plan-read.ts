import { createUnknownColumnError, DataError } from '../data-error.ts';
import type { Filter, OrderTerm } from '../parse/parse-filter.ts';
import { createRowQuery, type DataRequest, type RowQuery } from '../parse/parse-request.ts';
import type { EmbedItem, SelectItem } from '../parse/parse-select.ts';
import { type Column, type ForeignKey, requireShortValue, type Schema, type Table } from './schema.ts';

/** `key` is what the response calls the column. */
type PlannedColumn = { name: string; key: string; cast: string | null };

export type PlannedEmbed = {
  key: string;
  isToOne: boolean;
  isInner: boolean;
  pairs: Relationship['pairs'];
  read: PlannedRead;
};

/** A read of one table, with all names checked against the schema. */
export type PlannedRead = {
  table: Table;
  hasAllColumns: boolean;
  columns: PlannedColumn[];
  embeds: PlannedEmbed[];
  /** Reads the number of rows instead of rows, for `(count)`. */
  isCountEmbed: boolean;
  filters: Filter[];
  order: OrderTerm[];
  limit: number | null;
  offset: number;
  /** Applies whatever the client's limit is. */
  maxRows: number | null;
};

/** Each level can multiply the rows of the one above it by a whole page. */
const MAX_EMBED_DEPTH = 3;
const MAX_EMBEDS = 8;

export function findTable(schema: Schema, name: string): Table {
  const table = schema.tables.get(name);
  if (table) return table;
  throw new DataError(404, 'PGRST205', `Could not find the table 'public.${name}' in the schema cache`);
}

export function requireColumn(table: Table, name: string): Column {
  const column = table.columns.get(name);
  if (column === undefined) throw createUnknownColumnError(table.name, name);
  return column;
}

function checkFilter(table: Table, filter: Filter): void {
  if (filter.kind === 'logic') {
    for (const branch of filter.filters) checkFilter(table, branch);
    return;
  }
  const { type } = requireColumn(table, filter.column);
  const isPattern = filter.kind === 'compare' && filter.operator.endsWith('like');
  requireShortValue('filter', filter.kind === 'in' ? filter.values : filter.value, isPattern ? 'text' : type);
}

type Scope = { schema: Schema; request: DataRequest; maxRows: number; usedPaths: string[] };

function requireFewEmbeds({ usedPaths }: Scope, depth: number): void {
  if (usedPaths.length < MAX_EMBEDS && depth <= MAX_EMBED_DEPTH) return;
  throw new DataError(400, 'PGRST100', 'The select parameter embeds too many tables', {
    details: `At most ${MAX_EMBEDS} tables can be embedded, at most ${MAX_EMBED_DEPTH} levels deep`,
  });
}

/** A way from a table back to itself would multiply its rows. */
function requireNewTable(child: string, tables: readonly string[]): void {
  if (!tables.includes(child)) return;
  throw new DataError(400, 'PGRST100', 'The select parameter embeds a table in itself', {
    details: `The table '${child}' would stand twice in a chain of embedded tables`,
  });
}

/** @param tables the names of the table and of those that it is embedded in */
function planEmbed(scope: Scope, table: Table, path: string, item: EmbedItem, tables: readonly string[]): PlannedEmbed {
  requireFewEmbeds(scope, tables.length);
  const { child, cardinality, pairs } = findRelationship(scope.schema, table, item);
  requireNewTable(child, tables);
  const key = item.alias ?? item.relation;
  const innerPath = path === '' ? key : `${path}.${key}`;
  scope.usedPaths.push(innerPath);
  const isToOne = cardinality !== 'one-to-many';
  const rows = scope.request.embedded.get(innerPath) ?? createRowQuery();
  const maxRows = isToOne ? null : scope.maxRows;
  const read = planTable(scope, findTable(scope.schema, child), innerPath, item.items, rows, maxRows, tables);
  return { key, isToOne, isInner: item.isInner, pairs, read };
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
  rows: RowQuery,
  maxRows: number | null,
  outerTables: readonly string[] = [],
): PlannedRead {
  const tables = [...outerTables, table.name];
  const isCountEmbed = path !== '' && maxRows !== null && isCountOnly(table, items);
  const read: PlannedRead = { table, hasAllColumns: false, columns: [], embeds: [], isCountEmbed, ...rows, maxRows };
  for (const item of isCountEmbed ? [] : items) {
    if (item.kind === 'all') read.hasAllColumns = true;
    else if (item.kind === 'embed') read.embeds.push(planEmbed(scope, table, path, item, tables));
    else {
      requireColumn(table, item.name);
      read.columns.push({ name: item.name, key: item.alias ?? item.name, cast: item.cast });
    }
  }
  for (const filter of rows.filters) checkFilter(table, filter);
  for (const term of rows.order) requireColumn(table, term.column);
  return read;
}

/** Plans what a request reads of a table. @param maxRows the most rows of one table in a response */
export function planRead(schema: Schema, table: Table, request: DataRequest, maxRows: number): PlannedRead {
  const scope: Scope = { schema, request, maxRows, usedPaths: [] };
  const read = planTable(scope, table, '', request.select, request.rows, maxRows);
  for (const path of request.embedded.keys()) {
    if (!scope.usedPaths.includes(path)) {
      throw new DataError(400, 'PGRST108', `'${path}' is not an embedded resource in this request`, {
        hint: `Verify that '${path}' is included in the 'select' query parameter.`,
      });
    }
  }
  return read;
}

/** How a table is related to one that is embedded in it; `pairs` are the columns that join them. */
type Relationship = {
  key: ForeignKey;
  child: string;
  cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one';
  pairs: readonly { child: string; parent: string }[];
};

function pairColumns(parents: readonly string[], children: readonly string[]): Relationship['pairs'] {
  return parents.map((parent, index) => ({ parent, child: children[index] ?? '' }));
}

/** A client names a relation by the other table, by the foreign key, or by the one column that holds the key. */
function findRelationships(schema: Schema, table: Table, { relation, hint }: EmbedItem): Relationship[] {
  const isHinted = (key: ForeignKey) =>
    hint === null || [key.name, ...key.fromColumns, ...key.toColumns].includes(hint);
  return schema.foreignKeys.filter(isHinted).flatMap((key) => {
    const found: Relationship[] = [];
    const column = key.fromColumns.length === 1 ? key.fromColumns : [];
    if (key.from === table.name && [key.to, key.name, ...column].includes(relation)) {
      const cardinality = key.isUnique ? 'one-to-one' : 'many-to-one';
      found.push({ key, child: key.to, cardinality, pairs: pairColumns(key.fromColumns, key.toColumns) });
    }
    if (key.to === table.name && [key.from, key.name].includes(relation)) {
      const cardinality = key.isUnique ? 'one-to-one' : 'one-to-many';
      found.push({ key, child: key.from, cardinality, pairs: pairColumns(key.toColumns, key.fromColumns) });
    }
    return found;
  });
}

function createNoRelationError(table: Table, { relation, hint }: EmbedItem): DataError {
  const between = `'${table.name}' and '${relation}'`;
  const hinted = hint === null ? '' : ` using the hint '${hint}'`;
  return new DataError(400, 'PGRST200', `Could not find a relationship between ${between} in the schema cache`, {
    details: `Searched for a foreign key relationship between ${between}${hinted} in the schema 'public', but no matches were found.`,
  });
}

function createAmbiguityError(table: Table, { relation }: EmbedItem, relations: readonly Relationship[]): DataError {
  const ways = relations.map(({ key }) => `'${relation}!${key.name}'`).join(', ');
  const message = `Could not embed because more than one relationship was found for '${table.name}' and '${relation}'`;
  return new DataError(300, 'PGRST201', message, {
    details: relations.map(({ key, child, cardinality, pairs }) => ({
      cardinality,
      embedding: `${table.name} with ${child}`,
      relationship: `${key.name} using ${table.name}(${pairs.map(({ parent }) => parent).join(', ')}) and ${child}(${pairs.map((pair) => pair.child).join(', ')})`,
    })),
    hint: `Try changing '${relation}' to one of the following: ${ways}. Find the desired relationship in the 'details' key.`,
  });
}

function findRelationship(schema: Schema, table: Table, item: EmbedItem): Relationship {
  const relations = findRelationships(schema, table, item);
  const [only] = relations;
  if (only === undefined) throw createNoRelationError(table, item);
  if (relations.length > 1) throw createAmbiguityError(table, item, relations);
  return only;
}
