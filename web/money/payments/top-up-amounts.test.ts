import { expect, test } from 'vitest';
import { toCents } from '../../../domain/money/cents.ts';
import { parseAmount, suggestAmounts } from './top-up-form.tsx';

const limits = { min: toCents(500), max: toCents(150_000) };

test('amounts within the limits are suggested', () => {
  expect(suggestAmounts({ currency: 'USD', limits: null, missing: null })).toEqual([500, 1000, 2000]);
  expect(suggestAmounts({ currency: 'DOP', limits, missing: null })).toEqual([20_000, 50_000, 100_000]);
  const low = { min: toCents(700), max: toCents(1500) };
  expect(suggestAmounts({ currency: 'USD', limits: low, missing: null })).toEqual([1000]);
});

test('what is missing comes first, and at least the least amount', () => {
  expect(suggestAmounts({ currency: 'DOP', limits, missing: toCents(32_050) })).toEqual([32_050, 50_000, 100_000]);
  expect(suggestAmounts({ currency: 'USD', limits, missing: toCents(120) })).toEqual([500, 1000, 2000]);
});

test.each([
  ['12', 1200],
  ['12.5', 1250],
  [' 1,200.75 ', 120_075],
  ['1500', 150_000],
])('%j is an amount', (text, cents) => {
  expect(parseAmount(text, limits)).toBe(cents);
});

test.each(['', '12,50', '1e3', '-5', '4.99', '1500.01', '12.345', 'RD$12', '999999999999'])(
  '%j is no amount to top up',
  (text) => {
    expect(parseAmount(text, limits)).toBeNull();
  },
);
