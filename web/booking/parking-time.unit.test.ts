import { afterEach, expect, test } from 'vitest';
import { baseLocale, setLocale } from '#language';
import { createPeriod } from '../../domain/days/period.ts';
import {
  formatDurationMs,
  formatEndedAgo,
  formatHours,
  formatHoursShort,
  formatMoment,
  formatParkedHours,
  formatReservation,
  formatStartAndEnd,
  formatStartsAt,
  formatTimeLeft,
  formatTimeLeftOf,
  getParkedMs,
} from './parking-time.ts';

const MINUTE_MS = 60_000;

afterEach(() => setLocale(baseLocale));

test('a driver is never told that 0 min are left while seconds remain', () => {
  expect(formatTimeLeft(MINUTE_MS)).toBe('1 min left');
  expect(formatTimeLeft(MINUTE_MS - 1)).toBe('Less than a minute left');
});

test('a moment names its date only on another day', () => {
  const now = new Date(2026, 2, 1, 10, 0);
  expect(formatMoment(new Date(2026, 2, 1, 15, 5), now)).toBe('3:05\u00a0PM');
  expect(formatMoment(new Date(2026, 2, 2, 15, 5), now)).toBe('Mar\u00a002,\u00a02026, 3:05\u00a0PM');
});

test('a start to come is today, tomorrow or on a date, also when the clocks change between', () => {
  const now = new Date(2026, 2, 28, 23, 59);
  expect(formatStartsAt(new Date(2026, 2, 28, 23, 59, 30), now)).toBe('Starts today at 11:59\u00a0PM');
  expect(formatStartsAt(new Date(2026, 2, 29, 9, 0), now)).toBe('Starts tomorrow at 9:00\u00a0AM');
  expect(formatStartsAt(new Date(2026, 2, 30, 0, 0), now)).toBe('Starts on Mar\u00a030,\u00a02026 at 12:00\u00a0AM');
  const earlier = new Date(2026, 2, 28, 0, 5);
  expect(formatStartsAt(new Date(2026, 2, 29, 23, 30), earlier)).toBe('Starts tomorrow at 11:30\u00a0PM');
});

test('a driver reads how long ago a reservation ended', () => {
  expect([0, 20, 125].map((minutes) => formatEndedAgo(minutes * MINUTE_MS))).toEqual([
    'Ended less than a minute ago',
    'Ended 20 min ago',
    'Ended 2 hr 5 min ago',
  ]);
});

test('a driver reads how much is left of a reservation that has begun', () => {
  const startsAt = new Date('2026-03-01T14:00:00Z');
  const now = new Date('2026-03-01T14:39:00Z');
  expect(formatTimeLeftOf(createPeriod(startsAt, 3), now)).toBe('2 hr 21 min left of 3 hours');
  expect(formatTimeLeftOf(createPeriod(startsAt, 1.5), now)).toBe('51 min left of 1 hr 30 min');
});

test('a duration is shown in whole hours', () => {
  expect([1, 1.5, 3].map(formatHours)).toEqual(['1 hour', '2 hours', '3 hours']);
  expect([2.4, 2.5, 0.4].map(formatHours)).toEqual(['2 hours', '3 hours', '0 hours']);
  expect([1, 1.5, 3].map(formatHoursShort)).toEqual(['1 hr', '2 hrs', '3 hrs']);
});

test('time parked runs from the start of the reservation to its end at most', () => {
  const reservation = createPeriod(new Date('2026-03-01T10:00:00-04:00'), 3);
  const at = (time: string) => new Date(`2026-03-01T${time}-04:00`);
  expect(formatDurationMs(getParkedMs(reservation, at('09:00:00')))).toBe('0 min');
  expect(formatDurationMs(getParkedMs(reservation, at('11:05:00')))).toBe('1 hr 5 min');
  expect(formatDurationMs(getParkedMs(reservation, at('18:00:00')))).toBe('3 hr');
});

test('a reservation names its year only when it is another one', () => {
  const startsAt = new Date(2026, 10, 22, 9, 0);
  expect(formatReservation(createPeriod(startsAt, 5), new Date(2026, 5, 1))).toBe('Nov\u00a022, 9:00\u00a0AM, 5 hours');
  expect(formatReservation(createPeriod(startsAt, 1), new Date(2025, 11, 1))).toBe(
    'Nov\u00a022,\u00a02026, 9:00\u00a0AM, 1 hour',
  );
});

test('a driver who reads Spanish finds times and durations as Dominicans say them', () => {
  setLocale('es');
  const now = new Date(2026, 10, 22, 9, 30);
  expect(formatStartsAt(new Date(2026, 10, 22, 13, 0), now)).toBe('Comienza hoy a la 1:00\u00a0p.\u00a0m.');
  expect(formatStartsAt(new Date(2026, 10, 24, 9, 0), now)).toBe(
    'Comienza el 24\u00a0nov\u00a02026 a las 9:00\u00a0a.\u00a0m.',
  );
  const reservation = createPeriod(new Date(2026, 10, 22, 9, 0), 1);
  expect(formatReservation(reservation, now)).toBe('22\u00a0nov, 9:00\u00a0a.\u00a0m., 1 hora');
  expect(formatStartAndEnd(reservation)).toBe('22\u00a0nov\u00a02026, 9:00\u00a0a.\u00a0m. a 10:00\u00a0a.\u00a0m.');
  expect(formatTimeLeftOf(createPeriod(reservation.startsAt, 3), now)).toBe('Tiempo restante: 2 h 30 min de 3 horas');
});

test.each([
  ['2026-03-01T11:17:00Z', '1 hr 17 min of 3 hrs'],
  ['2026-03-01T13:00:20Z', '3 hrs'],
  ['2026-03-01T13:20:00Z', '3 hr 20 min of 3 hrs'],
])('a driver who left at %s reads %s', (endedAt, text) => {
  const booked = createPeriod(new Date('2026-03-01T10:00:00Z'), 3);
  expect(formatParkedHours(booked, new Date(endedAt))).toBe(text);
});
