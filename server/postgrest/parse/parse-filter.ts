import { Cursor } from './cursor.ts';

export const COMPARISONS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'cs', 'cd'] as const;
export const TRUTHS = ['null', 'not_null', 'true', 'false', 'unknown'] as const;

export type Comparison = (typeof COMPARISONS)[number];
export type Truth = (typeof TRUTHS)[number];

/** A condition on the rows of one table. */
export type Filter =
  | { kind: 'compare'; column: string; isNegated: boolean; operator: Comparison; value: string }
  | { kind: 'in'; column: string; isNegated: boolean; values: string[] }
  | { kind: 'is'; column: string; isNegated: boolean; value: Truth }
  | { kind: 'logic'; operator: LogicOperator; isNegated: boolean; filters: Filter[] };

export type LogicOperator = 'and' | 'or';

const OPERATORS: ReadonlySet<string> = new Set([...COMPARISONS, 'in', 'is']);
const OPERATOR_AHEAD = new RegExp(`^(not\\.)?(${[...OPERATORS].join('|')})\\.`);

/** Whether a parameter of a function call reads like a filter rather than like an argument. */
export function looksLikeFilter(text: string): boolean {
  return OPERATOR_AHEAD.test(text);
}

/** Reads what is behind a column: `[not.]operator.value`; the value ends where `readValue` says. */
function readCondition(cursor: Cursor, column: string, readValue: () => string): Filter {
  const isNegated = cursor.accept('not.');
  const start = cursor.position;
  const word = cursor.name();
  if (!OPERATORS.has(word)) cursor.fail(start);
  cursor.expect('.');
  if (word === 'in') {
    const values = cursor.inBrackets(() => cursor.list(() => cursor.value()));
    return { kind: 'in', column, isNegated, values: values.length === 1 && values[0] === '' ? [] : values };
  }
  const valueStart = cursor.position;
  const value = readValue();
  const operator = COMPARISONS.find((known) => known === word);
  if (operator !== undefined) return { kind: 'compare', column, isNegated, operator, value };
  const truth = TRUTHS.find((known) => known === value.toLowerCase()) ?? cursor.fail(valueStart);
  return { kind: 'is', column, isNegated, value: truth };
}

function readBranch(cursor: Cursor): Filter {
  const isNegated = cursor.accept('not.');
  const word = cursor.name();
  if ((word === 'and' || word === 'or') && cursor.isNext('(')) return readLogic(cursor, word, isNegated);
  if (isNegated) cursor.fail();
  cursor.expect('.');
  return readCondition(cursor, word, () => cursor.value());
}

function readLogic(cursor: Cursor, operator: LogicOperator, isNegated: boolean): Filter {
  const filters = cursor.inBrackets(() => cursor.list(() => readBranch(cursor)));
  return { kind: 'logic', operator, isNegated, filters };
}

/** Reads one filter parameter, such as `status=eq.active`. @throws DataError PGRST100 */
export function parseFilter(column: string, text: string): Filter {
  const cursor = new Cursor(text, 'filter');
  const filter = readCondition(cursor, column, () => cursor.rest());
  cursor.expectEnd();
  return filter;
}

/** Reads a logical parameter, such as `or=(a.eq.1,b.is.null)`. @throws DataError PGRST100 */
export function parseLogic(operator: LogicOperator, isNegated: boolean, text: string): Filter {
  const cursor = new Cursor(text, 'logic tree');
  const filter = readLogic(cursor, operator, isNegated);
  cursor.expectEnd();
  return filter;
}
