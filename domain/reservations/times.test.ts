import { expect, test } from 'vitest';
import {
  formatCountdown,
  getRemainingMs,
  getReservationEnd,
  isDuringReservation,
  isLowOnTime,
  isOverdue,
} from './times.ts';

const reservation = { startTime: '2026-03-01T10:00:00-04:00', durationHours: 3 };
const at = (time: string) => new Date(`2026-03-01T${time}-04:00`);

test('a reservation ends its hours after its start', () => {
  expect(getReservationEnd(reservation)).toEqual(at('13:00:00'));
});

test('what remains follows the clock and stops at zero', () => {
  expect(formatCountdown(getRemainingMs(reservation, at('10:00:01')))).toBe('2h 59m 59s');
  expect(formatCountdown(getRemainingMs(reservation, at('13:00:00')))).toBe('0h 0m 0s');
  expect(formatCountdown(getRemainingMs(reservation, at('18:00:00')))).toBe('0h 0m 0s');
});

test('time is low from exactly 15 minutes on', () => {
  expect(isLowOnTime(reservation, at('12:44:59'))).toBe(false);
  expect(isLowOnTime(reservation, at('12:45:00'))).toBe(true);
});

test('a reservation is under way from its start to its end', () => {
  expect(isDuringReservation(reservation, at('09:59:59'))).toBe(false);
  expect(isDuringReservation(reservation, at('10:00:00'))).toBe(true);
  expect(isDuringReservation(reservation, at('13:00:01'))).toBe(false);
});

test('a reservation is overdue from just after its end until a day later', () => {
  expect(isOverdue(reservation, at('12:59:59'))).toBe(false);
  expect(isOverdue(reservation, at('13:00:00'))).toBe(false);
  expect(isOverdue(reservation, at('13:00:01'))).toBe(true);
  expect(isOverdue(reservation, new Date('2026-03-02T13:00:00-04:00'))).toBe(true);
  expect(isOverdue(reservation, new Date('2026-03-02T13:00:01-04:00'))).toBe(false);
});
