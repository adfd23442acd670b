import { expect, test } from 'vitest';
import { formatTimeRange } from './times.ts';

test('hours have 24 of them, and an end on another day its date', () => {
  // Without an offset, a time is the device's own.
  const RESERVATION = { startsAt: new Date('2026-03-01T09:05:00'), endsAt: new Date('2026-03-01T17:30:00') };
  expect(formatTimeRange(RESERVATION)).toBe('09:05 - 17:30');
  const overnight = { ...RESERVATION, endsAt: new Date('2026-03-02T06:30:00Z') };
  expect(formatTimeRange(overnight)).toBe('09:05 - Mar\u00a002, 02:30');
  expect(formatTimeRange({ ...overnight, isOpen: true })).toBe('09:05 - open');
});
