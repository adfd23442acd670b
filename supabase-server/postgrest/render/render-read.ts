import { COMPARISONS, type Filter, type OrderTerm } from '../parse/parse-filter.ts';
import type { DataRequest } from '../parse/parse-request.ts';
import type { PlannedCall } from '../plan/plan-call.ts';
import type { PlannedEmbed, PlannedRead } from '../plan/plan-read.ts';
import type { Table } from '../plan/schema.ts';
import { JSON_LIST, quote, ROW, renderJsonItems, renderResult, type Statement, Values } from './statement.ts';

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

const not = (isNegated: boolean, condition: string) => (isNegated ? `not (${condition})` : condition);

const renderJoin = ({ pairs }: PlannedEmbed, child: string, parent: string) =>
  pairs.map((pair) => `${child}.${quote(pair.child)} = ${parent}.${quote(pair.parent)}`);

const renderFrom = ({ table }: PlannedRead, alias: string) => `public.${quote(table.name)} ${alias}`;

export function renderWhere(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
}

/** The filters of a read, and that every inner embedded table has rows. */
export function renderConditions(values: Values, read: PlannedRead, alias: string): string[] {
  const own = read.filters.map((filter) => renderFilter(filter, read.table, alias, values));
  const inner = read.embeds
    .filter(({ isInner }) => isInner)
    .map((embed) => {
      const child = values.alias();
      const conditions = [...renderJoin(embed, child, alias), ...renderConditions(values, embed.read, child)];
      return `exists (select from ${renderFrom(embed.read, child)}${renderWhere(conditions)})`;
    });
  return [...own, ...inner];
}

/** The embedded rows of a row of `parent` as one JSON value. */
function renderEmbed(values: Values, embed: PlannedEmbed, parent: string): string {
  const child = values.alias();
  const joins = renderJoin(embed, child, parent);
  const from = renderFrom(embed.read, child);
  if (embed.read.isCountEmbed) {
    const where = renderWhere([...joins, ...renderConditions(values, embed.read, child)]);
    const count = `(select count(*) from ${from}${where})`;
    return `json_build_array(json_build_object('count', ${count}))`;
  }
  const rows = renderSelect(values, embed.read, { alias: child, from, joins });
  return embed.isToOne
    ? `(select ${ROW} from (${rows}) r)`
    : `(select ${JSON_LIST} from ${renderJsonItems(ROW, rows)})`;
}

/** The columns of a select list. An embedded table without columns only filters. */
function renderColumns(values: Values, read: PlannedRead, alias: string): string {
  const columns = read.columns.map(
    ({ name, key, cast }) => `${alias}.${quote(name)}${cast === null ? '' : `::${cast}`} as ${quote(key)}`,
  );
  const embeds = read.embeds
    .filter(
      ({ read: { isCountEmbed, hasAllColumns, columns, embeds } }) =>
        isCountEmbed || hasAllColumns || columns.length + embeds.length > 0,
    )
    .map((embed) => `${renderEmbed(values, embed, alias)} as ${quote(embed.key)}`);
  return [...(read.hasAllColumns ? [`${alias}.*`] : []), ...columns, ...embeds].join(', ');
}

/** What a select reads from, its alias, and the conditions that join it to the row it is embedded in. */
type Source = { alias: string; from: string; joins?: readonly string[] };

export function renderSelect(values: Values, read: PlannedRead, { alias, from, joins = [] }: Source): string {
  const columns = renderColumns(values, read, alias);
  const where = renderWhere([...joins, ...renderConditions(values, read, alias)]);
  const page = renderPage(read, values);
  return `select ${columns} from ${from}${where}${renderOrder(read.order, alias)}${page}`;
}

function renderTotal(values: Values, read: PlannedRead, from: string, alias: string): string {
  return `select count(*) from ${from}${renderWhere(renderConditions(values, read, alias))}`;
}

/** What a response needs: the number of all matching rows beside the page, and the rows themselves. */
type ResponseShape = { isCounted: boolean; hasBody: boolean };

export function renderRead(read: PlannedRead, { isCounted, hasBody }: ResponseShape): Statement {
  const values = new Values();
  const alias = values.alias();
  const from = renderFrom(read, alias);
  const rows = renderSelect(values, read, { alias, from });
  const total = isCounted ? renderTotal(values, read, from, alias) : null;
  const item = hasBody ? ROW : null;
  return { text: renderResult({ item, rows, total }), values: values.list };
}

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
  if (filter.kind === 'is') return not(filter.isNegated, `${column} is ${filter.value.replace('_', ' ')}`);
  if (filter.kind === 'in') {
    return not(filter.isNegated, `${column} = any (${values.add(formatArray(filter.values), `${type}[]`)})`);
  }
  const isPattern = filter.operator === 'like' || filter.operator === 'ilike';
  // In an address, "*" stands for "%".
  const value = isPattern ? values.add(filter.value.replaceAll('*', '%'), 'text') : values.add(filter.value, type);
  return not(filter.isNegated, `${column} ${COMPARISONS[filter.operator]} ${value}`);
}

function renderSource({ fn, passed, args }: PlannedCall, values: Values) {
  const name = `public.${quote(fn.name)}`;
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
export function renderCall(plan: PlannedCall, request: DataRequest, hasBody: boolean): Statement {
  const values = new Values();
  const { fn, read } = plan;
  const { call, from } = renderSource(plan, values);
  const alias = values.alias();
  const called =
    read === null ? `select f.value from ${from}${call} as f (value)` : `select f.* from ${from}${call} as f`;
  const source = `called ${alias}`;
  const rows =
    read === null
      ? `select ${alias}.value from ${source}${renderPage(plan.page, values)}`
      : renderSelect(values, read, { alias, from: source });
  const json = read === null ? 'to_json(r.value)' : ROW;
  const item = hasBody ? json : null;
  const countRows = () => (read === null ? `select count(*) from ${source}` : renderTotal(values, read, source, alias));
  const total = request.preferences.isCounted ? countRows() : null;
  const before = `with called as (${called}) `;
  const limits = { request, values };
  const text = renderResult({ before, item, rows, total, limits, isSingle: !fn.returnsSet });
  return { text, values: values.list };
}
