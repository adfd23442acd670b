import type { Filter, OrderTerm } from '../parse/parse-filter.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import { hasUnsafeAlias, type PlannedEmbed, type PlannedRead } from '../plan/plan-read.ts';
import type { Table } from '../plan/schema.ts';
import { JSON_LIST, quote, quoteText, renderJsonItems, renderResult, type Statement, Values } from './statement.ts';

/** The statement that is being rendered: the quoted name of the schema, and the values so far. */
export type Rendering = { schema: string; values: Values };

function renderOrder(order: readonly OrderTerm[], alias: string): string {
  const terms = order.map(
    ({ column, isDescending, nulls }) =>
      `${alias}.${quote(column)}${isDescending ? ' desc' : ''}${nulls === null ? '' : ` nulls ${nulls}`}`,
  );
  return terms.length === 0 ? '' : ` order by ${terms.join(', ')}`;
}

/** The limit is no placeholder, since PostgreSQL plans a statement better when it knows the limit. */
function renderPage(
  { limit, offset, maxRows }: Pick<PlannedRead, 'limit' | 'offset' | 'maxRows'>,
  values: Values,
): string {
  const most = limit === null ? maxRows : Math.min(limit, maxRows ?? limit);
  const skip = offset === 0 ? '' : ` offset ${values.add(String(offset), 'bigint')}`;
  return `${most === null ? '' : ` limit ${most}`}${skip}`;
}

const OPERATORS = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  cs: '@>',
  cd: '<@',
} as const;

const IS_TESTS = {
  null: 'is null',
  not_null: 'is not null',
  true: 'is true',
  false: 'is false',
  unknown: 'is unknown',
} as const;

const not = (isNegated: boolean, condition: string) => (isNegated ? `not (${condition})` : condition);

const renderJoin = ({ pairs }: PlannedEmbed, child: string, parent: string) =>
  pairs.map((pair) => `${child}.${quote(pair.child)} = ${parent}.${quote(pair.parent)}`);

const renderFrom = (schema: string, { table }: PlannedRead, alias: string) => `${schema}.${quote(table.name)} ${alias}`;

export function renderWhere(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
}

/** The filters of a read, and that every inner embedded table has rows. */
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

/** True when nothing is embedded and no column is selected twice: rows are then no larger than the table's. */
function needsNoSizeLimit({ hasAllColumns, columns, embeds }: PlannedRead): boolean {
  const names = new Set(columns.map(({ name }) => name));
  return embeds.length === 0 && names.size === columns.length && !(hasAllColumns && names.size > 0);
}

/** The embedded rows of a row of `parent` as one JSON value. */
function renderEmbed(rendering: Rendering, embed: PlannedEmbed, parent: string): string {
  const { schema, values } = rendering;
  const child = values.alias();
  const joins = renderJoin(embed, child, parent);
  const from = renderFrom(schema, embed.read, child);
  if (embed.read.isCountEmbed) {
    const where = renderWhere([...joins, ...renderConditions(rendering, embed.read, child)]);
    const count = `(select count(*) from ${from}${where})`;
    return `json_build_array(json_build_object('count', ${count}))`;
  }
  const rows = renderSelect(rendering, embed.read, { alias: child, from, joins });
  const item = renderRow(embed.read, 'r');
  if (embed.isToOne) return `(select ${item} from (${rows}) r)`;
  return needsNoSizeLimit(embed.read)
    ? `(select coalesce(json_agg(${hasUnsafeAlias(embed.read) ? item : 'r.*'}), '[]'::json) from (${rows}) r)`
    : `(select ${JSON_LIST} from ${renderJsonItems(item, rows)})`;
}

/** A row of a rendered select as JSON. With `.*` it is the row, also where a column has the name of the alias. */
export function renderRow(read: PlannedRead, alias: string): string {
  return hasUnsafeAlias(read) ? `${alias}."row"` : `row_to_json(${alias}.*)`;
}

/** The columns of a select list, or one column of JSON when an alias has to be a value. */
function renderColumns(rendering: Rendering, read: PlannedRead, alias: string): string {
  const { values } = rendering;
  const columns = read.columns.map(({ name, alias: rename, cast }) => {
    return { name, rename, value: `${alias}.${quote(name)}${cast === null ? '' : `::${cast}`}` };
  });
  // An embedded table without columns only filters.
  const embeds = read.embeds
    .filter(
      ({ read: { isCountEmbed, hasAllColumns, columns, embeds } }) =>
        isCountEmbed || hasAllColumns || columns.length + embeds.length > 0,
    )
    .map((embed) => ({ name: embed.name, rename: embed.alias, value: renderEmbed(rendering, embed, alias) }));
  if (!hasUnsafeAlias(read)) {
    const named = [...columns, ...embeds].map(({ name, rename, value }) => `${value} as ${quote(rename ?? name)}`);
    return [...(read.hasAllColumns ? [`${alias}.*`] : []), ...named].join(', ');
  }
  const all = read.hasAllColumns
    ? [...read.table.columns.keys()].map((name) => ({ name, rename: null, value: `${alias}.${quote(name)}` }))
    : [];
  const pairs = [...all, ...columns, ...embeds].map(
    ({ name, rename, value }) => `${rename === null ? quoteText(name) : values.add(rename, 'text')}, ${value}`,
  );
  return `json_build_object(${pairs.join(', ')}) as "row"`;
}

/** What a select reads from, its alias, and the conditions that join it to the row it is embedded in. */
type Source = { alias: string; from: string; joins?: readonly string[] };

export function renderSelect(rendering: Rendering, read: PlannedRead, { alias, from, joins = [] }: Source): string {
  const columns = renderColumns(rendering, read, alias);
  const where = renderWhere([...joins, ...renderConditions(rendering, read, alias)]);
  const page = renderPage(read, rendering.values);
  return `select ${columns} from ${from}${where}${renderOrder(read.order, alias)}${page}`;
}

/** How many rows of a source match, whatever the page. */
function renderTotal(rendering: Rendering, read: PlannedRead, from: string, alias: string): string {
  return `select count(*) from ${from}${renderWhere(renderConditions(rendering, read, alias))}`;
}

/** What a response needs: the number of all matching rows beside the page, and the rows themselves. */
type ResponseShape = { isCounted: boolean; hasBody: boolean };

export function renderRead(schemaName: string, read: PlannedRead, { isCounted, hasBody }: ResponseShape): Statement {
  const rendering: Rendering = { schema: quote(schemaName), values: new Values() };
  const alias = rendering.values.alias();
  const from = renderFrom(rendering.schema, read, alias);
  const rows = renderSelect(rendering, read, { alias, from });
  const total = isCounted ? renderTotal(rendering, read, from, alias) : null;
  const item = hasBody ? renderRow(read, 'r') : null;
  return { text: renderResult({ item, rows, total }), values: rendering.values.list };
}

/** Formats texts as an array of PostgreSQL. */
function formatArray(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

function renderFilter(filter: Filter, table: Table, alias: string, values: Values): string {
  if (filter.kind === 'logic') {
    const branches = filter.filters.map((branch) => renderFilter(branch, table, alias, values));
    return not(filter.isNegated, `(${branches.join(` ${filter.operator} `)})`);
  }
  const column = `${alias}.${quote(filter.column)}`;
  const type = table.columns.get(filter.column)?.type ?? 'text';
  if (filter.kind === 'is') return not(filter.isNegated, `${column} ${IS_TESTS[filter.value]}`);
  if (filter.kind === 'in') {
    return not(filter.isNegated, `${column} = any (${values.add(formatArray(filter.values), `${type}[]`)})`);
  }
  const isPattern = filter.operator === 'like' || filter.operator === 'ilike';
  // In an address, "*" stands for "%".
  const value = isPattern ? values.add(filter.value.replaceAll('*', '%'), 'text') : values.add(filter.value, type);
  return not(filter.isNegated, `${column} ${OPERATORS[filter.operator]} ${value}`);
}

/** The call with named arguments, and the source of their values. */
function renderSource({ fn, passed, args }: PlannedCall, { schema, values }: Rendering) {
  const name = `${schema}.${quote(fn.name)}`;
  const pass = (value: (argument: PlannedCall['passed'][number]) => string) =>
    passed.map((argument) => `${quote(argument.name)} => ${value(argument)}`).join(', ');
  if ('texts' in args) {
    return { call: `${name}(${pass((one) => values.add(args.texts.get(one.name) ?? '', one.type))})`, from: '' };
  }
  if (passed.length === 0) return { call: `${name}()`, from: '' };
  const types = passed.map((argument) => `${quote(argument.name)} ${argument.type}`).join(', ');
  const json = `json_to_record(${values.add(args.json, 'json')}) as b (${types}), lateral `;
  return { call: `${name}(${pass((argument) => `b.${quote(argument.name)}`)})`, from: json };
}

/** Rows of a function can be filtered like those of a table. */
export function renderCall(schemaName: string, plan: PlannedCall, { isCounted, hasBody }: ResponseShape): Statement {
  const rendering: Rendering = { schema: quote(schemaName), values: new Values() };
  const { values } = rendering;
  const { fn, read } = plan;
  const { call, from } = renderSource(plan, rendering);
  const alias = values.alias();
  const called =
    read === null ? `select f.value from ${from}${call} as f (value)` : `select f.* from ${from}${call} as f`;
  const source = `called ${alias}`;
  const rows =
    read === null
      ? `select ${alias}.value from ${source}${renderPage(plan.page, values)}`
      : renderSelect(rendering, read, { alias, from: source });
  const json = read === null ? 'to_json(r.value)' : renderRow(read, 'r');
  const item = hasBody ? json : null;
  const countRows = () =>
    read === null ? `select count(*) from ${source}` : renderTotal(rendering, read, source, alias);
  const total = isCounted ? countRows() : null;
  const before = `with called as (${called}) `;
  const text = renderResult({ before, item, rows, total, isSingle: !fn.returnsSet });
  return { text, values: values.list };
}
