import { VectorTile } from '@mapbox/vector-tile';
import { Hono } from 'hono';
import { PbfReader } from 'pbf';
import { expect, test } from 'vitest';
import { BUILT_IN_MAP, readMapData, type Street, type StreetClass } from './map-data.ts';
import { createTileApi, MapTiles } from './tiles.ts';

const DATA = readMapData(BUILT_IN_MAP);
const CLASSES: StreetClass[] = ['motorway', 'trunk', 'primary', 'secondary', 'tertiary', 'residential', 'service'];

const open = (streets = DATA.streets) => new Hono().route('/', createTileApi(new MapTiles({ ...DATA, streets })));

/** The tile of the city's centre at a zoom. */
async function readTile(zoom: number, app = open()) {
  const x = Math.floor(0.305746 * 2 ** zoom);
  const y = Math.floor(0.447755 * 2 ** zoom);
  const response = await app.request(`/tiles/1/${zoom}/${x}/${y}.mvt`);
  const { layers } = new VectorTile(new PbfReader(await response.arrayBuffer()));
  const read = (name: string) =>
    Array.from({ length: layers[name]?.length ?? 0 }, (_, i) => layers[name]?.feature(i).properties ?? {});
  return { response, read };
}

test('a tile has land, the streets with their names and classes, and the places, and may be kept for a year', async () => {
  const { response, read } = await readTile(13);
  expect(response.headers.get('content-type')).toBe('application/vnd.mapbox-vector-tile');
  expect(response.headers.get('cache-control')).toContain('immutable');
  expect(read('land')).toHaveLength(1);
  expect(read('streets')).toContainEqual({ label: 'Av. 27 de Febrero', class: 'trunk' });
  expect(read('places').map(({ label }) => label)).toContain('Naco');
});

const street = (streetClass: StreetClass, name: string, ...longitudes: number[]): Street => ({
  name,
  class: streetClass,
  oneway: false,
  speedKmh: 30,
  line: longitudes.map((lng) => [lng, 18.48]),
});

test.each([
  [6, []],
  [8, ['motorway', 'trunk']],
  [10, ['motorway', 'trunk', 'primary', 'secondary', 'tertiary']],
  [13, CLASSES],
  [14, [...CLASSES, 'pedestrian']],
])('at zoom %d the classes %o are there', async (zoom, classes) => {
  const streets = [...CLASSES, 'pedestrian' as const].map((known) => street(known, known, -69.98, -69.9, -69.88));
  const { read } = await readTile(zoom, open(streets));
  expect(read('streets').map((properties) => properties.class)).toEqual(expect.arrayContaining(classes));
  expect(read('streets')).toHaveLength(classes.length);
});

test.each([
  ['the open sea', '/tiles/1/14/4000/8000.mvt', 204],
  ['a higher zoom', '/tiles/1/15/10018/14671.mvt', 404],
  ['a place beside the world', '/tiles/1/2/4/0.mvt', 404],
  ['another format', '/tiles/1/2/1/1.png', 404],
  ['no number', '/tiles/1/2/-1/1.mvt', 404],
])('%s has %s with %d', async (_, address, status) => {
  expect((await open().request(address)).status).toBe(status);
});
