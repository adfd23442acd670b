import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OperatorError } from '../../config/operator-error.ts';
import { type Extract, writeExtract } from '../../testing/write-extract.ts';
import { readMapData } from '../map-data.ts';
import type { ImportRequest, Progress } from './command.ts';
import { importExtract } from './import-extract.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parqueo-import-'));
});
afterEach(() => rm(folder, { recursive: true }));

const SILENT: Progress = (_label, _bytes, work) => work(() => undefined);
const NOON = new Date('2026-03-04T12:00:00Z');

/** Node 1 to 9, each 0.001 degrees farther to the east, with ids as large as OpenStreetMap's. */
const BIG = 12_000_000_000;
const nodes = Array.from({ length: 9 }, (_, i) => ({ id: BIG + i + 1, lng: -69.95 + i / 1000, lat: 18.4712345 }));
const refs = (...numbers: number[]) => numbers.map((number) => BIG + number);
const way = (id: number, along: number[], tags: Record<string, string>) => ({ id, refs: refs(...along), tags });

async function importIt(extract: Extract, request: Partial<ImportRequest> = {}) {
  const file = join(folder, 'small.osm.pbf');
  await writeExtract(file, extract);
  const note = await importExtract({ file, ...request }, join(folder, 'map'), { progress: SILENT, now: () => NOON });
  return { note, data: readMapData(join(folder, 'map')) };
}

test('bounds cut a street at its last vertex inside, into two where it comes back', async () => {
  const ways = [way(1, [1, 2, 3, 7, 8, 4, 5], { highway: 'primary' }), way(2, [7, 8, 9], { highway: 'primary' })];
  const { data, note } = await importIt({ nodes, ways }, { bbox: [-69.9505, 18, -69.9455, 19] });
  expect(data.streets.map(({ line }) => line.map(([lng]) => lng))).toEqual([
    [-69.95, -69.949, -69.948],
    [-69.947, -69.946],
  ]);
  expect(note).toMatchObject({ bbox: [-69.9505, 18, -69.9455, 19], extent: [-69.95, 18.4712345, -69.946, 18.4712345] });
});

test('places come from points and from outlines, once each, and know their town', async () => {
  const corner = (id: number, lng: number, lat: number) => ({ id, lng, lat });
  const { data } = await importIt({
    nodes: [
      ...nodes,
      { id: BIG + 20, lng: -69.95, lat: 18.48, tags: { place: 'village', name: 'La Aldea' } },
      { id: BIG + 21, lng: -69.95, lat: 18.47, tags: { place: 'city', name: 'La Ciudad', population: '9000' } },
      { id: BIG + 22, lng: -69.951, lat: 18.471, tags: { place: 'suburb', name: 'El Sector' } },
      { id: BIG + 23, lng: -69.9412, lat: 18.4611, tags: { amenity: 'hospital', name: 'Hospital Central' } },
      { id: BIG + 24, lng: -69.95, lat: 18.47, tags: { amenity: 'bench', name: 'No place' } },
      corner(BIG + 30, -69.942, 18.46),
      corner(BIG + 31, -69.94, 18.46),
      corner(BIG + 32, -69.94, 18.462),
      corner(BIG + 33, -69.942, 18.462),
    ],
    ways: [
      way(1, [1, 2], { highway: 'primary' }),
      way(2, [30, 31, 32, 33, 30], { leisure: 'park', name: 'Parque Central' }),
      way(3, [30, 31, 32, 33, 30], { amenity: 'hospital', name: 'Hospital Central' }),
    ],
  });
  expect(data.places.map(({ name, kind, city }) => [name, kind, city])).toEqual([
    ['La Ciudad', 'city', 'La Ciudad'],
    ['La Aldea', 'city', 'La Aldea'],
    ['El Sector', 'sector', 'La Ciudad'],
    ['Hospital Central', 'hospital', 'La Ciudad'],
    ['Parque Central', 'park', 'La Ciudad'],
  ]);
  expect(data.places.at(-1)).toMatchObject({ id: 'way/2', lng: -69.941, lat: 18.461 });
});

test('streets beyond the built-in land get land under them, others leave the coast unchanged', async () => {
  const ways = [way(1, [1, 2], { highway: 'primary' })];
  await importIt({ nodes, ways });
  expect(await readdir(join(folder, 'map'))).not.toContain('land.geojson');
  const { data } = await importIt({ nodes: nodes.map((node) => ({ ...node, lat: 40.4, lng: node.lng + 66 })), ways });
  expect(data.land.features.at(-1)?.geometry.coordinates[0]?.[0]).toEqual([-3.95, 40.4]);
});

const whole = { nodes, ways: [way(1, [1, 2], { highway: 'primary' })] };
test.each<[string, string, (file: string) => Promise<void>]>([
  ['does not exist', 'cannot be read (ENOENT)', () => Promise.resolve()],
  ['is empty', 'is no OpenStreetMap extract', (file) => writeFile(file, '')],
  ['is of another format', 'is no OpenStreetMap extract', (file) => writeFile(file, '<osm version="0.6"></osm>')],
  [
    'ends too early',
    'is damaged (it ends too early)',
    async (file) => {
      await writeExtract(file, whole);
      await writeFile(file, (await readFile(file)).subarray(0, -20));
    },
  ],
  [
    'has bad bytes inside',
    'is damaged',
    async (file) => {
      await writeExtract(file, whole);
      const bytes = await readFile(file);
      await writeFile(file, bytes.fill(0xff, bytes.length - 60));
    },
  ],
  ['has ways before nodes', 'has ways before nodes', (file) => writeExtract(file, whole, { hasWaysFirst: true })],
  ['has no streets', 'has no street', (file) => writeExtract(file, { nodes, ways: [] })],
])('a file that %s is refused, and the map that was there stays', async (_, message, write) => {
  await importIt({ nodes, ways: [way(1, [1, 2], { highway: 'primary', name: 'Old' })] });
  const file = join(folder, 'bad.osm.pbf');
  await write(file);
  const attempt = importExtract({ file }, join(folder, 'map'), { progress: SILENT });
  await expect(attempt).rejects.toThrow(OperatorError);
  await expect(attempt).rejects.toThrow(message);
  expect(readMapData(join(folder, 'map')).streets.map(({ name }) => name)).toEqual(['Old']);
  expect((await readdir(folder)).filter((name) => name.startsWith('map'))).toEqual(['map']);
});
