import { COMPARISONS, type Filter } from './parse-filter.ts';
import type { OrderTerm } from './parse-order.ts';
import type { PlannedEmbed, PlannedRead } from './plan.ts';
import type { Table } from './schema.ts';
import { quote, type Values } from './statement.ts';

const IS_TESTS = {
  null: 'is null',
  not_null: 'is not null',
  true: 'is true',
  false: 'is false',
  unknown: 'is unknown',
} as const;

const not = (isNegated: boolean, condition: string) => (isNegated ? `not (${condition})` : condition);

/** A condition on the rows of `alias`. */
export function renderFilter(filter: Filter, table: Table, alias: string, values: Values): string {
  if (filter.kind === 'logic') {
    const branches = filter.filters.map((branch) => renderFilter(branch, table, alias, values));
    return not(filter.isNegated, `(${branches.join(` ${filter.operator} `)})`);
  }
  const column = `${alias}.${quote(filter.column)}`;
  const type = table.columns.get(filter.column) ?? 'text';
  if (filter.kind === 'is') return not(filter.isNegated, `${column} ${IS_TESTS[filter.value]}`);
  if (filter.kind === 'in') {
    const list = values.add(JSON.stringify(filter.values), 'json');
    return not(
      filter.isNegated,
      `${column} = any (array(select value::${type} from json_array_elements_text(${list}) value))`,
    );
  }
  const isPattern = filter.operator === 'like' || filter.operator === 'ilike';
  // In an address "*" stands for the "%" of a pattern.
  const value = isPattern ? values.add(filter.value.replaceAll('*', '%'), 'text') : values.add(filter.value, type);
  return not(filter.isNegated, `${column} ${COMPARISONS[filter.operator]} ${value}`);
}

/** Order and page of a read, to stand behind its conditions. */
export function renderPage(
  { order, limit, offset }: Pick<PlannedRead, 'order' | 'limit' | 'offset'>,
  alias: string,
): string {
  const page = `${limit === null ? '' : ` limit ${limit}`}${offset === 0 ? '' : ` offset ${offset}`}`;
  return `${renderOrder(order, alias)}${page}`;
}

function renderOrder(order: readonly OrderTerm[], alias: string): string {
  const terms = order.map(
    ({ column, isDescending, nulls }) =>
      `${alias}.${quote(column)}${isDescending ? ' desc' : ''}${nulls === null ? '' : ` nulls ${nulls}`}`,
  );
  return terms.length === 0 ? '' : ` order by ${terms.join(', ')}`;
}

const renderJoin = ({ pairs }: PlannedEmbed, child: string, parent: string) =>
  pairs.map((pair) => `${child}.${quote(pair.child)} = ${parent}.${quote(pair.parent)}`);

/** The embedded rows as one JSON value for each row of `parent`. */
function renderEmbed(schema: string, embed: PlannedEmbed, parent: string, values: Values): string {
  const child = `${parent}_${embed.as.replace(/\W/g, '')}`.slice(0, 60);
  const rows = renderSelect(schema, embed.read, quote(child), values, renderJoin(embed, quote(child), parent));
  if (embed.isToOne) return `(select row_to_json(e) from (${rows}) e limit 1)`;
  return `coalesce((select json_agg(e) from (${rows}) e), '[]'::json)`;
}

/** The columns of a select list, embedded tables among them. */
export function renderColumns(schema: string, read: PlannedRead, alias: string, values: Values): string {
  const columns = read.columns.map(
    ({ name, as, cast }) => `${alias}.${quote(name)}${cast === null ? '' : `::${cast}`} as ${quote(as)}`,
  );
  const embeds = read.embeds.map((embed) => `${renderEmbed(schema, embed, alias, values)} as ${quote(embed.as)}`);
  const all = [...(read.hasAll ? [`${alias}.*`] : []), ...columns, ...embeds];
  // Asking for nothing is allowed; a row then is an empty object.
  return all.join(', ');
}

/** The conditions of a read: its own filters, and that inner embeds have a row. */
export function renderConditions(schema: string, read: PlannedRead, alias: string, values: Values): string[] {
  const own = read.filters.map((filter) => renderFilter(filter, read.table, alias, values));
  const inner = read.embeds
    .filter(({ isInner }) => isInner)
    .map((embed, index) => {
      const child = quote(`x${index}_${alias.replace(/\W/g, '')}`.slice(0, 60));
      const conditions = [...renderJoin(embed, child, alias), ...renderConditions(schema, embed.read, child, values)];
      return `exists (select from ${quote(schema)}.${quote(embed.read.table.name)} ${child} where ${conditions.join(' and ')})`;
    });
  return [...own, ...inner];
}

/** Conditions as a where clause, or nothing. */
export function renderWhere(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
}

/** A select of one table under an alias; `joins` tie it to the row it is embedded in. */
export function renderSelect(
  schema: string,
  read: PlannedRead,
  alias: string,
  values: Values,
  joins: readonly string[] = [],
): string {
  const columns = renderColumns(schema, read, alias, values);
  const where = renderWhere([...joins, ...renderConditions(schema, read, alias, values)]);
  return `select ${columns} from ${quote(schema)}.${quote(read.table.name)} ${alias}${where}${renderPage(read, alias)}`;
}
