import { afterEach, expect, test } from 'vitest';
import { baseLocale, setLocale } from '#language';
import {
  formatClock,
  formatDay,
  formatDayOfYear,
  formatDayWithYear,
  formatList,
  formatNumber,
  formatTableClock,
  getClock,
} from './format.ts';

afterEach(() => setLocale(baseLocale));

const AFTERNOON = new Date(2026, 10, 5, 14, 5);
const all = () =>
  [formatDay, formatDayWithYear, formatDayOfYear, formatClock, formatTableClock].map((format) => format(AFTERNOON));

test('English writes days and times as the specification does', () => {
  expect(all()).toEqual(['Nov\u00a005,\u00a02026', 'Nov\u00a05,\u00a02026', 'Nov\u00a05', '2:05\u00a0PM', '14:05']);
  expect(formatTableClock(new Date(2026, 0, 1, 0, 7))).toBe('00:07');
  expect(formatList(['a', 'b', 'c'])).toBe('a, b, c');
});

test('Spanish writes days and times as Dominicans do', () => {
  setLocale('es');
  expect(all()).toEqual([
    '5\u00a0nov\u00a02026',
    '5\u00a0nov\u00a02026',
    '5\u00a0nov',
    '2:05\u00a0p.\u00a0m.',
    '2:05\u00a0p.\u00a0m.',
  ]);
  expect(formatList(['a', 'b', 'c'])).toBe('a, b y c');
});

test('a time for a sentence tells the hour that it names', () => {
  const hours = [0, 1, 12, 13, 14].map((hour) => getClock(new Date(2026, 10, 5, hour, 5)).hour);
  expect(hours).toEqual([12, 1, 12, 1, 2]);
  expect(getClock(AFTERNOON).time).toBe('2:05\u00a0PM');
});

test('large numbers are grouped', () => {
  expect(formatNumber(12_345)).toBe('12,345');
});
