import { expect, test } from 'vitest';
import { createPeriod } from '../../../domain/days/period.ts';
import { parsePeriod, parseStart, toReservationValuesAgain } from './reservation-values.ts';

test('the form reads date and time in the time of the device', () => {
  expect(parseStart({ date: '2026-11-21', time: '14:05' })).toEqual(new Date(2026, 10, 21, 14, 5));
  expect(parsePeriod({ date: '2026-11-21', time: '23:00', hours: 1.5 })?.endsAt).toEqual(new Date(2026, 10, 22, 0, 30));
});

test('the form knows no start without a date or a time, and no end without a duration of at least an hour', () => {
  expect(parseStart({ date: '', time: '14:00' })).toBeNull();
  expect(parseStart({ date: '2026-11-21', time: '' })).toBeNull();
  expect(parsePeriod({ date: '2026-11-21', time: '14:00', hours: null })).toBeNull();
  expect(parsePeriod({ date: '2026-11-21', time: '14:00', hours: 0.5 })).toBeNull();
});

test('the form knows no end beyond the last day of the calendar', () => {
  expect(parsePeriod({ date: '2026-11-21', time: '14:00', hours: 1e12 })).toBeNull();
});

test.each([
  ['09:10', '10:30', '10:30'],
  ['10:40', '10:30', '10:45'],
])('what is booked again at %s began at %s and begins at %s', (now, earlier, start) => {
  const times = createPeriod(new Date(`2026-03-01T${earlier}`), 3);
  const values = toReservationValuesAgain(times, new Date(`2026-03-04T${now}`));
  expect(values).toEqual({ date: '2026-03-04', time: start, hours: 3 });
});
