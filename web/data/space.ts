import * as z from 'zod';
import { toCamelCase } from '../../domain/camel-case.ts';
import type { Period } from '../../domain/days/period.ts';
import { compareNames, nameSpace } from '../../domain/zones/space-names.ts';
import { type Space, spaceStatusSchema } from '../../domain/zones/zone.ts';
import { mapRows, type ParsedRows, readRows } from '../ui/table/parse-rows.ts';
import { dataClient } from './connection.ts';

export const spaceRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  zone_id: z.string().nullable(),
  zone_name: z.string().nullable(),
  location: z.string().nullable(),
  hourly_rate: z.number().nullable(),
  has_rates: z.boolean().optional(),
  status: spaceStatusSchema,
});

export const SPACE_COLUMNS = Object.keys(spaceRowSchema.shape).join();

/** The spaces of a zone by name, with their status now or for a reservation of the period. */
export async function listSpaces(zoneId: string, period: Period | null): Promise<ParsedRows<Space>> {
  const spaces =
    period === null
      ? dataClient().from('parking_spaces').select(SPACE_COLUMNS)
      : dataClient().rpc('find_spaces', toReservationArguments(period), { get: true }).select(SPACE_COLUMNS);
  const response = await spaces.eq('zone_id', zoneId).order('sort_name');
  const parsed = mapRows(readRows(response, spaceRowSchema, 'spaces-not-loaded'), toCamelCase);
  const rows = parsed.rows.map((space) => ({ ...space, name: nameSpace(space.name) }));
  return { ...parsed, rows: rows.toSorted((a, b) => compareNames(a.name, b.name)) };
}

/** A period as the functions `find_spaces` and `find_zones` take it. */
export function toReservationArguments({ startsAt, endsAt }: Period): { starts: string; ends: string } {
  return { starts: startsAt.toISOString(), ends: endsAt.toISOString() };
}
