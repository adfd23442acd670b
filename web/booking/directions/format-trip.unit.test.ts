import { expect, test } from 'vitest';
import { formatDistance, formatDrivingTime } from './trip-summary.tsx';

test('a driver reads short ways in metres and long ones in kilometres', () => {
  expect([0.004, 0.347, 0.994, 0.996, 12.34].map(formatDistance)).toEqual([
    '0 m',
    '350 m',
    '990 m',
    '1.0 km',
    '12.3 km',
  ]);
});

test('a driver reads the driving time to the nearest minute, and never none', () => {
  expect([0.2, 11.6, 64.9].map(formatDrivingTime)).toEqual(['1 min', '12 min', '1 hr 5 min']);
});
