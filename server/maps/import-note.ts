import * as z from 'zod';

/** The file that says what an imported map was made from; a folder without it is no finished import. */
export const IMPORT_NOTE = 'import.json';

const bounds = z.tuple([z.number(), z.number(), z.number(), z.number()]);

/** What an imported map was made from, and how much it holds. Bounds are west, south, east, north in degrees. */
export const importNoteSchema = z.object({
  format: z.literal(1, 'the import is of another version of Parqueo'),
  source: z.string(),
  imported_at: z.iso.datetime(),
  /** When the data left OpenStreetMap, if the file says it. */
  data_at: z.iso.datetime().nullable(),
  /** What was asked for; null for the whole file. */
  bbox: bounds.nullable(),
  /** What the streets cover. */
  extent: bounds,
  streets: z.int().positive(),
  places: z.int().min(0),
});

export type ImportNote = z.infer<typeof importNoteSchema>;
