import * as z from 'zod';
import { SPACE_COLUMNS, spaceRowSchema, toSpace } from '../data/space.ts';

/** A space as administrators see it. */
export type AdminSpace = z.infer<typeof adminSpaceSchema>;

/** To be parsed by `adminSpaceSchema`. */
export const ADMIN_SPACE_COLUMNS = `${SPACE_COLUMNS}, kavass_device_id, last_activity, updated_at` as const;

export const adminSpaceSchema = spaceRowSchema
  .extend({
    kavass_device_id: z.string().nullable(),
    last_activity: z.iso.datetime({ offset: true }).nullable(),
    updated_at: z.string(),
  })
  .transform((row) => ({
    ...toSpace(row),
    /** The vendor's id of its lock. */
    deviceId: row.kavass_device_id,
    lastActivity: row.last_activity,
    /** Changes with every edit. */
    version: row.updated_at,
  }));

/** A zone to choose by its name. */
export const zoneNameSchema = z.object({ id: z.string(), name: z.string() });

export type ZoneName = z.infer<typeof zoneNameSchema>;
