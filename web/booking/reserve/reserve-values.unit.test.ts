import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createOptions, setInstallation } from '../../../domain/installation.ts';
import { createReserveValues, reserveSchema } from './reserve-values.ts';

const NOW = new Date(2026, 10, 21, 14, 37);
const TOO_EARLY = 'date: A reservation cannot have started more than 24 hours ago. Choose a later date or time.';
const TOO_LATE = 'date: A reservation can start at most 366 days from now. Choose an earlier date.';
const CHOSEN = { vehicleId: 'vehicle-1', paymentMethod: 'wallet' } as const;

beforeEach(() => {
  setInstallation(createOptions(true));
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

function listMessages(changes: object): string[] {
  const parsed = reserveSchema.safeParse({ ...createReserveValues(NOW, CHOSEN), ...changes });
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

test.each([
  ['in the demo with the current hour', true, '14:00'],
  ['where reservations are real now, so that nobody pays for what is over,', false, '14:37'],
])('the form starts today, %s for 3 hours', (_, isDemo, time) => {
  setInstallation(createOptions(isDemo));
  expect(createReserveValues(NOW, CHOSEN)).toMatchObject({ date: '2026-11-21', time, hours: 3 });
});

test.each([
  [{}, []],
  [{ hours: 744 }, []],
  [{ hours: 745 }, ['hours: A reservation can last at most 31 days, which is 744 hours.']],
  [{ hours: 0.5 }, ['hours: Duration must be at least 1 hour']],
  [{ hours: null }, ['hours: Duration must be at least 1 hour']],
  [{ date: '', time: '' }, ['date: Please select date and time', 'time: Please select date and time']],
  [{ time: '11:37' }, ['time: This time has already passed. Choose a later date or time.']],
  [{ time: '11:38' }, []],
  [{ date: '2026-11-20', time: '14:36', hours: 48 }, [TOO_EARLY]],
  [{ date: '2026-11-20', time: '14:37', hours: 48 }, []],
  [{ date: '2027-11-22', time: '14:38' }, [TOO_LATE]],
  [{ date: '2027-11-22', time: '14:37' }, []],
  [{ date: '12000-01-01' }, []],
])('the form with %j says %j', (changes, messages) => {
  expect(listMessages(changes)).toEqual(messages);
});
