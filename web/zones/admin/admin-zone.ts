import * as z from 'zod';
import { FALLBACK_HOURLY_RATE } from '../../../domain/reservations/price.ts';
import type { Position } from '../../../domain/zones/distance.ts';

/** A zone as its operator keeps it, with nothing put in the place of what is missing. */
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
  /** Moves with every change of what people edit. */
  version: string;
};

/** What is selected of the view, to be parsed by `adminZoneSchema`. */
export const ADMIN_ZONE_COLUMNS =
  'id, name, description, location, latitude, longitude, rating, price_per_hour, amenities, space_count, updated_at';

export const adminZoneSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    location: z.string().nullable(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    rating: z.number().nullable(),
    price_per_hour: z.number().nullable(),
    amenities: z.record(z.string(), z.boolean()).nullable(),
    space_count: z.number(),
    updated_at: z.string(),
  })
  .transform(
    (row): AdminZone => ({
      id: row.id,
      name: row.name,
      description: row.description,
      location: row.location,
      position: row.latitude === null || row.longitude === null ? null : { lat: row.latitude, lng: row.longitude },
      rating: row.rating ?? 0,
      pricePerHour: row.price_per_hour ?? FALLBACK_HOURLY_RATE,
      amenities: row.amenities ?? {},
      spaceCount: row.space_count,
      version: row.updated_at,
    }),
  );

const UNNAMED = 'Unnamed zone';

/** What a zone is called; names are optional. */
export function zoneNameOf({ name }: Pick<AdminZone, 'name'>): string {
  return name.trim() || UNNAMED;
}
