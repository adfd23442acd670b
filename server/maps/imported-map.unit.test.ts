import { spawnSync } from 'node:child_process';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeExtract } from '../testing/write-extract.ts';
import type { LngLat } from './geometry.ts';
import { importExtract } from './import/import-extract.ts';
import { createMapsApi } from './maps-api.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parqueo-imported-'));
  await writeExtract(join(folder, 'toledo.osm.pbf'), TOLEDO);
});
afterEach(() => rm(folder, { recursive: true }));

/**
 *   4 ──── 3      Two streets to the east, one to the north at each end. The southern one runs east only, the northern
 *   │      │      one is private between 3 and 4. About 110 m from north to south, 840 m from west to east.
 *   1 ───► 2 ◄─ 7 A roundabout (5, 6) lies on the way to 7, to be driven through 5 only.
 */
const TOLEDO = {
  nodes: [
    { id: 1, lng: -4.03, lat: 39.86 },
    { id: 2, lng: -4.02, lat: 39.86 },
    { id: 3, lng: -4.02, lat: 39.861 },
    { id: 4, lng: -4.03, lat: 39.861 },
    { id: 5, lng: -4.0195, lat: 39.8595 },
    { id: 6, lng: -4.0195, lat: 39.8605 },
    { id: 7, lng: -4.019, lat: 39.86 },
    { id: 8, lng: -4.0188, lat: 39.86 },
    { id: 9, lng: -4.025, lat: 39.8602, tags: { amenity: 'hospital', name: 'Hospital Viejo' } },
    { id: 10, lng: -4.025, lat: 39.8605, tags: { place: 'city', name: 'Toledo' } },
  ],
  ways: [
    { id: 1, refs: [1, 2], tags: { highway: 'primary', name: 'Calle del Sur', oneway: 'yes' } },
    { id: 2, refs: [2, 3], tags: { highway: 'residential' } },
    { id: 3, refs: [3, 4], tags: { highway: 'residential', name: 'Calle Privada', access: 'private' } },
    { id: 4, refs: [1, 4], tags: { highway: 'residential', name: 'Calle del Oeste' } },
    { id: 5, refs: [2, 5, 7, 6, 2], tags: { highway: 'primary', junction: 'roundabout' } },
    { id: 6, refs: [7, 8], tags: { highway: 'primary', name: 'Calle del Este' } },
  ],
};

const ROOT = join(import.meta.dirname, '../..');

function runImport(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'server/maps/import/import-map.ts'), ...args],
    { cwd: folder, env: { ...process.env, DATA_DIR: folder, DATABASE_URL: '' }, encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

async function importToledo() {
  await importExtract({ file: join(folder, 'toledo.osm.pbf') }, join(folder, 'map'), {
    progress: (_label, _bytes, work) => work(() => undefined),
  });
}

type Line = Record<string, unknown>;

function openMaps() {
  const logged: Line[] = [];
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) });
  return { app: createMapsApi({ config: { publicUrl: 'http://127.0.0.1:8080', dataDir: folder }, log }), logged };
}

/** What the log has once the map has responded. */
async function readLog() {
  const { app, logged } = openMaps();
  await app.request('/api?q=calle');
  return logged;
}

type Answer = {
  code: string;
  routes?: { geometry: { coordinates: LngLat[] }; legs: { summary: string; steps: { name: string }[] }[] }[];
};

async function routeBetween({ app }: ReturnType<typeof openMaps>, from: number, to: number) {
  const [start, end] = [from, to].map((id) => TOLEDO.nodes.find((node) => node.id === id));
  const places = `${start?.lng},${start?.lat};${end?.lng},${end?.lat}`;
  const answer = await app.request(`/route/v1/driving/${places}?overview=full&geometries=geojson&steps=true`);
  return (await answer.json()) as Answer;
}

async function namesFor({ app }: ReturnType<typeof openMaps>, address: string) {
  const { features } = (await (await app.request(address)).json()) as { features: { properties: { name: string } }[] };
  return features.map(({ properties }) => properties);
}

test('the command tells what it does in plain lines, and the server then uses the imported map', async () => {
  expect(runImport('toledo.osm.pbf')).toEqual({
    status: 0,
    stderr: '',
    stdout: [
      'Looking for streets (0.0 MB)',
      'Writing streets (0.0 MB)',
      `5 streets and 2 places are in ${join(folder, 'map')}; restart the server to use them`,
      '',
    ].join('\n'),
  });
  expect(await readLog()).toMatchObject([{ msg: 'map loaded', source: 'imported', streets: 5, places: 2 }]);
});

test('a route follows imported one-way streets and the direction of the roundabout', async () => {
  await importToledo();
  const maps = openMaps();
  const east = await routeBetween(maps, 1, 8);
  expect(east.routes?.[0]?.geometry.coordinates).toEqual([
    [-4.03, 39.86],
    [-4.02, 39.86],
    [-4.0195, 39.8595],
    [-4.019, 39.86],
    [-4.0188, 39.86],
  ]);
  expect(east.routes?.[0]?.legs[0]?.steps.map(({ name }) => name)).toEqual([
    'Calle del Sur',
    '',
    'Calle del Este',
    'Calle del Este',
  ]);
  expect(east.routes?.[0]?.legs[0]?.summary).toBe('Calle del Sur, Calle del Este');
  // Back there is only the one-way street and the private one.
  expect((await routeBetween(maps, 8, 1)).code).toBe('NoRoute');
});

test('imported streets and places are found by name, nameless and private ones are not', async () => {
  await importToledo();
  const maps = openMaps();
  expect((await namesFor(maps, '/api?q=hospital'))[0]).toMatchObject({ name: 'Hospital Viejo', city: 'Toledo' });
  expect((await namesFor(maps, '/api?q=calle&limit=50')).map(({ name }) => name).toSorted()).toEqual([
    'Calle del Este',
    'Calle del Oeste',
    'Calle del Sur',
  ]);
  expect(await namesFor(maps, '/api?q=churchill')).toEqual([]);
  // Node 3 is the end of the nameless street.
  expect((await namesFor(maps, '/reverse?lat=39.861&lon=-4.02'))[0]?.name).not.toBe('');
});

test.each([
  ['lost its end', (file: string) => writeFile(file, '')],
  ['got a line that is no street', (file: string) => appendFile(file, '{"type":"Feature"}\n')],
  ['is gone', (file: string) => rm(file)],
])('a server whose imported streets file %s starts with the built-in map and warns once', async (_, damage) => {
  await importToledo();
  await damage(join(folder, 'map/streets.geojsonl'));
  const { app, logged } = openMaps();
  expect((await app.request('/route/v1/driving/-69.9389,18.4839;-69.8839,18.4728')).status).toBe(200);
  expect(logged).toMatchObject([
    {
      level: 40,
      msg: 'the imported map is damaged, so the built-in one is used; run "npm run maps:import" again',
    },
    { msg: 'map loaded', source: 'built-in' },
  ]);
});
