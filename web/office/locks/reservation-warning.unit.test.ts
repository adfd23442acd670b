import { afterEach, expect, test } from 'vitest';
import { baseLocale, setLocale } from '#language';
import { formatReservationWarning } from './space-locks-provider.tsx';

afterEach(() => setLocale(baseLocale));

const NOW = new Date('2026-11-21T10:00:00');

test('somebody whose reservation goes on may be parked', () => {
  expect(formatReservationWarning({ driver: 'Ana Díaz', end: new Date('2026-11-21T12:30:00') }, NOW)).toBe(
    'Ana Díaz has reserved this space until 12:30 and may be parked on it.',
  );
});

test('somebody whose reservation is over and was not ended may be parked too', () => {
  expect(formatReservationWarning({ driver: 'Ana Díaz', end: new Date('2026-11-21T09:30:00') }, NOW)).toBe(
    'The time of Ana Díaz was over at 09:30, but the session was not ended: the car may still be there.',
  );
});

test('Spanish has another article before one o’clock', () => {
  setLocale('es');
  const warnings = [13, 14].map((hour) =>
    formatReservationWarning({ driver: 'Ana', end: new Date(2026, 10, 21, hour) }, NOW),
  );
  expect(warnings).toEqual([expect.stringContaining('hasta la 1:00'), expect.stringContaining('hasta las 2:00')]);
});
