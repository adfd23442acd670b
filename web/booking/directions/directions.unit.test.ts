import { expect, test } from 'vitest';
import type { DrivingRoute } from '../../map/contract.ts';
import { createNavigationLinks, formatDistance, formatDrivingTime } from './trip-summary.tsx';
import { formatManeuver } from './turn-list.tsx';
import { findRouteProgress } from './use-trip.ts';

test.each([
  [{ type: 'turn', modifier: 'left', street: 'Av. Bolívar' }, 'Turn left onto Av. Bolívar'],
  [{ type: 'continue', modifier: 'slight right', street: 'Av. Duarte' }, 'Keep right to stay on Av. Duarte'],
  [{ type: 'depart', street: 'Calle El Conde' }, 'Start on Calle El Conde'],
  [{ type: 'turn', modifier: 'sharp right', street: '' }, 'Turn sharp right'],
  [{ type: 'arrive', modifier: 'right', street: '' }, 'Your destination is on the right'],
  [{ type: 'notification', modifier: 'left', street: 'Av. Mella' }, 'Continue onto Av. Mella'],
  [{ type: 'constructor', street: 'Av. Mella' }, 'Continue onto Av. Mella'],
])('a driver is told of %j: %s', (maneuver, sentence) => {
  expect(formatManeuver(maneuver)).toBe(sentence);
});

const urlsTo = (end: Parameters<typeof createNavigationLinks>[0]) =>
  createNavigationLinks(end, true).map(({ url }) => url);

test('a driver continues the trip to a position in the app of their choice', () => {
  expect(urlsTo({ position: { lat: 18.4765, lng: -69.8934 }, address: 'Calle El Conde 105' })).toEqual([
    'https://www.waze.com/ul?ll=18.4765%2C-69.8934&navigate=yes',
    'https://www.google.com/maps/dir/?api=1&destination=18.4765%2C-69.8934&travelmode=driving',
    'https://maps.apple.com/?daddr=18.4765%2C-69.8934&dirflg=d',
  ]);
});

test('only a device of Apple offers its maps', () => {
  expect(createNavigationLinks({ position: null, address: 'Calle 1' }, false).map(({ app }) => app)).toEqual([
    'Waze',
    'Google Maps',
  ]);
});

test('without a position the address leads there, whatever it contains', () => {
  expect(urlsTo({ position: null, address: 'Av. Máximo Gómez & 27 #5' })).toEqual([
    'https://www.waze.com/ul?q=Av.+M%C3%A1ximo+G%C3%B3mez+%26+27+%235&navigate=yes',
    'https://www.google.com/maps/dir/?api=1&destination=Av.+M%C3%A1ximo+G%C3%B3mez+%26+27+%235&travelmode=driving',
    'https://maps.apple.com/?daddr=Av.+M%C3%A1ximo+G%C3%B3mez+%26+27+%235&dirflg=d',
  ]);
});

/** A kilometre north, then a kilometre east. */
const CORNER = { lat: 18.479, lng: -69.93 };
const ROUTE: DrivingRoute = {
  path: [{ lat: 18.47, lng: -69.93 }, CORNER, { lat: 18.479, lng: -69.9205 }],
  distanceKm: 2,
  durationMinutes: 4,
  steps: [
    { type: 'depart', street: 'Av. Uno', distanceKm: 1 },
    { type: 'turn', modifier: 'right', street: 'Av. Dos', distanceKm: 1 },
    { type: 'arrive', street: '', distanceKm: 0 },
  ],
};

test.each([
  ['at the start', { lat: 18.47, lng: -69.93 }, 'turn', 1, 1],
  ['half way to the corner', { lat: 18.4745, lng: -69.93 }, 'turn', 0.5, 0.75],
  ['half way after the corner', { lat: 18.479, lng: -69.92525 }, 'arrive', 0.5, 0.25],
  ['at the end', { lat: 18.479, lng: -69.9205 }, 'arrive', 0, 0],
])('a driver %s has the next maneuver and the rest of the way before them', (_, position, type, inKm, left) => {
  const progress = findRouteProgress(ROUTE, position);
  expect(progress?.next?.step.type).toBe(type);
  expect(progress?.next?.inKm).toBeCloseTo(inKm, 1);
  expect(progress?.offRouteKm).toBeLessThan(0.005);
  expect(progress?.left).toBeCloseTo(left, 1);
});

test('a driver in a parallel street is as far off the way as the street is', () => {
  const progress = findRouteProgress(ROUTE, { lat: 18.4745, lng: -69.931 });
  expect(progress?.offRouteKm).toBeCloseTo(0.105, 2);
});

test('a way without a line has no progress', () => {
  expect(findRouteProgress({ ...ROUTE, path: [CORNER] }, CORNER)).toBeNull();
});

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
