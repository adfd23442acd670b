import polyline from '@googlemaps/polyline-codec';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { createMapsApi } from '../maps-api.ts';

const NIGHT = new Date('2026-03-04T03:00:00-04:00');
const RUSH = new Date('2026-03-04T18:00:00-04:00');
const appAt = (time: Date) => createMapsApi({ config: { publicUrl: 'http://127.0.0.1:8080' }, now: () => time });
const app = appAt(NIGHT);

// Junctions of the network, from streets.geojson.
const KENNEDY_LUPERON = '-69.9676,18.479';
const KENNEDY_ORTEGA = '-69.9208,18.4823';
const CHURCHILL_KENNEDY = '-69.946,18.4825';
const CHURCHILL_END = '-69.9324,18.4588';
const LOPE_DE_VEGA_SOUTH = '-69.9317,18.4682';
const LOPE_DE_VEGA_NORTH = '-69.9332,18.4918';

const line = z.object({
  type: z.literal('LineString'),
  coordinates: z.array(z.tuple([z.number(), z.number()])).min(2),
});
const bearing = z.int().min(0).max(359);
const step = z.object({
  geometry: line,
  name: z.string(),
  mode: z.literal('driving'),
  driving_side: z.literal('right'),
  distance: z.number(),
  duration: z.number(),
  weight: z.number(),
  maneuver: z.object({
    type: z.enum(['depart', 'turn', 'new name', 'continue', 'arrive']),
    modifier: z.string().optional(),
    location: z.tuple([z.number(), z.number()]),
    bearing_before: bearing,
    bearing_after: bearing,
  }),
  intersections: z
    .array(
      z.object({
        location: z.tuple([z.number(), z.number()]),
        bearings: z.array(bearing),
        entry: z.array(z.boolean()),
      }),
    )
    .min(1),
});
const route = z.object({
  distance: z.number(),
  duration: z.number(),
  free_flow_duration: z.number(),
  weight: z.number(),
  weight_name: z.string(),
  geometry: line,
  legs: z.array(z.object({ distance: z.number(), duration: z.number(), summary: z.string(), steps: z.array(step) })),
});
const answerSchema = z.object({
  code: z.literal('Ok'),
  routes: z.tuple([route]),
  waypoints: z.array(z.object({ name: z.string(), location: z.tuple([z.number(), z.number()]), distance: z.number() })),
});
const refusalSchema = z.object({ code: z.string(), message: z.string() });

const FULL = 'overview=full&geometries=geojson&steps=true';

async function drive(coordinates: string, from = app) {
  const answer = await from.request(`/route/v1/driving/${coordinates}?${FULL}`);
  expect(answer.status).toBe(200);
  const { routes, waypoints } = answerSchema.parse(await answer.json());
  return { route: routes[0], waypoints };
}

// Added up apart from the router, from the vertices in streets.geojson on a plane with 110.574 km per degree of latitude and
// 105.58 km per degree of longitude (WGS84 at 18.47 degrees north).
test.each([
  ['along Kennedy from Luperón to Ortega y Gasset', KENNEDY_LUPERON, KENNEDY_ORTEGA, 5034],
  ['along Churchill from Kennedy to Jiménez Moya', CHURCHILL_KENNEDY, CHURCHILL_END, 3027],
  ['along Lope de Vega from Lincoln to Pedro Livio Cedeño', LOPE_DE_VEGA_SOUTH, LOPE_DE_VEGA_NORTH, 2657],
])('the way %s is as long as the map says, within 5 %%', async (_name, from, to, metres) => {
  const { route } = await drive(`${from};${to}`);

  expect(Math.abs(route.distance - metres) / metres).toBeLessThan(0.05);
});

test('the turns of a trip are named, lead into each other and add up', async () => {
  const { route } = await drive('-69.9389,18.4839;-69.8839,18.4728');
  const [leg] = route.legs;
  const steps = leg?.steps ?? [];
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

  expect(steps.at(0)?.maneuver.type).toBe('depart');
  expect(steps.at(-1)?.maneuver.type).toBe('arrive');
  expect(steps.length).toBeGreaterThan(4);
  for (const [i, next] of steps.slice(1).entries()) {
    expect(next.geometry.coordinates[0]).toEqual(steps[i]?.geometry.coordinates.at(-1));
  }
  expect(sum(steps.map(({ distance }) => distance))).toBeCloseTo(route.distance, -1);
  expect(sum(steps.map(({ duration }) => duration))).toBeCloseTo(route.duration, -1);
});

test('places beside the road are moved onto it and say how far', async () => {
  const { waypoints } = await drive('-69.9312,18.4861;-69.9413,18.4640');

  expect(waypoints.map(({ name }) => name)).toEqual(['Av. Lope de Vega', expect.any(String)]);
  expect(waypoints[0]?.distance).toBeGreaterThan(50);
  expect(waypoints[0]?.distance).toBeLessThan(150);
});

test('at rush hour the same way takes longer, and the free-flow time is told too', async () => {
  const [night, rush] = [
    await drive(`${KENNEDY_LUPERON};${KENNEDY_ORTEGA}`),
    await drive(`${KENNEDY_LUPERON};${KENNEDY_ORTEGA}`, appAt(RUSH)),
  ];

  expect(rush.route.duration).toBeCloseTo(rush.route.free_flow_duration * 1.983, -1);
  expect(rush.route.duration).toBeGreaterThan(night.route.duration * 1.9);
  expect(rush.route.free_flow_duration).toBe(night.route.free_flow_duration);
});

test('the geometry comes as a polyline of precision 5 by default, of 6 or not at all on request', async () => {
  const geometryFor = async (query: string) => {
    const answer = await app.request(`/route/v1/driving/${CHURCHILL_KENNEDY};${CHURCHILL_END}?overview=full&${query}`);
    return z.object({ routes: z.tuple([z.object({ geometry: z.string() })]) }).parse(await answer.json()).routes[0]
      .geometry;
  };

  expect(polyline.decode(await geometryFor(''), 5).at(-1)).toEqual([18.4588, -69.9324]);
  expect(polyline.decode(await geometryFor('geometries=polyline6'), 6).at(0)).toEqual([18.4825, -69.946]);
  const without = await app.request(`/route/v1/driving/${CHURCHILL_KENNEDY};${CHURCHILL_END}?overview=false`);
  expect(JSON.stringify(await without.json())).not.toContain('geometry');
});

test('coordinates may come as a polyline', async () => {
  const encoded = polyline.encode([
    [18.4825, -69.946],
    [18.4588, -69.9324],
  ]);
  const answer = await app.request(`/route/v1/driving/polyline(${encodeURIComponent(encoded)})?${FULL}`);

  expect(answerSchema.parse(await answer.json()).routes[0].legs[0]?.summary).toBe('Av. Winston Churchill');
});

test('annotations tell length, time and speed between each two points', async () => {
  const answer = await app.request(`/route/v1/driving/${CHURCHILL_KENNEDY};${CHURCHILL_END}?annotations=true`);
  const annotation = z.object({
    distance: z.array(z.number()),
    duration: z.array(z.number()),
    speed: z.array(z.number()),
  });
  const parsed = z
    .object({ routes: z.tuple([z.object({ distance: z.number(), legs: z.tuple([z.object({ annotation })]) })]) })
    .parse(await answer.json());
  const [{ distance, legs }] = parsed.routes;

  expect(legs[0].annotation.distance.reduce((sum, metres) => sum + metres, 0)).toBeCloseTo(distance, 0);
  expect(legs[0].annotation.speed.every((metresPerSecond) => Math.abs(metresPerSecond - 12.5) < 0.2)).toBe(true);
});

const HERE_AND_THERE = `${CHURCHILL_KENNEDY};${CHURCHILL_END}`;
test.each([
  ['InvalidUrl', '/route/v1/driving'],
  ['InvalidUrl', `/route/one/driving/${HERE_AND_THERE}`],
  ['InvalidService', `/table/v1/driving/${HERE_AND_THERE}`],
  ['InvalidVersion', `/route/v2/driving/${HERE_AND_THERE}`],
  ['InvalidQuery', '/route/v1/driving/here;there'],
  ['InvalidQuery', '/route/v1/driving/-69.9,18.4;-69.9'],
  ['InvalidQuery', '/route/v1/driving/-69.9,18.4;NaN,Infinity'],
  ['InvalidQuery', `/route/v1/driving/${HERE_AND_THERE}?overview=some`],
  ['InvalidQuery', `/route/v1/driving/${HERE_AND_THERE}?geometries=wkt`],
  ['InvalidQuery', `/route/v1/driving/${HERE_AND_THERE}?unheard=of`],
  ['InvalidOptions', `/route/v1/driving/${CHURCHILL_KENNEDY}`],
  ['InvalidOptions', `/route/v1/driving/${HERE_AND_THERE}?radiuses=5`],
  ['InvalidValue', '/route/v1/driving/-69.9,18.4;-69.9,95'],
  ['InvalidValue', `/route/v1/driving/${HERE_AND_THERE}?exclude=toll`],
  ['NoSegment', '/route/v1/driving/-69.9,18.4825;-70.69,19.45'],
  ['NoSegment', `/route/v1/driving/-69.9312,18.4861;${CHURCHILL_END}?radiuses=10;`],
  ['TooBig', `/route/v1/driving/${Array(11).fill(CHURCHILL_KENNEDY).join(';')}`],
])('%s is the refusal of %s', async (code, address) => {
  const answer = await app.request(address);

  expect(answer.status).toBe(400);
  expect(refusalSchema.parse(await answer.json()).code).toBe(code);
});
