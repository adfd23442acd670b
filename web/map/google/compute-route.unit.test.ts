import { expect, test } from 'vitest';
import { toDrivingRoute, toRouteStep } from './compute-route.ts';

type GoogleRoute = Parameters<typeof toDrivingRoute>[0];

/** A route of Google's; its positions and legs are only read. */
function route(values: object): GoogleRoute {
  return {
    path: [
      { lat: 18.48, lng: -69.93, altitude: 0 },
      { lat: 18.47, lng: -69.92, altitude: 0 },
    ],
    distanceMeters: 6400,
    durationMillis: 23 * 60_000,
    staticDurationMillis: 11 * 60_000,
    legs: [{ steps: [{ maneuver: 'DEPART', instructions: 'Head north', distanceMeters: 6400 }] }],
    ...values,
  } as unknown as GoogleRoute;
}

test('a route is its way, its length, its time in traffic and its turns up to the arrival', () => {
  expect(toDrivingRoute(route({}))).toEqual({
    path: [
      { lat: 18.48, lng: -69.93 },
      { lat: 18.47, lng: -69.92 },
    ],
    distanceKm: 6.4,
    durationMinutes: 23,
    steps: [
      { type: 'depart', street: '', distanceKm: 6.4, instruction: 'Head north' },
      { type: 'arrive', street: '', distanceKm: 0 },
    ],
  });
});

test('where the traffic is not known, the time without traffic counts', () => {
  expect(toDrivingRoute(route({ durationMillis: null })).durationMinutes).toBe(11);
});

test.each([
  { path: [] },
  { path: undefined },
  { durationMillis: null, staticDurationMillis: null },
  { distanceMeters: undefined },
])('a route that lacks what a driver needs is refused: %o', (missing) => {
  expect(() => toDrivingRoute(route(missing))).toThrow();
});

test("a turn keeps Google's sentence and gets the arrow of its maneuver", () => {
  const step = { maneuver: 'TURN_SLIGHT_LEFT', instructions: 'Turn slightly left', distanceMeters: 1500 };
  expect(toRouteStep(step)).toEqual({
    type: 'turn',
    modifier: 'slight left',
    street: '',
    distanceKm: 1.5,
    instruction: 'Turn slightly left',
  });
});

test('a maneuver nobody knows yet, or none, goes on', () => {
  expect(toRouteStep({ maneuver: 'TELEPORT', instructions: null, distanceMeters: 10 })).toEqual({
    type: 'continue',
    street: '',
    distanceKm: 0.01,
  });
  expect(toRouteStep({ maneuver: null, instructions: '', distanceMeters: 0 }).type).toBe('continue');
});
