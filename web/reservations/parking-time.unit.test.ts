import { expect, test } from 'vitest';
import {
  formatDurationMs,
  formatHours,
  formatHoursShort,
  formatMoment,
  formatStart,
  formatTimeLeft,
  getParkedMs,
} from './parking-time.ts';

const MINUTE_MS = 60_000;

test('a driver is never told that 0 min are left while seconds remain', () => {
  expect(formatTimeLeft(MINUTE_MS)).toBe('1 min left');
  expect(formatTimeLeft(MINUTE_MS - 1)).toBe('Less than a minute left');
});

test('a moment names its date only on another day', () => {
  const now = new Date(2026, 2, 1, 10, 0);
  expect(formatMoment(new Date(2026, 2, 1, 15, 5), now)).toBe('3:05 PM');
  expect(formatMoment(new Date(2026, 2, 2, 15, 5), now)).toBe('Mar 02, 2026, 3:05 PM');
});

test('a start is written with date and time', () => {
  expect(formatStart(new Date(2026, 2, 2, 15, 5).toISOString())).toBe('Mar 02, 2026, 3:05 PM');
});

test('a duration is shown in whole hours', () => {
  expect([1, 1.5, 3].map(formatHours)).toEqual(['1 hour', '2 hours', '3 hours']);
  expect([2.4, 2.5, 0.4].map(formatHours)).toEqual(['2 hours', '3 hours', '0 hours']);
  expect([1, 1.5, 3].map(formatHoursShort)).toEqual(['1 hr', '2 hrs', '3 hrs']);
});

test('time parked runs from the start of the stay to its end at most', () => {
  const stay = { startTime: '2026-03-01T10:00:00-04:00', durationHours: 3 };
  const at = (time: string) => new Date(`2026-03-01T${time}-04:00`);
  expect(formatDurationMs(getParkedMs(stay, at('09:00:00')))).toBe('0 min');
  expect(formatDurationMs(getParkedMs(stay, at('11:05:00')))).toBe('1 hr 5 min');
  expect(formatDurationMs(getParkedMs(stay, at('18:00:00')))).toBe('3 hr');
});
