import { expect, test } from 'vitest';
import {
  formatDayRange,
  getCountryDay,
  getLast30Days,
  getLastMonth,
  getThisMonth,
  getTimesOfDays,
  isDayRange,
  parseDayRange,
} from './day-range.ts';

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

test('the last 30 days end today', () => {
  expect(getLast30Days(new Date('2026-03-15T12:00:00Z'))).toEqual({ first: '2026-02-14', last: '2026-03-15' });
});

test('a range is written into an address, and read from it', () => {
  const range = { first: '2026-03-01', last: '2026-03-15' };
  expect(parseDayRange(formatDayRange(range))).toEqual(range);
});

test.each(['', '2026-03-01', '2026-03-15..2026-03-01', '2026-02-30..2026-03-01', '2020-01-01..2026-03-01', 'a..b'])(
  '%j is no range of days',
  (text) => {
    expect(parseDayRange(text)).toBeNull();
  },
);

test('days last from a midnight of the country to another', () => {
  expect(getTimesOfDays({ first: '2026-02-27', last: '2026-02-28' })).toEqual({
    from: '2026-02-27T04:00:00.000Z',
    to: '2026-03-01T04:00:00.000Z',
  });
});
