import { afterEach, expect, test } from 'vitest';
import { baseLocale, setLocale } from '#language';
import { formatReservationWarning } from './space-locks-provider.tsx';

afterEach(() => setLocale(baseLocale));

const NOW = new Date('2026-11-21T10:00:00');

test.each([
  ['goes on', '12:30', 'Ana Díaz has reserved this space until 12:30 and may be parked on it.'],
  [
    'is over and was not ended',
    '09:30',
    'The time of Ana Díaz was over at 09:30, but the session was not ended: the car may still be there.',
  ],
])('somebody whose reservation %s may be parked', (_state, end, text) => {
  expect(formatReservationWarning({ driver: 'Ana Díaz', end: new Date(`2026-11-21T${end}:00`) }, NOW)).toBe(text);
});

test('Spanish has another article before one o’clock', () => {
  setLocale('es');
  const warnings = [13, 14].map((hour) =>
    formatReservationWarning({ driver: 'Ana', end: new Date(2026, 10, 21, hour) }, NOW),
  );
  expect(warnings).toEqual([expect.stringContaining('hasta la 1:00'), expect.stringContaining('hasta las 2:00')]);
});
