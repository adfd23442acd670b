import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { ZodError } from 'zod';
import { BUILT_IN_MAP, type MapData, readMapData } from './map-data.ts';

/** The folder inside `DATA_DIR` that `npm run maps:import` writes. */
export const IMPORTED_MAP = 'map';

/**
 * Loads the imported map, or the built-in one without a valid import. A damaged import causes a warning.
 * @param dataDir absolute folder of the import; without it the built-in map is used
 */
export function loadMap(dataDir: string | undefined, log?: Logger): MapData {
  const data = readImported(dataDir, log) ?? readMapData(BUILT_IN_MAP);
  log?.info({ source: data.source, streets: data.streets.length, places: data.places.length }, 'map loaded');
  return data;
}

function readImported(dataDir: string | undefined, log?: Logger): MapData | undefined {
  const folder = dataDir === undefined ? undefined : join(dataDir, IMPORTED_MAP);
  if (folder === undefined || !existsSync(folder)) return undefined;
  try {
    return readMapData(folder);
  } catch (error) {
    log?.warn(
      { folder, reason: describeError(error) },
      'the imported map is damaged, so the built-in one is used; run "npm run maps:import" again',
    );
    return undefined;
  }
}

function describeError(error: unknown): string {
  if (error instanceof ZodError) {
    const [issue] = error.issues;
    return `${issue?.path.join('.')}: ${issue?.message}`;
  }
  return error instanceof Error ? error.message : String(error);
}
