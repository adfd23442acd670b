import { stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { OperatorError } from '../../operator-error.ts';
import { IMPORT_NOTE, type ImportNote } from '../import-note.ts';
import { IMPORTED_STREETS, PLACES } from '../map-data.ts';
import { collectNeededNodes } from './gather-nodes.ts';
import { LineFile } from './line-file.ts';
import type { NodePositions } from './node-positions.ts';
import { normalisePlaces } from './normalise-places.ts';
import type { Progress } from './progress.ts';
import type { ImportRequest } from './read-arguments.ts';
import { requireExtract } from './read-extract.ts';
import { replaceFolder } from './replace-folder.ts';
import { writeLand } from './write-land.ts';
import { type Found, writeStreets } from './write-streets.ts';

/**
 * Makes the map of an OpenStreetMap extract in a folder, in the place of the one that is there. The folder changes only
 * when everything went well.
 * @param folder absolute; the folder above it has to be there
 * @throws OperatorError when the extract cannot be used
 */
export async function importExtract(
  request: ImportRequest,
  folder: string,
  { progress, now = () => new Date() }: { progress: Progress; now?: () => Date },
): Promise<ImportNote> {
  await requireExtract(request.file);
  const { size } = await stat(request.file);
  const follow = async <T>(what: string, work: (reached: (bytes: number) => void) => Promise<T>): Promise<T> => {
    progress.begin(what, size);
    try {
      return await work(progress.reached);
    } finally {
      progress.end();
    }
  };
  const positions = await follow('Looking for streets', (reached) => collectNeededNodes(request.file, reached));
  return replaceFolder(folder, async (draft) => {
    const found = await follow('Writing streets', (reached) => writeStreetsFile(request, positions, draft, reached));
    return writeRest(request, found, draft, now());
  });
}

async function writeStreetsFile(
  request: ImportRequest,
  positions: NodePositions,
  draft: string,
  reached: (bytes: number) => void,
): Promise<Found> {
  const out = await LineFile.create(join(draft, IMPORTED_STREETS));
  try {
    const found = await writeStreets(request, positions, out, reached);
    await out.finish();
    return found;
  } finally {
    await out.close();
  }
}

async function writeRest(
  { file, bbox }: ImportRequest,
  { places: foundPlaces, streets, extent, dataAt }: Found,
  draft: string,
  now: Date,
): Promise<ImportNote> {
  if (extent === undefined) {
    throw new OperatorError(`${basename(file)} has no street${bbox === undefined ? '' : ' inside --bbox'}`);
  }
  const places = normalisePlaces(foundPlaces);
  await writeFile(join(draft, PLACES), `[\n${places.map((place) => JSON.stringify(place)).join(',\n')}\n]\n`);
  await writeLand(draft, extent);
  const note: ImportNote = {
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
