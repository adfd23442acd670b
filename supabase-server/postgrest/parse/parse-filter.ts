import { Cursor } from './cursor.ts';

/** Operators of a request, each with that of SQL. */
export const COMPARISONS = {
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
const IS_VALUES = ['null', 'not_null', 'true', 'false', 'unknown'] as const;

type Comparison = keyof typeof COMPARISONS;
type IsValue = (typeof IS_VALUES)[number];

export type Filter =
  | { kind: 'compare'; column: string; isNegated: boolean; operator: Comparison; value: string }
  | { kind: 'in'; column: string; isNegated: boolean; values: string[] }
  | { kind: 'is'; column: string; isNegated: boolean; value: IsValue }
  | { kind: 'logic'; operator: LogicOperator; isNegated: boolean; filters: Filter[] };

type LogicOperator = 'and' | 'or';

const OPERATORS: ReadonlySet<string> = new Set([...Object.keys(COMPARISONS), 'in', 'is']);
const FILTER_START = new RegExp(`^(not\\.)?(${[...OPERATORS].join('|')})\\.`);

/** Tells filters from arguments in the address of a function call. */
export function looksLikeFilter(text: string): boolean {
  return FILTER_START.test(text);
}

/** Reads `[not.]operator.value`, which follows a column. */
function readCondition(cursor: Cursor, column: string, readValue: () => string): Filter {
  const isNegated = cursor.accept('not.');
  const start = cursor.position;
  const name = cursor.name();
  if (!OPERATORS.has(name)) cursor.fail(start);
  cursor.expect('.');
  if (name === 'in') {
    const values = cursor.inBrackets(() => cursor.list(() => cursor.value()));
    return { kind: 'in', column, isNegated, values: values.length === 1 && values[0] === '' ? [] : values };
  }
  const valueStart = cursor.position;
  const value = readValue();
  if (name !== 'is') return { kind: 'compare', column, isNegated, operator: name as Comparison, value };
  const isValue = IS_VALUES.find((one) => one === value.toLowerCase()) ?? cursor.fail(valueStart);
  return { kind: 'is', column, isNegated, value: isValue };
}

function readBranch(cursor: Cursor): Filter {
  const isNegated = cursor.accept('not.');
  const name = cursor.name();
  if ((name === 'and' || name === 'or') && cursor.isNext('(')) return readLogic(cursor, name, isNegated);
  if (isNegated) cursor.fail();
  cursor.expect('.');
  return readCondition(cursor, name, () => cursor.value());
}

function readLogic(cursor: Cursor, operator: LogicOperator, isNegated: boolean): Filter {
  const filters = cursor.inBrackets(() => cursor.list(() => readBranch(cursor)));
  return { kind: 'logic', operator, isNegated, filters };
}

/** Parses a parameter such as `status=eq.active`. */
export function parseFilter(column: string, text: string): Filter {
  const cursor = new Cursor(text, 'filter');
  const filter = readCondition(cursor, column, () => cursor.rest());
  cursor.expectEnd();
  return filter;
}

/** Parses a parameter such as `or=(a.eq.1,b.is.null)`. */
export function parseLogic(operator: LogicOperator, isNegated: boolean, text: string): Filter {
  const cursor = new Cursor(text, 'logic tree');
  const filter = readLogic(cursor, operator, isNegated);
  cursor.expectEnd();
  return filter;
}

export type OrderTerm = { column: string; isDescending: boolean; nulls: 'first' | 'last' | null };

/** Parses an `order` parameter, such as `start_time.desc.nullslast,id`. */
export function parseOrder(text: string): OrderTerm[] {
  const cursor = new Cursor(text, 'order');
  const terms = cursor.list((): OrderTerm => {
    const column = cursor.name();
    const isDescending = cursor.accept('.desc');
    if (!isDescending) cursor.accept('.asc');
    const nulls = cursor.accept('.nullsfirst') ? 'first' : cursor.accept('.nullslast') ? 'last' : null;
    return { column, isDescending, nulls };
  });
  cursor.expectEnd();
  return terms;
}
