import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { LngLat } from '../geometry.ts';
import { measureLength } from '../geometry.ts';
import { BUILT_IN_MAP, readMapData } from '../map-data.ts';
import { createMapsApi } from '../maps-api.ts';

const NIGHT = new Date('2026-03-04T03:00:00-04:00');
const app = createMapsApi({ config: { publicUrl: 'http://127.0.0.1:8080' }, now: () => NIGHT });
const PLACES = readMapData(BUILT_IN_MAP).places.map(({ lng, lat }): LngLat => [lng, lat]);
const CITY: LngLat = [-69.9312, 18.4861];

const position = z.tuple([z.number(), z.number()]);
const routeSchema = z.object({
  code: z.literal('Ok'),
  routes: z.tuple([z.object({ distance: z.number(), free_flow_duration: z.number() })]),
  waypoints: z.array(z.object({ location: position })),
});

/** Requests a route at night, when there is no traffic. */
async function requestRoute(...stops: LngLat[]) {
  const response = await app.request(`/route/v1/driving/${stops.join(';')}`);
  return z.looseObject({ code: z.string() }).parse(await response.json());
}

/** The length and time of an existing route, and the metres between its ends. */
async function drive(...stops: LngLat[]) {
  const { routes, waypoints } = routeSchema.parse(await requestRoute(...stops));
  return { ...routes[0], straight: measureLength(waypoints.map(({ location }): LngLat => location)) };
}

test('places within reach of a street can be left and reached', async () => {
  const codes: string[] = [];
  for (const place of PLACES.filter((_, nth) => nth % 3 === 0))
    codes.push((await requestRoute(place, CITY, place)).code);

  expect(codes.filter((code) => code === 'NoRoute')).toEqual([]);
  expect(codes.filter((code) => code === 'Ok').length).toBeGreaterThan(60);
});

// Where the network is dense; further out streets are missing and ways around are long.
const anyOfTheCentre = fc.constantFrom(
  ...PLACES.filter(([lng, lat]) => lng > -69.97 && lng < -69.885 && lat > 18.452 && lat < 18.5),
);

test('in the centre a route over 2 km is 1 to 2.2 times the straight line, both ways', async () => {
  await fc.assert(
    fc.asyncProperty(anyOfTheCentre, anyOfTheCentre, async (from, to) => {
      const there = await drive(from, to);
      const back = await drive(to, from);
      fc.pre(there.straight > 2000);
      expect(there.distance).toBeGreaterThanOrEqual(there.straight * 0.995);
      expect(there.distance).toBeLessThanOrEqual(there.straight * 2.2);
      // No street of the map is one-way.
      expect(back.free_flow_duration).toBeCloseTo(there.free_flow_duration, 0);
    }),
    { numRuns: 100 },
  );
});

test.each<[string, LngLat]>([
  ['far out at sea', [-69.9, 18.2]],
  ['in a town without streets', [-70.697, 19.4517]],
  ['with latitude and longitude swapped', [18.4861, -69.9312]],
])('a place %s has no street near', async (_where, at) => {
  expect(await requestRoute(CITY, at)).toMatchObject({ code: 'NoSegment' });
});

test('a trip to the same place is no way at all', async () => {
  expect(await drive(CITY, CITY)).toMatchObject({ distance: 0, free_flow_duration: 0 });
});
