import * as z from 'zod';

/** The last file of an import; a folder without it is incomplete. */
export const IMPORT_NOTE = 'import.json';

const bounds = z.tuple([z.number(), z.number(), z.number(), z.number()]);

/** Source and size of an imported map. Bounds are west, south, east, north in degrees. */
export const importNoteSchema = z.object({
  format: z.literal(1, 'the import is of another version of Parqueo'),
  source: z.string(),
  imported_at: z.iso.datetime(),
  /** The age of the data, if the extract contains it. */
  data_at: z.iso.datetime().nullable(),
  /** The requested part; null for the whole file. */
  bbox: bounds.nullable(),
  /** The bounds of the streets. */
  extent: bounds,
  streets: z.int().positive(),
  places: z.int().min(0),
});

export type ImportNote = z.infer<typeof importNoteSchema>;
