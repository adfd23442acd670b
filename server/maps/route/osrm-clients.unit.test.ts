import MapLibreGlDirections from '@maplibre/maplibre-gl-directions';
import type { Feature, FeatureCollection } from 'geojson';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { OSRM } from 'osrm-rest-client';
import compilerFor from 'osrm-text-instructions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServedMaps, serveMaps } from '../../testing/map-data.ts';

// Public clients of OSRM's HTTP API ask over the network. Of the map MapLibre's plugin needs only the source that it draws into.

const CHURCHILL_KENNEDY: [number, number] = [-69.946, 18.4825];
/** Half-way along a straight piece of Churchill, where a simplified line has no need of a point. */
const ON_THE_WAY: [number, number] = [-69.93775, 18.4657];
const CHURCHILL_END: [number, number] = [-69.9324, 18.4588];
let maps: ServedMaps;
let client: ReturnType<typeof OSRM>;
beforeAll(async () => {
  maps = await serveMaps();
  client = OSRM({ osrm: maps.url });
});
afterAll(() => maps.close());

type Answer = { code: string; message?: string } | undefined;

/** What the plugin draws for some waypoints, and whether it had an answer at all. */
async function draw(waypoints: [number, number][], requestOptions: Record<string, string> = {}) {
  let drawn: Feature[] = [];
  const source = {
    setData: ({ features }: FeatureCollection) => {
      drawn = features;
    },
  };
  const map = { addSource: () => source, getSource: () => source, addLayer: () => undefined };
  const plugin = new MapLibreGlDirections(map as unknown as MapLibreMap, {
    api: `${maps.url}/route/v1`,
    requestOptions,
  });
  let answer: Answer;
  plugin.on('fetchroutesend', ({ data }) => {
    answer = data.directions;
  });
  await plugin.setWaypoints(waypoints);
  const ofType = (type: string) => drawn.filter(({ properties }) => properties?.type === type);
  const legs = drawn.filter(({ properties }) => properties?.route === 'SELECTED');
  return { answer, snapped: ofType('SNAPPOINT'), legs };
}

const ends = ({ geometry }: Feature) =>
  geometry.type === 'LineString' ? [geometry.coordinates.at(0), geometry.coordinates.at(-1)] : [];
const getPosition = (feature: Feature | undefined) =>
  feature?.geometry.type === 'Point' ? feature.geometry.coordinates : [];

function expectNear(a: number[] | undefined, b: number[] | undefined) {
  for (const i of [0, 1]) expect(Math.abs((a?.[i] ?? 0) - (b?.[i] ?? 99))).toBeLessThan(2e-5);
}

test.each([
  ['as the plugin asks by itself', {}],
  ['in whole', { overview: 'full', geometries: 'geojson', steps: 'true' }],
  ['simplified, as polylines of precision 6', { overview: 'simplified', geometries: 'polyline6' }],
])('the plugin draws one leg between each two places, from street to street, %s', async (_how, options) => {
  const { answer, snapped, legs } = await draw(
    [CHURCHILL_KENNEDY, ON_THE_WAY, CHURCHILL_END],
    options as Record<string, string>,
  );

  expect(answer?.code).toBe('Ok');
  expect(snapped).toHaveLength(3);
  expect(legs).toHaveLength(2);
  for (const [i, leg] of legs.entries()) {
    const [start, end] = ends(leg);
    expectNear(start, getPosition(snapped[i]));
    expectNear(end, getPosition(snapped[i + 1]));
  }
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
