import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ZodError } from 'zod';
import { VERSION } from '../version.ts';
import { IMPORT_NOTE } from './import-note.ts';
import { BUILT_IN_FILES, BUILT_IN_MAP, type MapData, readMapData } from './map-data.ts';

/** The folder inside `DATA_DIR` that `npm run maps:import` writes. */
export const IMPORTED_MAP = 'map';

const findFolder = (dataDir: string | undefined) => {
  const folder = dataDir === undefined ? undefined : join(dataDir, IMPORTED_MAP);
  return folder !== undefined && existsSync(folder) ? folder : undefined;
};

/** Whether there is an imported map, be it valid or not. */
export const hasImportedMap = (dataDir: string | undefined) => findFolder(dataDir) !== undefined;

/** Another name for every other map, so that browsers may keep parts of it for a year. */
export function readMapVersion(dataDir: string | undefined): string {
  const folder = findFolder(dataDir);
  const note = folder === undefined ? '' : join(folder, IMPORT_NOTE);
  const files = existsSync(note) ? [note] : BUILT_IN_FILES.map((name) => join(BUILT_IN_MAP, name));
  const hash = createHash('sha256').update(VERSION);
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}

/** A map, and why the imported one is not it. */
export type LoadedMap = { data: MapData; damage?: string };

/**
 * Loads the imported map, or the built-in one where there is none or a damaged one.
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
