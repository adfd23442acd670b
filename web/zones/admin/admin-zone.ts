import * as z from 'zod';
import { FALLBACK_HOURLY_RATE } from '../../../domain/reservations/price.ts';
import type { Position } from '../../../domain/zones/distance.ts';
import { toPosition, ZONE_COLUMNS, zoneRowSchema } from '../../data/zone.ts';

/** A zone as its operator entered it, without the defaults that drivers see. */
export type AdminZone = {
  id: string;
  name: string;
  description: string | null;
  /** The address. */
  location: string | null;
  position: Position | null;
  /** From 0 to 5. */
  rating: number;
  /** In dollars. */
  pricePerHour: number;
  /** The flags of the database, set or not. */
  amenities: Record<string, boolean>;
  spaceCount: number;
  /** Changes with every edit. */
  version: string;
};

/** Of the view `admin_zones`, to be parsed by `adminZoneSchema`. */
export const ADMIN_ZONE_COLUMNS = `${ZONE_COLUMNS}, space_count, updated_at` as const;

export const adminZoneSchema = zoneRowSchema
  .extend({ space_count: z.number(), updated_at: z.string() })
  .transform((row): AdminZone => {
    const { id, name, description, location } = row;
    return {
      id,
      name,
      description,
      location,
      position: toPosition(row),
      rating: row.rating ?? 0,
      pricePerHour: row.price_per_hour ?? FALLBACK_HOURLY_RATE,
      amenities: row.amenities ?? {},
      spaceCount: row.space_count,
      version: row.updated_at,
    };
  });

const UNNAMED = 'Unnamed zone';

export function formatZoneName({ name }: Pick<AdminZone, 'name'>): string {
  return name.trim() || UNNAMED;
}
