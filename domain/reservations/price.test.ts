import { expect, test } from 'vitest';
import { calculatePrice } from './price.ts';

test('a stay costs its hours times the hourly rate', () => {
  expect(calculatePrice({ hourlyRate: 7, hours: 3 })).toBe(21);
});

test('without a rate an hour costs 5 dollars', () => {
  expect(calculatePrice({ hourlyRate: null, hours: 2 })).toBe(10);
});

test('a free zone stays free', () => {
  expect(calculatePrice({ hourlyRate: 0, hours: 5 })).toBe(0);
});

test('a price is rounded to the cent', () => {
  expect(calculatePrice({ hourlyRate: 2.35, hours: 1.5 })).toBe(3.53);
});
