import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { joinRows, mapRows, NO_ROWS, parseRows, readRows } from './parse-rows.ts';

const schema = z.object({ id: z.string(), amount: z.number() });

const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
beforeEach(() => {
  warn.mockClear();
});

test('an invalid row is told by its id, and the rows around it stay in their order', () => {
  const data = [{ id: 'a', amount: 1 }, { id: 'b', amount: 'NaN' }, { id: 7, amount: 1 }, null, { id: 'c', amount: 2 }];
  expect(parseRows(schema, data)).toEqual({
    rows: [
      { id: 'a', amount: 1 },
      { id: 'c', amount: 2 },
    ],
    invalid: [{ id: 'b' }, { id: '7' }, { id: 'without id, number 4' }],
    count: 5,
  });
  expect(warn).toHaveBeenCalledTimes(3);
});

test('a response that is an error, or no list, is the problem of the list', () => {
  const read =
    (data: unknown, error: unknown = null) =>
    () =>
      readRows({ data, error }, schema, 'users-not-loaded');
  expect(read([{ id: 'a', amount: 1 }])()).toMatchObject({ count: 1 });
  expect(read(null, { code: '42501' })).toThrow('Failed to fetch users');
  expect(read('a page of a proxy')).toThrow('Failed to fetch users');
});

test('lists are joined, and an invalid row that is on two pages is listed once', () => {
  const page = parseRows(schema, [{ id: 'a', amount: 1 }, { id: 'b' }]);
  expect(joinRows([page, NO_ROWS, page])).toMatchObject({ invalid: [{ id: 'b' }], count: 4 });
  expect(mapRows(page, ({ id }) => id)).toEqual({ rows: ['a'], invalid: [{ id: 'b' }], count: 2 });
});
