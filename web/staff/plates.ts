import * as z from 'zod';
import { momentSchema } from '../../domain/days/period.ts';
import { Problem } from '../../domain/problems.ts';
import { actorSchema } from '../../domain/staff/duties.ts';
import { dataClient } from '../data/connection.ts';
import { save, toRepeatableProblem } from '../data/database-problem.ts';
import { readRow } from '../ui/table/parse-rows.ts';

export const NOTE_KINDS = ['no_payment', 'wrong_space', 'two_spaces', 'blocked_way', 'other'] as const;

const text = z.string().nullish();
const moment = momentSchema.nullish();
const placed = { id: z.string(), plate: z.string(), zone_name: text, reason: text };
const foundSchema = z.object({
  state: z.enum(['listed', 'now', 'inside', 'elsewhere', 'grace', 'arrives', 'over', 'nothing']),
  ...placed,
  is_similar: z.boolean(),
  space_name: text,
  starts_at: moment,
  ends_at: moment,
});
const noteSchema = z.object({
  id: z.string(),
  kind: z.enum(NOTE_KINDS),
  created_at: momentSchema,
  zone_name: text,
  note: text,
  made_by: actorSchema.nullish(),
  photo: text,
});
const checkSchema = z.object({
  plate: z.string(),
  visits: z.number(),
  found: z.array(foundSchema),
  notes: z.array(noteSchema),
});
const entriesSchema = z.array(z.object({ ...placed, valid_from: momentSchema, valid_until: moment }));
export type Found = z.infer<typeof foundSchema>;

/** Sends what a form holds, null for what is empty. A repeat with the same key changes nothing. */
export async function changePlates(name: string, typed: object): Promise<void> {
  const args = Object.fromEntries(Object.entries(typed).map(([field, value]) => [field, value === '' ? null : value]));
  if (args.photo) args.photo = args.photo.size > 0 ? await toBarePhoto(args.photo) : null;
  return save(dataClient().rpc(name, args), 'plate-not-saved', toRepeatableProblem);
}

/** What is known of a plate in a zone, or for an empty zone in all. */
export async function checkPlate({ plate, zone }: { plate: string; zone: string }) {
  const response = await dataClient().rpc('check_plate', { plate, zone: zone || null });
  return readRow(response, checkSchema, 'plate-not-saved', toRepeatableProblem);
}

export const listSafelist = async () =>
  readRow(await dataClient().rpc('list_safelist'), entriesSchema, 'plate-not-saved', toRepeatableProblem);

const LONGEST_SIDE = 1600;
const MOST_BYTES = 300_000;

/** Draws a photo anew without its place, time and device; in base64. @throws Problem `plate-photo-unreadable` */
async function toBarePhoto(file: Blob): Promise<string> {
  const canvas = document.createElement('canvas');
  const picture = await createImageBitmap(file).catch(() => canvas);
  const scale = LONGEST_SIDE / Math.max(LONGEST_SIDE, picture.width, picture.height);
  [canvas.width, canvas.height] = [picture.width * scale, picture.height * scale];
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const draw = (quality: number) => toBareJpeg(atob(canvas.toDataURL('image/jpeg', quality).replace(/^.*,/, '')));
  const jpeg = [0.8, 0.5, 0.2].map(draw).find(({ length }) => length <= MOST_BYTES);
  if (picture === canvas || jpeg === undefined) throw new Problem('plate-photo-unreadable');
  return btoa(jpeg);
}

/** Removes comments and what applications added, but for JFIF's part: some browsers write EXIF of their own. */
export function toBareJpeg(jpeg: string): string {
  let kept = jpeg.slice(0, 2);
  let at = 2;
  while (at < jpeg.length && jpeg[at + 1] !== '\xda') {
    const end = at + 2 + jpeg.charCodeAt(at + 2) * 256 + jpeg.charCodeAt(at + 3);
    if (!/[\xe1-\xef\xfe]/.test(jpeg[at + 1] ?? '')) kept += jpeg.slice(at, end);
    at = end;
  }
  return kept + jpeg.slice(at);
}
