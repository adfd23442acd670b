import * as z from 'zod';
import { type SpaceStatus, spaceStatusSchema } from '../../domain/zones/zone.ts';

/** A space as administrators see it; `hourlyRate` in dollars, null where only the zone has a price. */
export type AdminSpace = {
  id: string;
  name: string;
  zoneId: string | null;
  zoneName: string | null;
  location: string | null;
  /** The vendor's id of its lock. */
  deviceId: string | null;
  hourlyRate: number | null;
  status: SpaceStatus;
  /** As ISO 8601. */
  lastActivity: string | null;
  /** Moves with every change of what people edit. */
  version: string;
};

/** What is selected of a space, to be parsed by `adminSpaceSchema`. */
export const ADMIN_SPACE_COLUMNS =
  'id, name, zone_id, zone_name, location, kavass_device_id, hourly_rate, status, last_activity, updated_at';

export const adminSpaceSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    zone_id: z.string().nullable(),
    zone_name: z.string().nullable(),
    location: z.string().nullable(),
    kavass_device_id: z.string().nullable(),
    hourly_rate: z.number().nullable(),
    status: spaceStatusSchema,
    last_activity: z.iso.datetime({ offset: true }).nullable(),
    updated_at: z.string(),
  })
  .transform(
    (row): AdminSpace => ({
      id: row.id,
      name: row.name,
      zoneId: row.zone_id,
      zoneName: row.zone_name,
      location: row.location,
      deviceId: row.kavass_device_id,
      hourlyRate: row.hourly_rate,
      status: row.status,
      lastActivity: row.last_activity,
      version: row.updated_at,
    }),
  );

/** A zone by name, to choose from. */
export const zoneNameSchema = z.object({ id: z.string(), name: z.string() });

export type ZoneName = z.infer<typeof zoneNameSchema>;
