import { expect, test } from 'vitest';
import { RESERVATION_STATUSES } from './reservation.ts';
import { getTimeState } from './times.ts';

const RESERVATION = { startTime: '2026-03-01T10:00:00-04:00', endTime: '2026-03-01T13:00:00-04:00' };
const at = (time: string) => new Date(`2026-03-01T${time}-04:00`);
const stateAt = (time: string, status: (typeof RESERVATION_STATUSES)[number] = 'active') =>
  getTimeState({ ...RESERVATION, status }, at(time));

test('a reservation is to come until it starts, under way until it ends, and then over', () => {
  expect(stateAt('09:59:59')).toBe('future');
  expect(stateAt('10:00:00')).toBe('current');
  expect(stateAt('13:00:00')).toBe('current');
  expect(stateAt('13:00:01')).toBe('past');
});

test('a completed or cancelled reservation is over even before it starts', () => {
  for (const status of ['completed', 'cancelled'] as const) {
    for (const time of ['09:00:00', '11:00:00', '14:00:00']) expect(stateAt(time, status)).toBe('past');
  }
});

test('an expired reservation follows the clock', () => {
  expect(RESERVATION_STATUSES).toContain('expired');
  expect(stateAt('11:00:00', 'expired')).toBe('current');
  expect(stateAt('14:00:00', 'expired')).toBe('past');
});
