import { expect, test } from 'vitest';
import { getCountryDay, getLastMonth, getThisMonth, isDayRange } from './day-range.ts';

test('the day is that of Santo Domingo, four hours behind Greenwich', () => {
  expect(getCountryDay(new Date('2026-03-01T03:59:00Z'))).toBe('2026-02-28');
  expect(getCountryDay(new Date('2026-03-01T04:00:00Z'))).toBe('2026-03-01');
});

test('this month is until today, and the last one is whole', () => {
  const now = new Date('2026-03-15T12:00:00Z');
  expect(getThisMonth(now)).toEqual({ first: '2026-03-01', last: '2026-03-15' });
  expect(getLastMonth(now)).toEqual({ first: '2026-02-01', last: '2026-02-28' });
});

test.each([
  ['2026-03-01', '2026-03-01', true],
  ['2026-01-01', '2027-01-02', true],
  ['2026-01-01', '2027-01-03', false],
  ['2026-03-02', '2026-03-01', false],
  ['', '2026-03-01', false],
  ['2026-03-01', 'yesterday', false],
])('the days from %j to %j are a range: %s', (first, last, isRange) => {
  expect(isDayRange({ first, last })).toBe(isRange);
});
