import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { ZodError } from 'zod';
import { VERSION } from '../config/version.ts';
import type { LngLat } from './geometry.ts';

/** The last file of an import; a folder without it is incomplete. */
export const IMPORT_NOTE = 'import.json';

/** What a server reads of the note that an import leaves; the rest is for people. */
const importNoteSchema = z.object({
  format: z.literal(1, 'the import is of another version of Parqueo'),
  streets: z.int().positive(),
});

// A custom check, because an import has millions: a tuple schema is slower and copies each one.
const lngLat = z.custom<LngLat>(
  (value) => Array.isArray(value) && value.length === 2 && isDegrees(value[0], 180) && isDegrees(value[1], 90),
  'a longitude and a latitude are expected',
);

function isDegrees(value: unknown, limit: number): boolean {
  return typeof value === 'number' && Math.abs(value) <= limit;
}

const streetClass = z.enum([
  'motorway',
  'trunk',
  'primary',
  'secondary',
  'tertiary',
  'residential',
  'service',
  'pedestrian',
]);
export type StreetClass = z.infer<typeof streetClass>;

/** Vertices that streets share are junctions. A one-way street runs in the order of its line. */
export type Street = { name: string; class: StreetClass; oneway: boolean; speedKmh: number; line: LngLat[] };

const streetSchema = z
  .object({
    properties: z.object({
      name: z.string(),
      class: streetClass,
      oneway: z.boolean().default(false),
      speed_kmh: z.number().positive(),
    }),
    geometry: z.object({ type: z.literal('LineString'), coordinates: z.array(lngLat).min(2) }),
  })
  .transform(
    ({ properties: { speed_kmh: speedKmh, ...properties }, geometry }): Street => ({
      ...properties,
      speedKmh,
      line: geometry.coordinates,
    }),
  );

const placeSchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
  address: z.string().default(''),
  city: z.string().default(''),
});

export type NamedPlace = z.infer<typeof placeSchema>;

/** Land or water. */
export type Areas = {
  type: 'FeatureCollection';
  features: {
    type: 'Feature';
    properties: { name: string };
    geometry: { type: 'Polygon'; coordinates: LngLat[][] } | { type: 'MultiPolygon'; coordinates: LngLat[][][] };
  }[];
};

export type MapData = {
  source: 'built-in' | 'imported';
  streets: Street[];
  places: NamedPlace[];
  land: Areas;
  water: Areas;
};

export const BUILT_IN_MAP = join(import.meta.dirname, 'built-in');

/** One GeoJSON feature per line, because the streets of a country exceed the longest string. */
export const IMPORTED_STREETS = 'streets.geojsonl';
export const PLACES = 'places.json';
export const LAND = 'land.geojson';
const WATER = 'water.geojson';
const STREETS = 'streets.geojson';
const BUILT_IN_FILES = [STREETS, PLACES, LAND, WATER];

/**
 * Reads the map of a folder. Missing land and water are those of the built-in map.
 * @throws Error when a file is missing or invalid
 */
export function readMapData(folder: string): MapData {
  const isImported = existsSync(join(folder, IMPORTED_STREETS));
  return {
    source: isImported ? 'imported' : 'built-in',
    streets: isImported ? readImportedStreets(folder) : readStreets(folder),
    places: z.array(placeSchema).parse(readJson(folder, PLACES)),
    land: readAreas(folder, LAND),
    water: readAreas(folder, WATER),
  };
}

const readJson = (folder: string, name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));

/** Reads land or water of a folder, or of the built-in map when the folder has none. */
export function readAreas(folder: string, name: string): Areas {
  const owner = existsSync(join(folder, name)) ? folder : BUILT_IN_MAP;
  return readJson(owner, name) as Areas;
}

function readStreets(folder: string): Street[] {
  return z.object({ features: z.array(streetSchema) }).parse(readJson(folder, STREETS)).features;
}

function readImportedStreets(folder: string): Street[] {
  const note = importNoteSchema.parse(readJson(folder, IMPORT_NOTE));
  const lines = readLines(join(folder, IMPORTED_STREETS));
  const streets = Array.from(lines, (line) => streetSchema.parse(JSON.parse(line)));
  if (streets.length !== note.streets) {
    throw new Error(`${IMPORTED_STREETS} holds ${streets.length} streets instead of ${note.streets}`);
  }
  return streets;
}

/** Reads the lines of a file that may be larger than the longest string; each ends with a line end. */
function* readLines(path: string): Generator<string> {
  const bytes = readFileSync(path);
  for (let start = 0, end = bytes.indexOf('\n'); end !== -1; start = end + 1, end = bytes.indexOf('\n', start)) {
    yield bytes.toString('utf8', start, end);
  }
}

/** The folder inside `DATA_DIR` that `npm run maps:import` writes. */
export const IMPORTED_MAP = 'map';

const findFolder = (dataDir: string | undefined) => {
  const folder = dataDir === undefined ? undefined : join(dataDir, IMPORTED_MAP);
  return folder !== undefined && existsSync(folder) ? folder : undefined;
};

/** Whether there is an imported map, be it valid or not. */
export const hasImportedMap = (dataDir: string | undefined) => findFolder(dataDir) !== undefined;

/** A name that changes with the map, so that browsers may keep parts of a map for a year. */
export function readMapVersion(dataDir: string | undefined): string {
  const folder = findFolder(dataDir);
  const note = folder === undefined ? '' : join(folder, IMPORT_NOTE);
  const files = existsSync(note) ? [note] : BUILT_IN_FILES.map((name) => join(BUILT_IN_MAP, name));
  const hash = createHash('sha256').update(VERSION);
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}

/** A map, and the fault of the imported map if the built-in map takes its place. */
type LoadedMap = { data: MapData; damage?: string };

/**
 * Loads the imported map, or the built-in one where there is no imported map or a damaged one.
 * @param dataDir absolute folder of the import; without it the built-in map is used
 */
export function loadMap(dataDir: string | undefined): LoadedMap {
  const folder = findFolder(dataDir);
  if (folder === undefined) return { data: readMapData(BUILT_IN_MAP) };
  try {
    return { data: readMapData(folder) };
  } catch (error) {
    return { data: readMapData(BUILT_IN_MAP), damage: describeError(error) };
  }
}

function describeError(error: unknown): string {
  if (error instanceof ZodError) {
    const [issue] = error.issues;
    return `${issue?.path.join('.')}: ${issue?.message}`;
  }
  return error instanceof Error ? error.message : String(error);
}
