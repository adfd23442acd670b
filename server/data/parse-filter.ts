import { Cursor } from './cursor.ts';

/** How a column is compared; the keys are PostgREST's. */
export const COMPARISONS = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
} as const;

export type Comparison = keyof typeof COMPARISONS;

export const IS_VALUES = ['null', 'not_null', 'true', 'false', 'unknown'] as const;

/** A condition on the rows of one table. */
export type Filter =
  | { kind: 'compare'; column: string; isNegated: boolean; operator: Comparison; value: string }
  | { kind: 'in'; column: string; isNegated: boolean; values: string[] }
  | { kind: 'is'; column: string; isNegated: boolean; value: (typeof IS_VALUES)[number] }
  | { kind: 'logic'; operator: 'and' | 'or'; isNegated: boolean; filters: Filter[] };

const WHAT = 'filter';

function isComparison(word: string): word is Comparison {
  return Object.hasOwn(COMPARISONS, word);
}

/** Reads what is behind a column: `[not.]operator.value`; the value ends where `readValue` says. */
function readCondition(cursor: Cursor, column: string, readValue: () => string): Filter {
  const isNegated = cursor.accept('not.');
  const operator = cursor.name();
  cursor.expect('.');
  if (operator === 'in') {
    cursor.expect('(');
    const values = cursor.accept(')') ? [] : cursor.list(() => cursor.value());
    if (values.length > 0) cursor.expect(')');
    return { kind: 'in', column, isNegated, values };
  }
  const value = readValue();
  if (operator === 'is') {
    const known = IS_VALUES.find((candidate) => candidate === value.toLowerCase());
    return known === undefined ? cursor.fail() : { kind: 'is', column, isNegated, value: known };
  }
  return isComparison(operator) ? { kind: 'compare', column, isNegated, operator, value } : cursor.fail();
}

function readBranch(cursor: Cursor): Filter {
  const isNegated = cursor.accept('not.');
  const word = cursor.name();
  if ((word === 'and' || word === 'or') && cursor.isNext('(')) return readLogic(cursor, word, isNegated);
  if (isNegated) cursor.fail();
  cursor.expect('.');
  return readCondition(cursor, word, () => cursor.value());
}

function readLogic(cursor: Cursor, operator: 'and' | 'or', isNegated: boolean): Filter {
  cursor.expect('(');
  const filters = cursor.list(() => readBranch(cursor));
  cursor.expect(')');
  return { kind: 'logic', operator, isNegated, filters };
}

/** Reads one filter parameter, such as `status=eq.active`. @throws DataError PGRST100 */
export function parseFilter(column: string, text: string): Filter {
  const cursor = new Cursor(text, WHAT);
  const filter = readCondition(cursor, column, () => cursor.rest());
  if (!cursor.isAtEnd) cursor.fail();
  return filter;
}

/** Reads a logical parameter, such as `or=(a.eq.1,b.is.null)`. @throws DataError PGRST100 */
export function parseLogic(operator: 'and' | 'or', isNegated: boolean, text: string): Filter {
  const cursor = new Cursor(text, WHAT);
  const filter = readLogic(cursor, operator, isNegated);
  if (!cursor.isAtEnd) cursor.fail();
  return filter;
}
