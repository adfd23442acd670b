import { stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { OperatorError } from '../../operator-error.ts';
import { IMPORT_NOTE, type ImportNote } from '../import-note.ts';
import { IMPORTED_STREETS, PLACES } from '../map-data.ts';
import { collectNeededNodes } from './collect-needed-nodes.ts';
import { LineFile } from './line-file.ts';
import type { NodePositions } from './node-positions.ts';
import { normalisePlaces } from './normalise-places.ts';
import type { Progress } from './progress.ts';
import type { ImportRequest } from './read-arguments.ts';
import { requireExtract } from './read-extract.ts';
import { replaceFolder } from './replace-folder.ts';
import { writeLand } from './write-land.ts';
import { type PassResult, writeStreets } from './write-streets.ts';

/**
 * Imports an OpenStreetMap extract and replaces the folder of the map. After a failure the folder is unchanged.
 * @param folder absolute; its parent must exist
 * @throws OperatorError when the extract cannot be used
 */
export async function importExtract(
  request: ImportRequest,
  folder: string,
  { progress, now = () => new Date() }: { progress: Progress; now?: () => Date },
): Promise<ImportNote> {
  await requireExtract(request.file);
  const { size } = await stat(request.file);
  const withProgress = async <T>(
    label: string,
    work: (onProgress: (bytes: number) => void) => Promise<T>,
  ): Promise<T> => {
    progress.begin(label, size);
    try {
      return await work(progress.update);
    } finally {
      progress.end();
    }
  };
  const positions = await withProgress('Looking for streets', (onProgress) =>
    collectNeededNodes(request.file, onProgress),
  );
  return replaceFolder(folder, async (draft) => {
    const result = await withProgress('Writing streets', (onProgress) =>
      writeStreetsFile(request, positions, draft, onProgress),
    );
    return writePlacesAndNote(request, result, draft, now());
  });
}

async function writeStreetsFile(
  request: ImportRequest,
  positions: NodePositions,
  draft: string,
  onProgress: (bytes: number) => void,
): Promise<PassResult> {
  const output = await LineFile.create(join(draft, IMPORTED_STREETS));
  try {
    const result = await writeStreets(request, positions, output, onProgress);
    await output.finish();
    return result;
  } finally {
    await output.close();
  }
}

async function writePlacesAndNote(
  { file, bbox }: ImportRequest,
  { places: foundPlaces, streets, extent, dataAt }: PassResult,
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
