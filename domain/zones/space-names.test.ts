import { expect, test } from 'vitest';
import { createSpaceNames } from './space-names.ts';

test.each([
  [{ prefix: 'A-', from: '1', to: '3' }, ['A-1', 'A-2', 'A-3']],
  [{ prefix: 'B-', from: '09', to: '11' }, ['B-09', 'B-10', 'B-11']],
  [{ prefix: '', from: ' 7 ', to: '7' }, ['7']],
  [{ prefix: 'P', from: '98', to: '101' }, ['P98', 'P99', 'P100', 'P101']],
])('%j is a row of names', (range, names) => {
  expect(createSpaceNames(range)).toEqual(names);
});

test.each([
  ['the wrong order', '3', '1'],
  ['no number', '', '4'],
  ['words', 'one', 'ten'],
  ['a fraction', '1.5', '3'],
  ['less than nothing', '-1', '3'],
  ['more than 500', '1', '501'],
])('%s gives no names', (_what, from, to) => {
  expect(createSpaceNames({ prefix: 'A-', from, to })).toBeNull();
});

test('500 names are not too many', () => {
  expect(createSpaceNames({ prefix: 'A-', from: '001', to: '500' })).toHaveLength(500);
});
