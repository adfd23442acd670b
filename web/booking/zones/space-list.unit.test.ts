import { afterEach, expect, test } from 'vitest';
import { baseLocale, setLocale } from '#language';
import type { SpaceStatus } from '../../../domain/zones/zone.ts';
import { formatFreeTime } from './space-list.tsx';

afterEach(() => setLocale(baseLocale));

const NOW = new Date(2026, 10, 21, 12, 0);
const space = (status: SpaceStatus) => ({
  id: 'a',
  name: 'A',
  zoneId: null,
  zoneName: null,
  location: null,
  hourlyRate: 5,
  status,
});
const taken = (startHour: number, endHour: number) => ({
  startsAt: new Date(2026, 10, 21, startHour),
  endsAt: new Date(2026, 10, 21, endHour),
});

test('a driver reads how long a free space stays free', () => {
  expect(formatFreeTime(space('available'), [taken(15, 17)], NOW)).toBe('Free until 3:00\u00a0PM');
  expect(formatFreeTime(space('available'), [taken(33, 35)], NOW)).toBe('Free until Nov\u00a022, 9:00\u00a0AM');
  expect(formatFreeTime(space('available'), [], NOW)).toBe('Free for the next 24 hours');
});

test('a driver reads when a reserved space is free again', () => {
  expect(formatFreeTime(space('reserved'), [taken(11, 14)], NOW)).toBe('Free again at 2:00\u00a0PM');
  expect(formatFreeTime(space('reserved'), [taken(11, 26)], NOW)).toBe('Free again Nov\u00a022, 2:00\u00a0AM');
});

test('nothing is promised of a space out of use, or taken without a booking', () => {
  expect(formatFreeTime(space('maintenance'), [taken(15, 17)], NOW)).toBeNull();
  expect(formatFreeTime(space('occupied'), [taken(15, 17)], NOW)).toBeNull();
});

test('a driver who reads Spanish finds 1:00 without a plural', () => {
  setLocale('es');
  const until = (hour: number) => formatFreeTime(space('available'), [taken(hour, hour + 1)], NOW);
  expect(until(13)).toBe('Libre hasta la 1:00\u00a0p.\u00a0m.');
  expect(until(15)).toBe('Libre hasta las 3:00\u00a0p.\u00a0m.');
  expect(until(37)).toBe('Libre hasta el 22\u00a0nov a la 1:00\u00a0p.\u00a0m.');
});
