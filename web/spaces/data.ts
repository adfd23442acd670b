import * as z from 'zod';
import { Problem, type ProblemKey } from '../../domain/problems.ts';
import { dataClient } from '../data/connection.ts';
import { toProblem } from '../data/database-problem.ts';
import { type InvalidRow, type ParsedRows, readRows } from '../data/parse-rows.ts';
import {
  ADMIN_SPACE_COLUMNS,
  type AdminSpace,
  adminSpaceSchema,
  type ZoneName,
  zoneNameSchema,
} from './admin-space.ts';

/** How many rows a backend of this kind answers at most, unless its operator says otherwise. */
const ROWS_LIMIT = 1000;

type Row = { id: string };
type Answer = { data: unknown; error: unknown };

/** Reads all rows, page by page. Rows that move between two pages meanwhile are kept once. */
async function readAll<Read extends Row>(
  schema: z.ZodType<Read>,
  page: (from: number, to: number) => PromiseLike<Answer>,
): Promise<ParsedRows<Read>> {
  const rows = new Map<string, Read>();
  const invalid = new Map<string, InvalidRow>();
  for (let from = 0; ; from += ROWS_LIMIT) {
    const parsed = readRows(await page(from, from + ROWS_LIMIT - 1), schema, 'admin-spaces-not-loaded');
    for (const row of parsed.rows) rows.set(row.id, row);
    for (const row of parsed.invalid) invalid.set(row.id, row);
    if (parsed.count < ROWS_LIMIT) {
      return { rows: [...rows.values()], invalid: [...invalid.values()], count: rows.size + invalid.size };
    }
  }
}

/** Every space, by name. @throws Problem `admin-spaces-not-loaded` */
export function listAllSpaces(signal: AbortSignal): Promise<ParsedRows<AdminSpace>> {
  return readAll(adminSpaceSchema, (from, to) =>
    dataClient()
      .from('parking_spaces')
      .select(ADMIN_SPACE_COLUMNS)
      .order('name')
      .order('id')
      .range(from, to)
      .abortSignal(signal),
  );
}

/** Every zone's id and name, by name. @throws Problem `admin-spaces-not-loaded` */
export function listZoneNames(signal: AbortSignal): Promise<ParsedRows<ZoneName>> {
  return readAll(zoneNameSchema, (from, to) =>
    dataClient().from('parking_zones').select('id, name').order('name').order('id').range(from, to).abortSignal(signal),
  );
}

/** What an administrator says of a space; `hourlyRate` in dollars. */
export type SpaceChanges = Pick<AdminSpace, 'name' | 'zoneId' | 'zoneName' | 'location' | 'deviceId'> & {
  hourlyRate: number;
};

const toRow = ({ name, zoneId, zoneName, location, deviceId, hourlyRate }: SpaceChanges) => ({
  name,
  zone_id: zoneId,
  zone_name: zoneName,
  location,
  kavass_device_id: deviceId,
  hourly_rate: hourlyRate,
});

/** Adds spaces, all of them or none. @throws Problem `space-not-created`, or `spaces-not-created` for several */
export async function createSpaces(spaces: readonly SpaceChanges[]): Promise<void> {
  const key: ProblemKey = spaces.length === 1 ? 'space-not-created' : 'spaces-not-created';
  // One statement of the database, which makes it one transaction.
  const { error } = await dataClient().from('parking_spaces').insert(spaces.map(toRow)).select('id');
  if (error) throw toProblem(error, key);
}

/**
 * Changes a space, unless somebody else has changed it since it was read: then nothing is written, and the answer is the
 * space as it is now. The answer is null when the space was changed.
 * @throws Problem `space-not-updated`, also when it is gone
 */
export async function updateSpace(
  read: Pick<AdminSpace, 'id' | 'version'>,
  changes: SpaceChanges,
): Promise<AdminSpace | null> {
  const { data, error } = await dataClient()
    .from('parking_spaces')
    .update(toRow(changes))
    .eq('id', read.id)
    .eq('updated_at', read.version)
    .select('id');
  if (error) throw toProblem(error, 'space-not-updated');
  return data.length > 0 ? null : loadNewerSpace(read);
}

async function loadNewerSpace(read: Pick<AdminSpace, 'id' | 'version'>): Promise<AdminSpace> {
  const { data, error } = await dataClient().from('parking_spaces').select(ADMIN_SPACE_COLUMNS).eq('id', read.id);
  const rows = z.array(adminSpaceSchema).safeParse(data);
  if (error || !rows.success) throw new Problem('space-not-updated', { cause: error ?? rows.error });
  const [space] = rows.data;
  // It is gone, or nobody changed it and the caller may not either.
  if (space === undefined || space.version === read.version) throw new Problem('space-not-updated');
  return space;
}

/** Removes a space for good. @throws Problem `space-not-deleted`, also while a driver has reserved it */
export async function deleteSpace(id: string): Promise<void> {
  const { error } = await dataClient().from('parking_spaces').delete().eq('id', id).select('id').single();
  if (error) throw new Problem('space-not-deleted', { cause: error });
}

const staySchema = z.array(z.object({ end_time: z.iso.datetime({ offset: true }) }));

/**
 * When the stay ends, or has ended, of whoever may be parked on a space at this moment: somebody whose active
 * reservation has begun. Null when there is none.
 * @throws Problem `reservation-of-space-unknown`
 */
export async function findBegunStayEnd(spaceId: string, now: Date): Promise<Date | null> {
  const { data, error } = await dataClient()
    .from('space_occupancy')
    .select('end_time')
    .eq('parking_space_id', spaceId)
    .lte('start_time', now.toISOString())
    .order('end_time', { ascending: false })
    .limit(1);
  const stays = staySchema.safeParse(data);
  if (error || !stays.success) throw new Problem('reservation-of-space-unknown', { cause: error ?? stays.error });
  const [stay] = stays.data;
  return stay === undefined ? null : new Date(stay.end_time);
}
