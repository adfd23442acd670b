import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { OperatorError } from '../../config/operator-error.ts';
import { removeLeftovers } from '../../start/processes.ts';
import { type Bounds, getBounds, widen } from '../geometry.ts';
import { type Areas, BUILT_IN_MAP, IMPORT_NOTE, IMPORTED_STREETS, LAND, PLACES, readAreas } from '../map-data.ts';
import type { ImportRequest, Progress } from './command.ts';
import { collectNeededNodes } from './node-positions.ts';
import { normalisePlaces } from './places.ts';
import { requireExtract } from './read-extract.ts';
import { type PassResult, writeStreets } from './write-streets.ts';

/**
 * Imports an OpenStreetMap extract and replaces the folder of the map. After a failure the folder is unchanged.
 * @param folder absolute; its parent must exist
 * @returns source and size of the map
 * @throws OperatorError when the extract cannot be used
 */
export async function importExtract(
  request: ImportRequest,
  folder: string,
  { progress, now = () => new Date() }: { progress: Progress; now?: () => Date },
) {
  await requireExtract(request.file);
  const { size } = await stat(request.file);
  const positions = await progress('Looking for streets', size, (onProgress) =>
    collectNeededNodes(request.file, onProgress),
  );
  return replaceFolder(folder, async (draft) => {
    const result = await progress('Writing streets', size, (onProgress) =>
      writeStreets(request, positions, join(draft, IMPORTED_STREETS), onProgress),
    );
    return writePlacesAndNote(request, result, draft, now());
  });
}

async function writePlacesAndNote(
  { file, bbox }: ImportRequest,
  { places: foundPlaces, streets, extent, dataAt }: PassResult,
  draft: string,
  now: Date,
) {
  if (extent === undefined) {
    throw new OperatorError(`${basename(file)} has no street${bbox === undefined ? '' : ' inside --bbox'}`);
  }
  const places = normalisePlaces(foundPlaces);
  await writeFile(join(draft, PLACES), `[\n${places.map((place) => JSON.stringify(place)).join(',\n')}\n]\n`);
  await writeLand(draft, extent);
  /** Bounds are west, south, east, north in degrees; `bbox` is null for the whole file. */
  const note = {
    format: 1,
    source: basename(file),
    imported_at: now.toISOString(),
    data_at: dataAt?.toISOString() ?? null,
    bbox: bbox ?? null,
    extent,
    streets,
    places: places.length,
  };
  await writeFile(join(draft, IMPORT_NOTE), `${JSON.stringify(note, null, 2)}\n`, { flush: true });
  return note;
}

/**
 * Adds land under streets outside the bounds of the built-in land. It covers the sea there too, since an extract of a
 * region seldom contains its whole coast.
 */
async function writeLand(folder: string, extent: Bounds): Promise<void> {
  const land = readAreas(BUILT_IN_MAP, LAND);
  const missing = subtractBounds(extent, getExtent(land));
  if (missing.length === 0) return;
  const extended: Areas = { ...land, features: [...land.features, ...missing.map(toArea)] };
  await writeFile(join(folder, LAND), JSON.stringify(extended));
}

function getExtent({ features }: Areas): Bounds {
  const lines = features.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat(),
  );
  return lines.reduce<Bounds>((bounds, line) => widen(bounds, getBounds(line)), [180, 90, -180, -90]);
}

/** The bounds without others, as up to four rectangles around their intersection. */
function subtractBounds([west, south, east, north]: Bounds, removed: Bounds): Bounds[] {
  const innerWest = Math.max(west, removed[0]);
  const innerEast = Math.min(east, removed[2]);
  if (innerWest >= innerEast || south >= removed[3] || north <= removed[1]) return [[west, south, east, north]];
  const rectangles: Bounds[] = [
    [west, south, innerWest, north],
    [innerEast, south, east, north],
    [innerWest, south, innerEast, removed[1]],
    [innerWest, removed[3], innerEast, north],
  ];
  return rectangles.filter((rectangle) => rectangle[0] < rectangle[2] && rectangle[1] < rectangle[3]);
}

function toArea([west, south, east, north]: Bounds): Areas['features'][number] {
  const ring: [number, number][] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Feature', properties: { name: '' }, geometry: { type: 'Polygon', coordinates: [ring] } };
}

/**
 * Replaces a folder with a new one when that is complete. After a failure the old one is unchanged.
 * @param folder absolute; its parent must exist
 * @param fill writes into the draft folder
 * @returns the result of `fill`
 */
async function replaceFolder<T>(folder: string, fill: (draft: string) => Promise<T>): Promise<T> {
  await removeLeftovers(dirname(folder), /^map\.new-(\d+)$/);
  const draft = `${folder}.new-${process.pid}`;
  await mkdir(draft);
  try {
    const result = await fill(draft);
    await rm(folder, { recursive: true, force: true });
    await rename(draft, folder);
    return result;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}
