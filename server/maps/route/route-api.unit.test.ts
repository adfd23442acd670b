import polyline from '@googlemaps/polyline-codec';
import { expect, test } from 'vitest';
import type { LngLat } from '../geometry.ts';
import { BUILT_IN_MAP, readMapData } from '../map-data.ts';
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

const HERE_AND_THERE = `${CHURCHILL_KENNEDY};${CHURCHILL_END}`;
const FULL = 'overview=full&geometries=geojson&steps=true';

type Step = {
  geometry: { coordinates: LngLat[] };
  distance: number;
  duration: number;
  maneuver: { type: string };
};
type Annotation = { distance: number[]; speed: number[] };
type Route = {
  geometry: string;
  distance: number;
  duration: number;
  free_flow_duration: number;
  legs: { summary: string; steps: Step[]; annotation: Annotation }[];
};
type Answer = { code: string; routes: [Route]; waypoints: { name: string; location: LngLat; distance: number }[] };

const ask = async (coordinates: string, query: string, from = app) =>
  (await (await from.request(`/route/v1/driving/${coordinates}?${query}`)).json()) as Answer;

async function drive(coordinates: string, from = app) {
  const { code, routes, waypoints } = await ask(coordinates, FULL, from);
  expect(code).toBe('Ok');
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
  const night = await drive(`${KENNEDY_LUPERON};${KENNEDY_ORTEGA}`);
  const rush = await drive(`${KENNEDY_LUPERON};${KENNEDY_ORTEGA}`, appAt(RUSH));

  expect(rush.route.duration).toBeCloseTo(rush.route.free_flow_duration * 1.983, -1);
  expect(rush.route.duration).toBeGreaterThan(night.route.duration * 1.9);
  expect(rush.route.free_flow_duration).toBe(night.route.free_flow_duration);
});

test('the geometry comes as a polyline of precision 5 by default, of 6 or not at all on request', async () => {
  const readGeometry = async (query: string) => (await ask(HERE_AND_THERE, query)).routes[0].geometry;
  expect(polyline.decode(await readGeometry('overview=full'), 5).at(-1)).toEqual([18.4588, -69.9324]);
  expect(polyline.decode(await readGeometry('geometries=polyline6'), 6).at(0)).toEqual([18.4825, -69.946]);
  expect(await readGeometry('overview=false')).toBeUndefined();
});

test('coordinates may come as a polyline', async () => {
  const encoded = polyline.encode([
    [18.4825, -69.946],
    [18.4588, -69.9324],
  ]);
  const { route } = await drive(`polyline(${encodeURIComponent(encoded)})`);
  expect(route.legs[0]?.summary).toBe('Av. Winston Churchill');
});

test('annotations tell length, time and speed between each two points', async () => {
  const [{ distance, legs }] = (await ask(HERE_AND_THERE, 'annotations=true')).routes;
  const { annotation } = legs[0] ?? {};
  expect(annotation?.distance.reduce((sum, metres) => sum + metres, 0)).toBeCloseTo(distance, 0);
  expect(annotation?.speed.every((metresPerSecond) => Math.abs(metresPerSecond - 12.5) < 0.2)).toBe(true);
});

test.each([
  ['InvalidUrl', '/route/v1/driving'],
  ['InvalidService', `/table/v1/driving/${HERE_AND_THERE}`],
  ['InvalidVersion', `/route/v2/driving/${HERE_AND_THERE}`],
  ['InvalidQuery', '/route/v1/driving/here;there'],
  ['InvalidQuery', '/route/v1/driving/-69.9,18.4;NaN,Infinity'],
  ['InvalidQuery', `/route/v1/driving/${HERE_AND_THERE}?overview=some`],
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
  expect(await answer.json()).toEqual({ code, message: expect.any(String) });
});

const PLACES = readMapData(BUILT_IN_MAP).places.map(({ lng, lat }): LngLat => [lng, lat]);
const CITY: LngLat = [-69.9312, 18.4861];

test('places within reach of a street can be left and reached', async () => {
  const codes: string[] = [];
  for (const place of PLACES.filter((_, nth) => nth % 3 === 0))
    codes.push((await ask([place, CITY, place].join(';'), '')).code);

  expect(codes.filter((code) => code === 'NoRoute')).toEqual([]);
  expect(codes.filter((code) => code === 'Ok').length).toBeGreaterThan(60);
});

test('a trip to the same place is no way at all', async () => {
  expect((await drive(`${CITY};${CITY}`)).route).toMatchObject({ distance: 0, free_flow_duration: 0 });
});
