import { expect, test } from 'vitest';
import type { LngLat } from '../geometry.ts';
import { createMapsApi } from '../maps-api.ts';
import type { Landmark } from './landmark.ts';
import { PlaceSearch } from './place-search.ts';

const app = createMapsApi({ config: { publicUrl: 'http://127.0.0.1:8080' } });

type Found = {
  geometry: { coordinates: LngLat };
  properties: { name: string; type: string; [property: string]: unknown };
};

const ask = (path: string, query: Record<string, string>) => app.request(`${path}?${new URLSearchParams(query)}`);

async function search(query: Record<string, string>) {
  const answer = await ask('/api', query);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { features: Found[] }).features;
}

const firstName = async (q: string, more: Record<string, string> = {}) =>
  (await search({ q, ...more }))[0]?.properties.name;

test.each([
  ['av wiston churchil', 'Av. Winston Churchill'],
  ['Nunez de Caceres', 'Av. Núñez de Cáceres'],
  ['avenida 27 de febrero', 'Av. 27 de Febrero'],
  ['c/ el conde', 'Calle El Conde'],
  ['bocachica', 'Boca Chica'],
  ['agroa mall', 'Ágora Mall'],
  ['piantni', 'Piantini'],
  ['zona colo', 'Zona Colonial'],
  ['aeropuerto las americas', 'Aeropuerto Internacional Las Américas (SDQ)'],
  ['uasd', 'Universidad Autónoma de Santo Domingo (UASD)'],
])('somebody who types "%s" finds %s first', async (typed, name) => {
  expect(await firstName(typed)).toBe(name);
});

test('the kind of street that was typed decides between streets of one name', async () => {
  expect(await firstName('av duarte')).toBe('Av. Duarte');
  expect(await firstName('calle duarte')).toBe('Calle Duarte');
  expect(await firstName('autopista duarte')).toBe('Autopista Duarte');
});

test('among equal names the nearest comes first', async () => {
  const near = async (lat: string, lon: string) => firstName('la sirena', { lat, lon });
  expect(await near('18.4858', '-69.8410')).toBe('La Sirena San Isidro');
  expect(await near('18.4360', '-69.9580')).toBe('La Sirena Independencia');
});

test('a result says where it is', async () => {
  const [mall] = await search({ q: 'bluemall' });
  expect(mall?.geometry.coordinates).toEqual([-69.9411, 18.4724]);
  expect(mall?.properties).toMatchObject({
    osm_key: 'shop',
    osm_value: 'mall',
    type: 'house',
    district: 'Piantini',
    city: 'Santo Domingo',
    state: 'Distrito Nacional',
    country: 'República Dominicana',
    countrycode: 'DO',
  });
  expect(mall?.properties).not.toHaveProperty('osm_id');
});

test('limit, bounding box and layer narrow the results', async () => {
  expect(await search({ q: 'metro', limit: '3' })).toHaveLength(3);
  expect(await search({ q: 'metro', limit: '0' })).toHaveLength(1);
  const inBox = await search({ q: 'metro', bbox: '-69.92,18.48,-69.91,18.49' });
  expect(inBox.map(({ properties }) => properties.name).sort()).toEqual([
    'Metro Juan Pablo Duarte',
    'Metro Manuel Arturo Peña Batlle',
  ]);
  const layers = (await search({ q: 'naco', layer: 'district' })).map(({ properties }) => properties.type);
  expect(new Set(layers)).toEqual(new Set(['district']));
});

test('somebody who types nonsense gets an empty answer', async () => {
  expect(await search({ q: 'xqzkwv' })).toEqual([]);
  expect(await search({ q: '...' })).toEqual([]);
});

test.each<[path: string, query: Record<string, string>]>([
  ['/api', {}],
  ['/api', { q: ' ' }],
  ['/api', { q: 'x'.repeat(201) }],
  ['/api', { q: 'naco', lat: 'north', lon: '-69.9' }],
  ['/api', { q: 'naco', limit: 'many' }],
  ['/api', { q: 'naco', bbox: '1,2,3' }],
  ['/api', { q: 'naco', layer: 'galaxy' }],
  ['/reverse', {}],
  ['/reverse', { lat: '18', lon: '-181' }],
  ['/reverse', { lat: '18', lon: '-69', radius: '-1' }],
])('%s with %j is refused with a message', async (path, query) => {
  const answer = await ask(path, query);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({ message: expect.stringMatching(/./) });
});

test('a click on a street finds the street, a click on a building the building', async () => {
  const at = async (lat: string, lon: string) => {
    const { features } = (await (await ask('/reverse', { lat, lon })).json()) as { features: Found[] };
    return features[0]?.properties.name;
  };
  expect(await at('18.4861', '-69.9312')).toBe('Av. Lope de Vega');
  expect(await at('18.4839', '-69.9389')).toBe('Ágora Mall');
  expect(await at('19.452', '-70.697')).toBe('Santiago de los Caballeros');
});

// What a stranger may ask of the search in a large town, in which every name begins alike.

const PLACES = 10_000;
const places = new PlaceSearch(
  Array.from({ length: PLACES }, (_, nth): Landmark => {
    const tag = { key: 'shop', value: 'mall' };
    return { name: `Plaza ${nth}`, type: 'house', tag, point: [-70, 18], prominence: 0.5 };
  }),
);

function measureMs(text: string): number {
  const startedAt = performance.now();
  places.find({ text, limit: 15 });
  return performance.now() - startedAt;
}

test.each([
  ['the same word forty times', Array.from({ length: 40 }, () => 'plaz')],
  ['fifty words', Array.from({ length: 50 }, (_, nth) => `pla${'zab'[nth % 3]}${nth}`)],
])('%s take no longer than a few', (_, words) => {
  const few = Array.from({ length: 3 }, () => measureMs('plaz plaza plazas pla plasa'));
  expect(measureMs(words.join(' '))).toBeLessThan(4 * Math.max(...few));
});
