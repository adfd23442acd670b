import * as z from 'zod';
import { type Space, spaceStatusSchema } from '../../domain/zones/zone.ts';

/** To be parsed by `spaceRowSchema`. */
export const SPACE_COLUMNS = 'id, name, zone_id, zone_name, location, hourly_rate, status' as const;

export const spaceRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  zone_id: z.string().nullable(),
  zone_name: z.string().nullable(),
  location: z.string().nullable(),
  hourly_rate: z.number().nullable(),
  status: spaceStatusSchema,
});

export function toSpace(row: z.infer<typeof spaceRowSchema>): Space {
  return {
    id: row.id,
    name: row.name,
    zoneId: row.zone_id,
    zoneName: row.zone_name,
    location: row.location,
    hourlyRate: row.hourly_rate,
    status: row.status,
  };
}
