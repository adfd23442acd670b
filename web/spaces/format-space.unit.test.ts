import { expect, test } from 'vitest';
import { formatStayWarning } from './format-space.ts';

const NOW = new Date('2026-11-21T10:00:00');

test('somebody whose stay goes on may be parked', () => {
  expect(formatStayWarning({ driver: 'Ana Díaz', end: new Date('2026-11-21T12:30:00') }, NOW)).toBe(
    'Ana Díaz has reserved this space until 12:30 and may be parked on it.',
  );
});

test('somebody whose stay is over and was not ended may be parked too', () => {
  expect(formatStayWarning({ driver: 'Ana Díaz', end: new Date('2026-11-21T09:30:00') }, NOW)).toBe(
    'The time of Ana Díaz was over at 09:30, but the session was not ended: the car may still be there.',
  );
});
