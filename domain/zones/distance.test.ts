import { expect, test } from 'vitest';
import { calculateDistanceKm, formatKm } from './distance.ts';

test('one degree along a meridian is 111.19 km on a sphere of 6371 km', () => {
  expect(calculateDistanceKm({ lat: 18, lng: -70 }, { lat: 19, lng: -70 })).toBeCloseTo(111.195, 2);
});

test('a distance is written in km to one decimal', () => {
  expect([0.099, 0.1, 0.58, 1.44, 12].map(formatKm)).toEqual(['< 0.1 km', '0.1 km', '0.6 km', '1.4 km', '12.0 km']);
});
