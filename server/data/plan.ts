import { DataError } from './data-error.ts';
import type { Filter } from './parse-filter.ts';
import type { OrderTerm } from './parse-order.ts';
import type { DataRequest, Rows } from './parse-request.ts';
import type { EmbedItem, SelectItem } from './parse-select.ts';
import type { ForeignKey, Schema, Table } from './schema.ts';

/** A column that exists, under the name it is answered by. */
export type PlannedColumn = { name: string; as: string; cast: string | null };

/** Another table's rows inside each row: `pairs` are the columns that join it, child first. */
export type PlannedEmbed = {
  as: string;
  isToOne: boolean;
  isInner: boolean;
  pairs: readonly { child: string; parent: string }[];
  read: PlannedRead;
};

/** What to read of one table, every name of it checked against the schema. */
export type PlannedRead = {
  table: Table;
  hasAll: boolean;
  columns: PlannedColumn[];
  embeds: PlannedEmbed[];
  filters: Filter[];
  order: OrderTerm[];
  limit: number | null;
  offset: number;
};

/** @throws DataError PGRST205 */
export function findTable(schema: Schema, name: string): Table {
  const table = schema.tables.get(name);
  if (table) return table;
  throw new DataError(404, 'PGRST205', `Could not find the table '${schema.name}.${name}' in the schema cache`);
}

/** @throws DataError 42703, as PostgreSQL itself would say */
function requireColumn(table: Table, name: string): void {
  if (!table.columns.has(name)) throw new DataError(400, '42703', `column ${table.name}.${name} does not exist`);
}

function checkFilter(table: Table, filter: Filter): void {
  if (filter.kind === 'logic') for (const branch of filter.filters) checkFilter(table, branch);
  else requireColumn(table, filter.column);
}

type Relation = { key: ForeignKey; child: string; isToOne: boolean };

function relationsOf(schema: Schema, table: Table, { relation, hint }: EmbedItem): Relation[] {
  const isHinted = (key: ForeignKey) =>
    hint === null || key.name === hint || key.fromColumns.includes(hint) || key.toColumns.includes(hint);
  return schema.foreignKeys.filter(isHinted).flatMap((key) => {
    const found: Relation[] = [];
    const names = [key.to, key.name, ...(key.fromColumns.length === 1 ? key.fromColumns : [])];
    if (key.from === table.name && names.includes(relation)) found.push({ key, child: key.to, isToOne: true });
    if (key.to === table.name && [key.from, key.name].includes(relation)) {
      found.push({ key, child: key.from, isToOne: key.isUnique });
    }
    return found;
  });
}

/** @throws DataError PGRST200 when the tables are not related, PGRST201 when they are in several ways */
function findRelation(schema: Schema, table: Table, item: EmbedItem): Relation {
  const relations = relationsOf(schema, table, item);
  const [only] = relations;
  if (only === undefined) {
    throw new DataError(
      400,
      'PGRST200',
      `Could not find a relationship between '${table.name}' and '${item.relation}' in the schema cache`,
    );
  }
  if (relations.length > 1) {
    const names = relations.map(({ key }) => `'${item.relation}!${key.name}'`).join(', ');
    throw new DataError(
      300,
      'PGRST201',
      `Could not embed because more than one relationship was found for '${table.name}' and '${item.relation}'`,
      {
        hint: `Try changing '${item.relation}' to one of the following: ${names}. Find the desired relationship in the 'details' key.`,
      },
    );
  }
  return only;
}

type Scope = { schema: Schema; request: DataRequest; usedPaths: Set<string> };

const NO_ROWS: Rows = { filters: [], order: [], limit: null, offset: 0 };

function planEmbed(scope: Scope, table: Table, path: string, item: EmbedItem): PlannedEmbed {
  const { key, child, isToOne } = findRelation(scope.schema, table, item);
  const as = item.alias ?? item.relation;
  const isFromParent = key.from === table.name && child === key.to;
  const own = isFromParent ? key.fromColumns : key.toColumns;
  const other = isFromParent ? key.toColumns : key.fromColumns;
  const inner = path === '' ? as : `${path}.${as}`;
  scope.usedPaths.add(inner);
  const rows = scope.request.embedded.get(inner) ?? NO_ROWS;
  return {
    as,
    isToOne,
    isInner: item.isInner,
    pairs: own.map((parent, index) => ({ parent, child: other[index] ?? '' })),
    read: planTable(scope, findTable(scope.schema, child), inner, item.items, rows),
  };
}

function planTable(scope: Scope, table: Table, path: string, items: readonly SelectItem[], rows: Rows): PlannedRead {
  const read: PlannedRead = { table, hasAll: false, columns: [], embeds: [], ...rows };
  for (const item of items) {
    if (item.kind === 'all') read.hasAll = true;
    else if (item.kind === 'embed') read.embeds.push(planEmbed(scope, table, path, item));
    else {
      requireColumn(table, item.name);
      read.columns.push({ name: item.name, as: item.alias ?? item.name, cast: item.cast });
    }
  }
  for (const filter of rows.filters) checkFilter(table, filter);
  for (const term of rows.order) requireColumn(table, term.column);
  return read;
}

/**
 * Plans what a request reads of a table.
 * @throws DataError for a table, column or relation that is not there, and PGRST108 for a filter on what is not embedded
 */
export function planRead(schema: Schema, table: Table, request: DataRequest): PlannedRead {
  const scope: Scope = { schema, request, usedPaths: new Set() };
  const read = planTable(scope, table, '', request.select, request.rows);
  for (const path of request.embedded.keys()) {
    if (!scope.usedPaths.has(path)) {
      throw new DataError(400, 'PGRST108', `'${path}' is not an embedded resource in this request`, {
        hint: `Verify that '${path}' is included in the 'select' query parameter.`,
      });
    }
  }
  return read;
}
