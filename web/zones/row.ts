import * as z from 'zod';
import { FALLBACK_HOURLY_RATE } from '../../domain/reservations/price.ts';
import { SYSTEM_OWNER_NAME } from '../../domain/reservations/reservation.ts';
import { deriveRatingCount, type Space, spaceStatusSchema, ZONE_IMAGE, type Zone } from '../../domain/zones/zone.ts';

const UNNAMED_ZONE = 'Parking zone';
const UNKNOWN_ADDRESS = 'Dominican Republic';
const FEWEST_SPACES = 1;
const SYSTEM_OWNER_ID = 'system';

/**
 * What is read of a zone and its spaces, to be parsed by `zoneRowSchema`. The spaces are counted where they are, as there may
 * be thousands of them in view; `available` is to be narrowed to the available ones.
 */
export const ZONE_COLUMNS =
  'id, name, description, location, latitude, longitude, rating, price_per_hour, amenities, ' +
  'spaces:parking_spaces(count), available:parking_spaces(count)';

const countSchema = z.tuple([z.object({ count: z.int() })]).transform(([{ count }]) => count);

export const zoneRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  location: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  rating: z.number().nullable(),
  price_per_hour: z.number().nullable(),
  amenities: z.record(z.string(), z.boolean()).nullable(),
  spaces: countSchema,
  available: countSchema,
});

/** A zone as drivers see it, with a default for everything its operator left out. */
export function zoneOf(row: z.infer<typeof zoneRowSchema>): Zone {
  const { spaces, available } = row;
  return {
    id: row.id,
    name: row.name || UNNAMED_ZONE,
    description: row.description || defaultDescription(spaces),
    address: row.location || UNKNOWN_ADDRESS,
    position: row.latitude === null || row.longitude === null ? null : { lat: row.latitude, lng: row.longitude },
    rating: row.rating ?? 0,
    numberOfRatings: deriveRatingCount(row.id),
    availableSpaces: available,
    totalSpaces: spaces || FEWEST_SPACES,
    pricePerHour: row.price_per_hour ?? FALLBACK_HOURLY_RATE,
    amenities: Object.entries(row.amenities ?? {}).flatMap(([flag, isSet]) => (isSet ? [flag] : [])),
    images: [ZONE_IMAGE],
    ownerId: SYSTEM_OWNER_ID,
    ownerName: SYSTEM_OWNER_NAME,
  };
}

function defaultDescription(spaces: number): string {
  return spaces === 1 ? 'Parking zone with 1 space' : `Parking zone with ${spaces} spaces`;
}

/** What is read of a space, to be parsed by `spaceRowSchema`. */
export const SPACE_COLUMNS = 'id, name, zone_id, zone_name, location, hourly_rate, status';

export const spaceRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  zone_id: z.string().nullable(),
  zone_name: z.string().nullable(),
  location: z.string().nullable(),
  hourly_rate: z.number().nullable(),
  status: spaceStatusSchema,
});

/** A space as drivers see it. */
export function spaceOf(row: z.infer<typeof spaceRowSchema>): Space {
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

/** What is read of the times in which spaces are taken. */
export const takenRowSchema = z.object({ parking_space_id: z.string(), start_time: z.string(), end_time: z.string() });
