import { OSRM } from 'osrm-rest-client';
import compilerFor from 'osrm-text-instructions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedMaps, serveMaps } from '../../testing/map-data.ts';

// Asks over the network through public clients of OSRM's HTTP API.

const CHURCHILL_KENNEDY: [number, number] = [-69.946, 18.4825];
const CHURCHILL_END: [number, number] = [-69.9324, 18.4588];

let maps: ServedMaps;
let client: ReturnType<typeof OSRM>;
beforeAll(async () => {
  maps = await serveMaps();
  client = OSRM({ osrm: maps.url });
});
afterAll(() => maps.close());

test('a client gets the route, its legs, its steps and where the places were moved to', async () => {
  const { code, routes, waypoints } = await client.route({
    coordinates: [CHURCHILL_KENNEDY, CHURCHILL_END],
    steps: true,
    overview: 'full',
    geometries: 'geojson',
    alternatives: true,
    generate_hints: false,
  });

  expect(code).toBe('Ok');
  expect(routes?.[0]).toMatchObject({ weight_name: 'duration', legs: [{ summary: 'Av. Winston Churchill' }] });
  expect(routes?.[0]?.distance).toBeGreaterThan(2900);
  expect(routes?.[0]?.legs?.[0]?.steps?.map(({ maneuver }) => maneuver?.type)).toEqual(['depart', 'arrive']);
  expect(waypoints?.map(({ location, distance }) => [location, distance])).toEqual([
    [CHURCHILL_KENNEDY, 0],
    [CHURCHILL_END, 0],
  ]);
});

test.each([
  ['en', 'Turn right onto Av. Lope de Vega'],
  ['es', 'Gira a la derecha en Av. Lope de Vega'],
])('the OSRM project’s own client speaks the steps in %s', async (language, sentence) => {
  const { routes } = await client.route({
    coordinates: [
      [-69.9339, 18.483],
      [-69.93, 18.4634],
    ],
    steps: true,
  });
  const [, turn] = routes?.[0]?.legs?.[0]?.steps ?? [];
  expect(compilerFor('v5').compile(language, { ...turn })).toBe(sentence);
});
