import * as z from 'zod';
import { positionSchema } from './distance.ts';

/** The one picture of every zone; zones have none of their own yet. */
export const ZONE_IMAGE = '/zone.svg';

/** A parking zone as drivers see it; `pricePerHour` in dollars. `position` is null where the operator gave none. */
export const zoneSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  address: z.string(),
  position: positionSchema.nullable(),
  /** From 0 to 5. */
  rating: z.number(),
  numberOfRatings: z.number(),
  availableSpaces: z.number(),
  totalSpaces: z.number(),
  pricePerHour: z.number(),
  /** The flags that are set, as in the database. */
  amenities: z.array(z.string()),
  images: z.array(z.string()),
  ownerId: z.string(),
  ownerName: z.string(),
});

export type Zone = z.infer<typeof zoneSchema>;

export const spaceStatusSchema = z.enum(['available', 'occupied', 'reserved', 'maintenance']);

export type SpaceStatus = z.infer<typeof spaceStatusSchema>;

/** A single space as drivers see it; `hourlyRate` in dollars, null where only the zone has a price. */
export const spaceSchema = z.object({
  id: z.string(),
  name: z.string(),
  zoneId: z.string().nullable(),
  zoneName: z.string().nullable(),
  location: z.string().nullable(),
  hourlyRate: z.number().nullable(),
  status: spaceStatusSchema,
});

export type Space = z.infer<typeof spaceSchema>;

export const SHEET_ZONES_LIMIT = 5;

/** The zones of the map's sheet: those with free spaces first, then the cheapest, at most five. */
export function selectSheetZones(zones: readonly Zone[]): Zone[] {
  const hasNone = (zone: Zone) => Number(zone.availableSpaces <= 0);
  return zones
    .toSorted((a, b) => hasNone(a) - hasNone(b) || a.pricePerHour - b.pricePerHour || a.name.localeCompare(b.name))
    .slice(0, SHEET_ZONES_LIMIT);
}

const FEWEST_RATINGS = 50;
const RATINGS_SPREAD = 100;

/**
 * How many ratings a zone shows, from 50 to 149. There is no such data yet; the figure is derived from the zone's id
 * so that it stays the same from one look to the next.
 */
export function deriveRatingCount(zoneId: string): number {
  const sum = Array.from(zoneId).reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
  return FEWEST_RATINGS + (sum % RATINGS_SPREAD);
}
