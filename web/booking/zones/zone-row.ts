import * as z from 'zod';
import { m } from '#messages';
import { FALLBACK_HOURLY_RATE } from '../../../domain/reservations/price.ts';
import { ZONE_IMAGE, type Zone } from '../../../domain/zones/zone.ts';
import { toPosition, ZONE_COLUMNS, zoneRowSchema } from '../../data/zone.ts';

const UNNAMED_ZONE = m.zone_unnamed();
const UNKNOWN_ADDRESS = m.zone_unknown_address();
const FEWEST_SPACES = 1;
const SYSTEM_OWNER_ID = 'system';

/**
 * To be parsed by `countedZoneRowSchema`. The database knows rates and counts of the spaces, as a view can hold thousands of
 * zones; the query has to narrow `available` to the available ones.
 */
export const COUNTED_ZONE_COLUMNS =
  `${ZONE_COLUMNS}, rating_count, lowest_rate, highest_rate, spaces:parking_spaces(count), available:parking_spaces(count)` as const;

/** The same of the function `find_zones`, which counts for a reservation. */
export const FOUND_ZONE_COLUMNS =
  `${ZONE_COLUMNS}, rating_count, lowest_rate, highest_rate, spaces:space_count, available:available_count` as const;

const countSchema = z.union([z.int(), z.tuple([z.object({ count: z.int() })]).transform(([{ count }]) => count)]);

export const countedZoneRowSchema = zoneRowSchema.extend({
  rating_count: z.int().default(0),
  lowest_rate: z.number(),
  highest_rate: z.number(),
  spaces: countSchema,
  available: countSchema,
});

/** A zone as drivers see it, with a default for everything its operator left out. */
export function toZone(row: z.infer<typeof countedZoneRowSchema>): Zone {
  const { spaces, available } = row;
  return {
    id: row.id,
    name: row.name || UNNAMED_ZONE,
    description: row.description || describeZone(spaces),
    address: row.location || UNKNOWN_ADDRESS,
    position: toPosition(row),
    rating: row.rating ?? 0,
    numberOfRatings: row.rating_count,
    availableSpaces: available,
    totalSpaces: spaces || FEWEST_SPACES,
    pricePerHour: row.price_per_hour ?? FALLBACK_HOURLY_RATE,
    lowestRate: row.lowest_rate,
    highestRate: row.highest_rate,
    amenities: Object.entries(row.amenities ?? {}).flatMap(([flag, isSet]) => (isSet ? [flag] : [])),
    images: [ZONE_IMAGE],
    ownerId: SYSTEM_OWNER_ID,
    ownerName: '',
  };
}

const descriptions = new Map<number, string>();

/** The map may hold thousands of zones; to word a plural form for each takes longer than all else. */
function describeZone(spaces: number): string {
  const description = descriptions.get(spaces) ?? m.zone_default_description({ count: spaces });
  descriptions.set(spaces, description);
  return description;
}
