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

test('a write ignores the range header', () => {
  expect(parse('', { range: '1-2' }, 'PATCH').rows).toMatchObject({ offset: 0, limit: null });
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
