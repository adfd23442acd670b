import { expect, test } from 'vitest';
import { formatCountdown, getRemainingMs, getStayEnd, isDuringStay, isLowOnTime, isOverdue } from './stay.ts';

const stay = { startTime: '2026-03-01T10:00:00-04:00', durationHours: 3 };
const at = (time: string) => new Date(`2026-03-01T${time}-04:00`);

test('a stay ends its hours after its start', () => {
  expect(getStayEnd(stay)).toEqual(at('13:00:00'));
});

test('what remains follows the clock and stops at zero', () => {
  expect(formatCountdown(getRemainingMs(stay, at('10:00:01')))).toBe('2h 59m 59s');
  expect(formatCountdown(getRemainingMs(stay, at('13:00:00')))).toBe('0h 0m 0s');
  expect(formatCountdown(getRemainingMs(stay, at('18:00:00')))).toBe('0h 0m 0s');
});

test('time is low from exactly 15 minutes on', () => {
  expect(isLowOnTime(stay, at('12:44:59'))).toBe(false);
  expect(isLowOnTime(stay, at('12:45:00'))).toBe(true);
});

test('a stay is under way from its start to its end', () => {
  expect(isDuringStay(stay, at('09:59:59'))).toBe(false);
  expect(isDuringStay(stay, at('10:00:00'))).toBe(true);
  expect(isDuringStay(stay, at('13:00:01'))).toBe(false);
});

test('a stay is overdue from just after its end until a day later', () => {
  expect(isOverdue(stay, at('12:59:59'))).toBe(false);
  expect(isOverdue(stay, at('13:00:00'))).toBe(false);
  expect(isOverdue(stay, at('13:00:01'))).toBe(true);
  expect(isOverdue(stay, new Date('2026-03-02T13:00:00-04:00'))).toBe(true);
  expect(isOverdue(stay, new Date('2026-03-02T13:00:01-04:00'))).toBe(false);
});
