import * as z from 'zod';
import { m } from '#messages';
import { amountSchema, textSchema } from '../../../domain/field-schemas.ts';
import { getInstallation } from '../../../domain/installation.ts';
import { formatList } from '../../../domain/language/format.ts';
import { formatMoney } from '../../../domain/money/money.ts';
import { FALLBACK_HOURLY_RATE, MAX_PRICE } from '../../../domain/reservations/price.ts';
import { TEXT_LIMITS } from '../../../domain/text-limits.ts';
import { AMENITIES, formatAmenity } from '../../../domain/zones/amenities.ts';
import { formatCoordinates, positionSchema } from '../../../domain/zones/distance.ts';
import { toPosition, ZONE_COLUMNS, zoneRowSchema } from '../../data/zone.ts';
import type { NamedField } from '../../ui/form/newer-values.ts';

/** Operators set these most. */
const FIRST_FLAGS = ['video_surveillance', 'roofed', 'multiple_levels', 'active_security'];

/** The amenities to choose from: those of the product and any others that a zone has. */
const listFlags = (amenities: object) => [...new Set([...FIRST_FLAGS, ...AMENITIES, ...Object.keys(amenities)])];

/** A zone as its operator entered it, without the defaults that drivers see: the form's values, and what nobody types. */
export type AdminZone = z.infer<typeof adminZoneSchema>;

/** Columns of the view `admin_zones` that `adminZoneSchema` parses. */
export const ADMIN_ZONE_COLUMNS =
  `${ZONE_COLUMNS}, rating_count, space_count, lowest_rate, highest_rate, updated_at` as const;

export const adminZoneSchema = zoneRowSchema
  .extend({
    rating_count: z.int().default(0),
    space_count: z.number(),
    lowest_rate: z.number(),
    highest_rate: z.number(),
    updated_at: z.string(),
  })
  .transform(({ amenities, ...row }) => {
    const flags = listFlags(amenities ?? {});
    return {
      id: row.id,
      name: row.name,
      /** In Spanish. */
      description: row.description ?? '',
      descriptionEn: row.description_en ?? '',
      /** The address. */
      location: row.location ?? '',
      position: toPosition(row),
      /** From 0 to 5: the average of its ratings, or without any what was entered. */
      rating: row.rating ?? 0,
      numberOfRatings: row.rating_count,
      /** In the operator's currency. */
      pricePerHour: row.price_per_hour ?? FALLBACK_HOURLY_RATE,
      /** What its spaces charge; the price where there are none. */
      lowestRate: row.lowest_rate,
      highestRate: row.highest_rate,
      /** The flags that are set, among all that can be. */
      amenities: flags.filter((flag) => amenities?.[flag]),
      flags,
      spaceCount: row.space_count,
      /** Changes with every edit. */
      version: row.updated_at,
    };
  });

export function formatZoneName({ name }: Pick<AdminZone, 'name'>): string {
  return name.trim() || m.zone_admin_unnamed();
}

export const zoneValuesSchema = z.object({
  name: textSchema(TEXT_LIMITS.zoneName).trim(),
  description: textSchema(TEXT_LIMITS.zoneDescription).trim(),
  descriptionEn: textSchema(TEXT_LIMITS.zoneDescriptionEn).trim(),
  pricePerHour: amountSchema({ min: 0, max: MAX_PRICE }, 'zone-price-out-of-range'),
  rating: amountSchema({ min: 0, max: 5, decimals: 1 }, 'rating-out-of-range'),
  location: textSchema(TEXT_LIMITS.zoneLocation).trim(),
  position: positionSchema.nullable(),
  amenities: z.array(z.string()),
});

export type ZoneValues = z.infer<typeof zoneValuesSchema>;

export const createNewZone = (): ZoneValues & Pick<AdminZone, 'flags'> => ({
  name: '',
  description: '',
  descriptionEn: '',
  pricePerHour: getInstallation().defaultParkingRate,
  rating: 0,
  location: '',
  position: null,
  amenities: [],
  flags: listFlags({}),
});

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

/** The columns of a zone with these amenities to choose from. Empty descriptions and locations are stored as null. */
export const toZoneColumns = (zone: ZoneValues, flags: readonly string[]) => ({
  name: zone.name,
  description: zone.description || null,
  description_en: zone.descriptionEn || null,
  price_per_hour: zone.pricePerHour,
  rating: zone.rating,
  location: zone.location || null,
  latitude: zone.position?.lat ?? null,
  longitude: zone.position?.lng ?? null,
  amenities: Object.fromEntries(flags.map((flag) => [flag, zone.amenities.includes(flag)])),
});

/** A price as typed; 0 when it is no number. */
export function parsePrice(typed: unknown): number {
  const price = Number.parseFloat(String(typed));
  return Number.isFinite(price) ? price : 0;
}
