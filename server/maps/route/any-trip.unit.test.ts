import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { drive, errorSchema, findPosition, places, requestRoute, routeSchema } from '../../testing/trips.ts';
import type { LngLat } from '../position.ts';

const CITY: LngLat = [-69.9312, 18.4861];
const anyPlace = fc.constantFrom(...places.map(({ id }) => id));

test('between any two places of the map there is a way, or a plain answer why not', async () => {
  await fc.assert(
    fc.asyncProperty(anyPlace, anyPlace, async (from, to) => {
      const answer = await requestRoute(findPosition(from), findPosition(to));
      expect(z.union([routeSchema, errorSchema]).safeParse(answer).success, JSON.stringify(answer)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

test('every place within reach of a street can be left and reached', async () => {
  const codes: string[] = [];
  for (const { lng, lat } of places) {
    codes.push(z.object({ code: z.string() }).parse(await requestRoute([lng, lat], CITY, [lng, lat])).code);
  }

  expect(codes.filter((code) => code === 'NoRoute')).toEqual([]);
  expect(codes.filter((code) => code === 'Ok').length).toBeGreaterThan(180);
});

// Where the network is dense; further out streets are missing and ways around are long.
const inTheCentre = places.filter(({ lng, lat }) => lng > -69.97 && lng < -69.885 && lat > 18.452 && lat < 18.5);
const anyOfTheCentre = fc.constantFrom(...inTheCentre.map(({ id }) => id));

test('in the centre a route over 2 km is 1 to 2.2 times the straight line, both ways', async () => {
  await fc.assert(
    fc.asyncProperty(anyOfTheCentre, anyOfTheCentre, async (from, to) => {
      const there = await drive(findPosition(from), findPosition(to));
      const back = await drive(findPosition(to), findPosition(from));
      fc.pre(there.crow > 2000);
      expect(there.distance).toBeGreaterThanOrEqual(there.crow * 0.995);
      expect(there.distance).toBeLessThanOrEqual(there.crow * 2.2);
      // No street of the map is one-way.
      expect(back.free_flow_duration).toBeCloseTo(there.free_flow_duration, 0);
    }),
    { numRuns: 150 },
  );
});

test.each<[string, LngLat]>([
  ['in the sea off the Malecón, within 5 km of it', [-69.907, 18.43]],
  ['in the river', [-69.8806, 18.4813]],
])('a driver %s is moved to a street', async (_where, at) => {
  expect((await drive(at, CITY)).distance).toBeGreaterThan(0);
});

test.each<[string, LngLat]>([
  ['far out at sea', [-69.9, 18.2]],
  ['in a town without streets', findPosition('santiago-de-los-caballeros')],
  ['with latitude and longitude swapped', [18.4861, -69.9312]],
  ['off the coast of Africa, at 0, 0', [0, 0]],
])('a place %s has no street near', async (_where, at) => {
  expect(await requestRoute(CITY, at)).toMatchObject({ code: 'NoSegment' });
});

test('a trip to the same place is no way at all, wherever it is', async () => {
  await fc.assert(
    fc.asyncProperty(anyOfTheCentre, async (id) => {
      expect(await drive(findPosition(id), findPosition(id))).toMatchObject({ distance: 0, free_flow_duration: 0 });
    }),
    { numRuns: 50 },
  );
});

test('ten places make a trip, one more is too many', async () => {
  const stops = Array.from(
    { length: 10 },
    (_, i): LngLat => findPosition(inTheCentre[i % inTheCentre.length]?.id ?? ''),
  );

  expect(await requestRoute(...stops)).toMatchObject({ code: 'Ok' });
  expect(await requestRoute(...stops, CITY)).toMatchObject({ code: 'TooBig' });
});
