import { afterEach, expect, test } from 'vitest';
import { setLocale } from '#language';
import { setInstallation } from '../installation.ts';
import { parseCents } from '../money/cents.ts';
import { formatHourlyRate, formatMoney, formatMoneyOf, formatRateRange, formatShortHourlyRate } from './money.ts';

afterEach(() => {
  setInstallation({ currency: null });
  setLocale('en');
});

test('an amount and a rate have two decimals', () => {
  expect([15, 0, 2.5, 9.999, 999, 1250].map(formatMoney)).toEqual([
    '$15.00',
    '$0.00',
    '$2.50',
    '$10.00',
    '$999.00',
    '$1,250.00',
  ]);
  expect(formatMoneyOf(parseCents(-12345678.9))).toBe('$-12,345,678.90');
  expect([5, 2.5].map(formatHourlyRate)).toEqual(['$5.00/hr', '$2.50/hr']);
});

test('the info window of the map leaves out cents that are none', () => {
  expect([5, 0, 2.5].map(formatShortHourlyRate)).toEqual(['$5/hr', '$0/hr', '$2.50/hr']);
});

test('rates that differ start from the lowest', () => {
  expect(formatRateRange({ lowestRate: 5, highestRate: 8 })).toBe('from $5.00/hr');
  expect(formatRateRange({ lowestRate: 5, highestRate: 5 })).toBe('$5.00/hr');
  expect(formatRateRange({ lowestRate: 5, highestRate: 8 }, formatShortHourlyRate)).toBe('from $5/hr');
});

test.each([
  ['en', null, '$5.00'],
  ['en', 'USD', '$5.00'],
  ['en', 'DOP', 'RD$5.00'],
  ['es', null, 'RD$5.00'],
  ['es', 'USD', 'US$5.00'],
  ['es', 'DOP', 'RD$5.00'],
] as const)('in %s an amount of the currency %s is %s', (language, currency, text) => {
  setLocale(language);
  setInstallation({ currency });
  expect(formatMoney(5)).toBe(text);
});
