import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calculateIncludedTax, formatCents, parseCents, toCents } from './cents.ts';

test.each([
  ['590.00', 59_000],
  ['5.9', 590],
  ['-12.30', -1230],
  [590, 59_000],
  [19.99, 1999],
  [-0, 0],
  ['9999999999.99', 999_999_999_999],
])('the amount %s is %i cents', (amount, cents) => {
  expect(parseCents(amount)).toBe(cents);
});

test.each(['', '5,90', '1e3', '5.901', '+5', 0.1 + 0.2, Number.NaN, Infinity])('%s is no amount', (amount) => {
  expect(() => parseCents(amount)).toThrow('is not an amount of money');
});

test.each([0.5, Number.NaN, Infinity, 2 ** 53])('%s is no number of cents', (number) => {
  expect(() => toCents(number)).toThrow(RangeError);
});

test('a decimal has two places, and none loses its sign', () => {
  expect([590, 5, 0, -1230, -5].map((cents) => formatCents(toCents(cents)))).toEqual([
    '5.90',
    '0.05',
    '0.00',
    '-12.30',
    '-0.05',
  ]);
});

test('every amount is the same after it was written and read', () => {
  const amounts = fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }).map(toCents);
  fc.assert(fc.property(amounts, (cents) => parseCents(formatCents(cents)) === cents));
});

test.each([
  [59_000, 18, 9000],
  [1000, 18, 153],
  [1, 18, 0],
  [3, 18, 0],
  [4, 18, 1],
  [3, 100, 2],
  [1748, 0, 0],
  [10_000, 18.5, 1561],
])('of %i cents that include %d %% tax, %i are tax', (total, rate, tax) => {
  expect(calculateIncludedTax(toCents(total), rate)).toBe(tax);
});

test('the tax in an amount is exact to half a cent, at every rate', () => {
  const total = fc.integer({ min: 0, max: 999_999_999_999 });
  const rate = fc.integer({ min: 0, max: 10_000 }).map((parts) => parts / 100);
  fc.assert(
    fc.property(total, rate, (cents, percent) => {
      const parts = BigInt(Math.round(percent * 100));
      const tax = BigInt(calculateIncludedTax(toCents(cents), percent));
      const twiceTheError = 2n * (tax * (10_000n + parts) - BigInt(cents) * parts);
      return twiceTheError > -(10_000n + parts) && twiceTheError <= 10_000n + parts;
    }),
  );
});
