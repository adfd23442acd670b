import { afterEach, expect, test } from 'vitest';
import { baseLocale, setLocale } from '#language';
import { compareNames, createSpaceNames } from './space-names.ts';

afterEach(() => setLocale(baseLocale));

test.each([
  [{ prefix: 'A-', from: '1', to: '3' }, ['A-1', 'A-2', 'A-3']],
  [{ prefix: 'B-', from: '09', to: '11' }, ['B-09', 'B-10', 'B-11']],
  [{ prefix: '', from: ' 7 ', to: '7' }, ['7']],
  [{ prefix: 'P', from: '98', to: '101' }, ['P098', 'P099', 'P100', 'P101']],
  [{ prefix: 'B-', from: '8', to: '011' }, ['B-008', 'B-009', 'B-010', 'B-011']],
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

test('names sort as people count', () => {
  expect(['A-10', 'b-1', 'A-2', 'Á-3', 'A-1'].toSorted(compareNames)).toEqual(['A-1', 'A-2', 'Á-3', 'A-10', 'b-1']);
});

test('in Spanish ñ is a letter between n and o, and no other accent changes the order', () => {
  const names = ['Oeste', 'Ñuñoa', 'Nunca', 'Ávila', 'Azua'];
  expect(names.toSorted(compareNames)).toEqual(['Ávila', 'Azua', 'Nunca', 'Ñuñoa', 'Oeste']);
  expect([compareNames('Ñ-1', 'N-2'), compareNames('Ñ-2', 'N-1')]).toEqual([-1, 1]);
  setLocale('es');
  expect([compareNames('Ñ-1', 'N-2'), compareNames('Ñ-2', 'N-1')]).toEqual([1, 1]);
  expect([compareNames('Á-2', 'A-10'), compareNames('á', 'Z')]).toEqual([-1, -1]);
});
