import * as z from 'zod';
import { amountSchema, textSchema } from '../../../domain/field-schemas.ts';
import { FALLBACK_HOURLY_RATE, MAX_PRICE } from '../../../domain/reservations/price.ts';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';
import { AMENITIES, formatAmenity } from '../../../domain/zones/amenities.ts';
import { formatCoordinates, positionSchema } from '../../../domain/zones/distance.ts';
import { formatPlainValue, type NamedField } from '../../ui/newer-values.ts';
import type { AdminZone } from './admin-zone.ts';
import type { ZoneChanges } from './data.ts';

export const zoneValuesSchema = z.object({
  name: textSchema(TEXT_LIMITS.zoneName),
  description: textSchema(TEXT_LIMITS.zoneDescription),
  pricePerHour: amountSchema({ min: 0, max: MAX_PRICE }, 'zone-price-out-of-range'),
  rating: amountSchema({ min: 0, max: 5, decimals: 1 }, 'rating-out-of-range'),
  location: textSchema(TEXT_LIMITS.zoneLocation),
  position: positionSchema.nullable(),
  /** The flags that are set. */
  amenities: z.array(z.string()),
});

/** What the editor of a zone holds. */
export type ZoneValues = z.infer<typeof zoneValuesSchema>;

const showPosition = (value: unknown) => {
  const position = positionSchema.safeParse(value);
  return position.success ? formatCoordinates(position.data) : 'not on the map';
};

const showAmenities = (value: unknown) => {
  const flags = z.array(z.string()).parse(value);
  return flags.length === 0 ? 'none' : flags.map(formatAmenity).join(', ');
};

/** What of a zone two people may both be changing, as the screen names it. */
export const ZONE_FIELDS: readonly NamedField<ZoneValues>[] = [
  { name: 'name', label: 'Name', show: formatPlainValue },
  { name: 'description', label: 'Description', show: formatPlainValue },
  { name: 'pricePerHour', label: 'Price per hour ($)', show: formatPlainValue },
  { name: 'rating', label: 'Rating', show: formatPlainValue },
  { name: 'location', label: 'Location', show: formatPlainValue },
  { name: 'position', label: 'Place on the map', show: showPosition },
  { name: 'amenities', label: 'Amenities', show: showAmenities },
];

/** The flags operators set most, before the others. */
const FIRST_FLAGS = ['video_surveillance', 'roofed', 'multiple_levels', 'active_security'];

/** The flags to choose from: those the product knows, and whatever else the zone has. */
export function listAmenityFlags(zone: AdminZone | null): string[] {
  return [...new Set([...FIRST_FLAGS, ...AMENITIES, ...Object.keys(zone?.amenities ?? {})])];
}

/** A kept zone as the editor shows it; without one, what a new zone starts with. */
export function toZoneValues(zone: AdminZone | null): ZoneValues {
  if (zone === null) {
    return {
      name: '',
      description: '',
      pricePerHour: FALLBACK_HOURLY_RATE,
      rating: 0,
      location: '',
      position: null,
      amenities: [],
    };
  }
  const { name, description, pricePerHour, rating, location, position, amenities } = zone;
  return {
    name,
    description: description ?? '',
    pricePerHour,
    rating,
    location: location ?? '',
    position,
    amenities: listAmenityFlags(zone).filter((flag) => amenities[flag] === true),
  };
}

/** What the editor says to keep; a description or a location that was left empty is kept as nothing. */
export function toZoneChanges(values: ZoneValues, flags: readonly string[]): ZoneChanges {
  return {
    ...values,
    name: values.name.trim(),
    description: values.description.trim() || null,
    location: values.location.trim() || null,
    amenities: Object.fromEntries(flags.map((flag) => [flag, values.amenities.includes(flag)])),
  };
}

/** The number that was typed; what is no number counts as 0. */
export function parseNumberOrZero(typed: unknown): number {
  const number = typeof typed === 'number' ? typed : Number.parseFloat(String(typed));
  return Number.isFinite(number) ? number : 0;
}
