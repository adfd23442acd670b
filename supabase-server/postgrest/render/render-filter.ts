import type { Filter } from '../parse/parse-filter.ts';
import type { Table } from '../plan/schema.ts';
import { quote, type Values } from './statement.ts';

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

/** Formats texts as an array of PostgreSQL. */
function formatArray(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

export function renderFilter(filter: Filter, table: Table, alias: string, values: Values): string {
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
