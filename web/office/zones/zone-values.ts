import * as z from 'zod';
import { m } from '#messages';
import { amountSchema, textSchema } from '../../../domain/field-schemas.ts';
import { getInstallation } from '../../../domain/installation.ts';
import { formatList } from '../../../domain/language/format.ts';
import { formatMoney } from '../../../domain/money/money.ts';
import { MAX_PRICE } from '../../../domain/reservations/price.ts';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';
import { AMENITIES, formatAmenity } from '../../../domain/zones/amenities.ts';
import { formatCoordinates, positionSchema } from '../../../domain/zones/distance.ts';
import type { NamedField } from '../../ui/newer-values.ts';
import type { AdminZone } from './admin-zone.ts';
import type { ZoneChanges } from './data.ts';

export const zoneValuesSchema = z.object({
  name: textSchema(TEXT_LIMITS.zoneName),
  description: textSchema(TEXT_LIMITS.zoneDescription),
  descriptionEn: textSchema(TEXT_LIMITS.zoneDescriptionEn),
  pricePerHour: amountSchema({ min: 0, max: MAX_PRICE }, 'zone-price-out-of-range'),
  rating: amountSchema({ min: 0, max: 5, decimals: 1 }, 'rating-out-of-range'),
  location: textSchema(TEXT_LIMITS.zoneLocation),
  position: positionSchema.nullable(),
  /** The flags that are set. */
  amenities: z.array(z.string()),
});

export type ZoneValues = z.infer<typeof zoneValuesSchema>;

const showPosition = (value: unknown) => {
  const position = positionSchema.safeParse(value);
  return position.success ? formatCoordinates(position.data) : m.zone_newer_no_position();
};

const showAmenities = (value: unknown) => {
  const flags = z.array(z.string()).parse(value);
  return flags.length === 0 ? m.value_none() : formatList(flags.map(formatAmenity));
};

/** The fields that two people may change at the same time, with their labels. */
export const ZONE_FIELDS: readonly NamedField<ZoneValues>[] = [
  { name: 'name', label: m.field_name() },
  { name: 'description', label: m.zone_description_es() },
  { name: 'descriptionEn', label: m.zone_description_en() },
  { name: 'pricePerHour', label: m.field_price_per_hour(), format: (price) => formatMoney(Number(price)) },
  { name: 'rating', label: m.field_rating() },
  { name: 'location', label: m.field_location() },
  { name: 'position', label: m.zone_newer_position(), format: showPosition },
  { name: 'amenities', label: m.field_amenities(), format: showAmenities },
];

/** Operators set these most. */
const FIRST_FLAGS = ['video_surveillance', 'roofed', 'multiple_levels', 'active_security'];

/** The amenities to choose from: those of the product and any others that the zone has. */
export function listAmenityFlags(zone: AdminZone | null): string[] {
  return [...new Set([...FIRST_FLAGS, ...AMENITIES, ...Object.keys(zone?.amenities ?? {})])];
}

/** The values of a zone, or of a new one. */
export function toZoneValues(zone: AdminZone | null): ZoneValues {
  if (zone === null) {
    return {
      name: '',
      description: '',
      descriptionEn: '',
      pricePerHour: getInstallation().defaultParkingRate,
      rating: 0,
      location: '',
      position: null,
      amenities: [],
    };
  }
  const { name, description, descriptionEn, pricePerHour, rating, location, position, amenities } = zone;
  return {
    name,
    description: description ?? '',
    descriptionEn: descriptionEn ?? '',
    pricePerHour,
    rating,
    location: location ?? '',
    position,
    amenities: listAmenityFlags(zone).filter((flag) => amenities[flag] === true),
  };
}

/** Empty descriptions and locations are stored as null. */
export function toZoneChanges(values: ZoneValues, flags: readonly string[]): ZoneChanges {
  return {
    ...values,
    name: values.name.trim(),
    description: values.description.trim() || null,
    descriptionEn: values.descriptionEn.trim() || null,
    location: values.location.trim() || null,
    amenities: Object.fromEntries(flags.map((flag) => [flag, values.amenities.includes(flag)])),
  };
}

export function parseNumberOrZero(typed: unknown): number {
  const number = typeof typed === 'number' ? typed : Number.parseFloat(String(typed));
  return Number.isFinite(number) ? number : 0;
}
