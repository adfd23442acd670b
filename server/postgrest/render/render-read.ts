import type { OrderTerm } from '../parse/parse-order.ts';
import { type PlannedEmbed, type PlannedRead, renamedPairs } from '../plan/plan-read.ts';
import { renderFilter } from './render-filter.ts';
import { JSON_LIST, renderJsonItems } from './render-list.ts';
import { quote, quoteText, type Values } from './statement.ts';

/** What a part of a statement is rendered with: the schema's name, quoted, and the values so far. */
export type Rendering = { schema: string; values: Values };

function renderOrder(order: readonly OrderTerm[], alias: string): string {
  const terms = order.map(
    ({ column, isDescending, nulls }) =>
      `${alias}.${quote(column)}${isDescending ? ' desc' : ''}${nulls === null ? '' : ` nulls ${nulls}`}`,
  );
  return terms.length === 0 ? '' : ` order by ${terms.join(', ')}`;
}

/**
 * Limit and offset. The number of rows is no value: PostgreSQL plans a statement better, and once for all requests, when it
 * knows it.
 */
export function renderPage(
  { limit, offset, cap }: Pick<PlannedRead, 'limit' | 'offset' | 'cap'>,
  values: Values,
): string {
  const most = limit === null ? cap : Math.min(limit, cap ?? limit);
  const skipped = offset === 0 ? '' : ` offset ${values.add(String(offset), 'bigint')}`;
  return `${most === null ? '' : ` limit ${most}`}${skipped}`;
}

const renderJoin = ({ pairs }: PlannedEmbed, child: string, parent: string) =>
  pairs.map((pair) => `${child}.${quote(pair.child)} = ${parent}.${quote(pair.parent)}`);

const renderFrom = (schema: string, { table }: PlannedRead, alias: string) => `${schema}.${quote(table.name)} ${alias}`;

export function renderWhere(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
}

/** The conditions of a read: its own, and that the rows of every inner embedded table are there. */
export function renderConditions(rendering: Rendering, read: PlannedRead, alias: string): string[] {
  const { schema, values } = rendering;
  const own = read.filters.map((filter) => renderFilter(filter, read.table, alias, values));
  const inner = read.embeds
    .filter(({ isInner }) => isInner)
    .map((embed) => {
      const child = values.alias();
      const conditions = [...renderJoin(embed, child, alias), ...renderConditions(rendering, embed.read, child)];
      return `exists (select from ${renderFrom(schema, embed.read, child)}${renderWhere(conditions)})`;
    });
  return [...own, ...inner];
}

/** Whether a row is at most a row of its table: a page of them is small, and counts in the list that it is embedded in. */
function hasPlainRows({ hasAll, columns, embeds }: PlannedRead): boolean {
  const names = new Set(columns.map(({ name }) => name));
  return embeds.length === 0 && names.size === columns.length && !(hasAll && names.size > 0);
}

/** The embedded rows as one JSON value for each row of `parent`. */
function renderEmbed(rendering: Rendering, embed: PlannedEmbed, parent: string): string {
  const { schema, values } = rendering;
  const child = values.alias();
  const joins = renderJoin(embed, child, parent);
  if (embed.read.isNumber) {
    const where = renderWhere([...joins, ...renderConditions(rendering, embed.read, child)]);
    const number = `(select count(*) from ${renderFrom(schema, embed.read, child)}${where})`;
    return `json_build_array(json_build_object('count', ${number}))`;
  }
  const rows = renderSelect(rendering, embed.read, {
    alias: child,
    from: renderFrom(schema, embed.read, child),
    joins,
  });
  const item = rowOf(embed.read, 'r');
  if (embed.isToOne) return `(select ${item} from (${rows}) r)`;
  return hasPlainRows(embed.read)
    ? `(select coalesce(json_agg(${renamedPairs(embed.read) === null ? 'r.*' : item}), '[]'::json) from (${rows}) r)`
    : `(select ${JSON_LIST} from ${renderJsonItems(item, rows)})`;
}

/** A row of a rendered select as JSON: all of it, also where a column has its name, or the one column of a row built as JSON. */
export function rowOf(read: PlannedRead, alias: string): string {
  return renamedPairs(read) === null ? `row_to_json(${alias}.*)` : `${alias}."row"`;
}

/** The columns of a select list. Where a name has to be a value, the rows are built as JSON at once. */
export function renderColumns(rendering: Rendering, read: PlannedRead, alias: string): string {
  const { values } = rendering;
  const columns = read.columns.map(({ name, alias: own, cast }) => {
    return { name, own, value: `${alias}.${quote(name)}${cast === null ? '' : `::${cast}`}` };
  });
  // An embedded table of which nothing is asked only takes part in the conditions.
  const embeds = read.embeds
    .filter(
      ({ read: { isNumber, hasAll, columns, embeds } }) => isNumber || hasAll || columns.length + embeds.length > 0,
    )
    .map((embed) => ({ name: embed.name, own: embed.alias, value: renderEmbed(rendering, embed, alias) }));
  if (renamedPairs(read) === null) {
    const named = [...columns, ...embeds].map(({ name, own, value }) => `${value} as ${quote(own ?? name)}`);
    return [...(read.hasAll ? [`${alias}.*`] : []), ...named].join(', ');
  }
  const all = read.hasAll
    ? [...read.table.columns.keys()].map((name) => ({ name, own: null, value: `${alias}.${quote(name)}` }))
    : [];
  const pairs = [...all, ...columns, ...embeds].map(
    ({ name, own, value }) => `${own === null ? quoteText(name) : values.add(own, 'text')}, ${value}`,
  );
  return `json_build_object(${pairs.join(', ')}) as "row"`;
}

/** Where a select reads, under which alias, and what ties it to the row it is embedded in. */
type Source = { alias: string; from: string; joins?: readonly string[] };

/** A select of what was planned. */
export function renderSelect(rendering: Rendering, read: PlannedRead, { alias, from, joins = [] }: Source): string {
  const columns = renderColumns(rendering, read, alias);
  const where = renderWhere([...joins, ...renderConditions(rendering, read, alias)]);
  const page = renderPage(read, rendering.values);
  return `select ${columns} from ${from}${where}${renderOrder(read.order, alias)}${page}`;
}
