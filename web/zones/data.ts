import * as z from 'zod';
import { Problem } from '../../domain/problems.ts';
import type { Space, Zone } from '../../domain/zone.ts';
import { dataClient } from '../platform/connection.ts';
import { SPACE_COLUMNS, spaceOf, spaceRowSchema, ZONE_COLUMNS, zoneOf, zoneRowSchema } from './row.ts';

const MS_PER_HOUR = 3_600_000;

/** Every zone with the count of its free spaces, by name. @throws Problem `zones-not-loaded` */
export async function listZones(): Promise<Zone[]> {
  const { data, error } = await dataClient().from('parking_zones').select(ZONE_COLUMNS).order('name').order('id');
  const rows = z.array(zoneRowSchema).safeParse(data);
  if (error || !rows.success) throw new Problem('zones-not-loaded', { cause: error ?? rows.error });
  return rows.data.map(zoneOf);
}

/** The spaces of a zone, by name. @throws Problem `spaces-not-loaded` */
export async function listSpaces(zoneId: string): Promise<Space[]> {
  const { data, error } = await dataClient()
    .from('parking_spaces')
    .select(SPACE_COLUMNS)
    .eq('zone_id', zoneId)
    .order('name');
  const rows = z.array(spaceRowSchema).safeParse(data);
  if (error || !rows.success) throw new Problem('spaces-not-loaded', { cause: error ?? rows.error });
  return rows.data.map(spaceOf);
}

/** Whether nobody holds the space at any moment from now to an hour later. @throws Problem `availability-unknown` */
export async function isFreeForNextHour(spaceId: string, now: Date): Promise<boolean> {
  const end = new Date(now.getTime() + MS_PER_HOUR);
  // The view, because row level security hides the reservations of others from the table.
  const { data, error } = await dataClient()
    .from('space_occupancy')
    .select('start_time')
    .eq('parking_space_id', spaceId)
    .lt('start_time', end.toISOString())
    .gt('end_time', now.toISOString())
    .limit(1);
  if (error) throw new Problem('availability-unknown', { cause: error });
  return data.length === 0;
}

/**
 * The first available space of a zone, by name, that nobody holds for the next hour; null when there is none.
 * @throws Problem `spaces-not-loaded` or `availability-unknown`
 */
export async function findFreeSpace(zoneId: string, now: Date): Promise<Space | null> {
  for (const space of await listSpaces(zoneId)) {
    if (space.status === 'available' && (await isFreeForNextHour(space.id, now))) return space;
  }
  return null;
}
