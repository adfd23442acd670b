import { expect, test } from 'vitest';
import { calculateDistanceKm, formatKm } from './distance.ts';

test('a place is no distance from itself', () => {
  expect(calculateDistanceKm({ lat: 18.4861, lng: -69.9312 }, { lat: 18.4861, lng: -69.9312 })).toBe(0);
});

test('one degree along a meridian is 111.19 km on a sphere of 6371 km', () => {
  expect(calculateDistanceKm({ lat: 18, lng: -70 }, { lat: 19, lng: -70 })).toBeCloseTo(111.195, 2);
});

test('antipodes are half a circumference apart', () => {
  expect(calculateDistanceKm({ lat: 0, lng: 0 }, { lat: 0, lng: 180 })).toBeCloseTo(Math.PI * 6371, 6);
});

test('a distance is written in km to one decimal', () => {
  expect([0, 0.58, 1.44, 12].map(formatKm)).toEqual(['0.0 km', '0.6 km', '1.4 km', '12.0 km']);
});
