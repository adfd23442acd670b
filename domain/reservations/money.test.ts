import { expect, test } from 'vitest';
import { formatDollars, formatHourlyRate, formatRateRange, formatShortHourlyRate } from './money.ts';

test('an amount and a rate have two decimals', () => {
  expect([15, 0, 2.5, 9.999].map(formatDollars)).toEqual(['$15.00', '$0.00', '$2.50', '$10.00']);
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
