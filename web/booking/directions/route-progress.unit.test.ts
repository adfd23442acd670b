import { expect, test } from 'vitest';
import type { DrivingRoute } from '../../map/contract.ts';
import { findRouteProgress } from './route-progress.ts';

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
