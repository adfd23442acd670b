import * as z from 'zod';
import { m } from '#messages';
import { FALLBACK_HOURLY_RATE } from '../../../domain/reservations/price.ts';
import { toPosition, ZONE_COLUMNS, zoneRowSchema } from '../../data/zone.ts';

/** A zone as its operator entered it, without the defaults that drivers see. */
export type AdminZone = z.infer<typeof adminZoneSchema>;

/** Of the view `admin_zones`, to be parsed by `adminZoneSchema`. */
export const ADMIN_ZONE_COLUMNS = `${ZONE_COLUMNS}, rating_count, space_count, updated_at` as const;

export const adminZoneSchema = zoneRowSchema
  .extend({ rating_count: z.int().default(0), space_count: z.number(), updated_at: z.string() })
  .transform((row) => ({
    id: row.id,
    name: row.name,
    /** In Spanish. */
    description: row.description,
    descriptionEn: row.description_en,
    /** The address. */
    location: row.location,
    position: toPosition(row),
    /** From 0 to 5: the average of its ratings, or without any what was entered. */
    rating: row.rating ?? 0,
    numberOfRatings: row.rating_count,
    /** In the operator's currency. */
    pricePerHour: row.price_per_hour ?? FALLBACK_HOURLY_RATE,
    /** The flags of the database, set or not. */
    amenities: row.amenities ?? {},
    spaceCount: row.space_count,
    /** Changes with every edit. */
    version: row.updated_at,
  }));

export function formatZoneName({ name }: Pick<AdminZone, 'name'>): string {
  return name.trim() || m.zone_admin_unnamed();
}
