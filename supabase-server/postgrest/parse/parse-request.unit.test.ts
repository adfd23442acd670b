import { expect, test } from 'vitest';
import { DataError } from '../data-error.ts';
import { type DataRequest, parseRequest } from './parse-request.ts';

const parse = (search: string, headers: Record<string, string> = {}, method = 'GET'): DataRequest =>
  parseRequest({ method, search: new URLSearchParams(search), header: (name) => headers[name] });

/** The code and position of a refusal, or what was read in spite of all. */
function refusal(search: string, headers?: Record<string, string>) {
  try {
    return parse(search, headers);
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    return `${error.status} ${error.body.code} ${error.message.match(/column \d+/)?.[0] ?? ''}`.trim();
  }
}

const compare = (operator: string, value: string, isNegated = false, name = 'a') => ({
  kind: 'compare',
  column: name,
  isNegated,
  operator,
  value,
});

test.each<[string, unknown]>([
  ['a=eq.1', compare('eq', '1')],
  ['a=not.gte.x.y', compare('gte', 'x.y', true)],
  ['a=eq.', compare('eq', '')],
  ['a=like.*x*', compare('like', '*x*')],
  ['a=in.(1,"b,c","d\\"e",f g)', { kind: 'in', column: 'a', isNegated: false, values: ['1', 'b,c', 'd"e', 'f g'] }],
  ['a=in.()', { kind: 'in', column: 'a', isNegated: false, values: [] }],
  ['a=in.("")', { kind: 'in', column: 'a', isNegated: false, values: [] }],
  ['a=is.NULL', { kind: 'is', column: 'a', isNegated: false, value: 'null' }],
  ['a=not.is.not_null', { kind: 'is', column: 'a', isNegated: true, value: 'not_null' }],
  ['"a"=eq.1', compare('eq', '1')],
])('%s is parsed as a filter', (search, filter) => {
  expect(parse(search).rows.filters).toEqual([filter]);
});

test.each<[string, string, number, number | null]>([
  ['', '0-9', 0, 10],
  ['', '5-', 5, null],
  ['limit=4&offset=2', '3-9', 3, 3],
  ['limit=2', '5-9', 5, 0],
  ['', 'bytes=0-5', 0, null],
])('%s with the range %s is one page', (search, range, offset, limit) => {
  expect(parse(search, { range }).rows).toMatchObject({ offset, limit });
});

test('a write ignores the range header', () => {
  expect(parse('', { range: '1-2' }, 'PATCH').rows).toMatchObject({ offset: 0, limit: null });
});

test('the first preference of each name is parsed', () => {
  const prefer =
    'return=representation, count=estimated,missing=default,resolution=ignore-duplicates,return=minimal,wait=9';
  expect(parse('', { prefer }).preferences).toEqual({
    returns: 'representation',
    resolution: 'ignore-duplicates',
    isCounted: true,
    missingIsDefault: true,
    isStrict: false,
    maxAffected: null,
  });
  expect(parse('', { prefer: 'handling=strict,max-affected=3' }).preferences).toMatchObject({ maxAffected: 3 });
  expect(parse('', { prefer: 'max-affected=3' }).preferences).toMatchObject({ maxAffected: null });
});

test.each([
  ['select=a->b', '400 PGRST100 column 2'],
  ['select=...a(b)', '400 PGRST100 column 1'],
  ['select=a,', '400 PGRST100 column 3'],
  ['select=a(b', '400 PGRST100 column 4'],
  ['select=a::regclass', '400 PGRST100 column 12'],
  ['select=a.sum()', '400 PGRST123'],
  ['select=a!b!c(d)', '400 PGRST100 column 6'],
  ['a=fts.x', '400 PGRST100 column 1'],
  ['a=eq(any).{1}', '400 PGRST100 column 3'],
  ['a=is.5', '400 PGRST100 column 4'],
  ['a=in.(1', '400 PGRST100 column 6'],
  ['a=in.(1)x', '400 PGRST100 column 7'],
  ['or=(a.eq.1)x', '400 PGRST100 column 9'],
  ['or=a.eq.1', '400 PGRST100 column 1'],
  ['order=a.up', '400 PGRST100 column 2'],
  ['order=a(b)', '400 PGRST100 column 2'],
  ['limit=1&limit=2', '400 PGRST100 column 1'],
  ['offset=-1', '400 PGRST100 column 1'],
  ['limit=-1', '416 PGRST103'],
  ['columns=a.b', '400 PGRST100 column 2'],
  ['a.=eq.1', '400 PGRST100 column 3'],
])('%s is rejected with the position of the error', (search, expected) => {
  expect(refusal(search)).toBe(expected);
});
