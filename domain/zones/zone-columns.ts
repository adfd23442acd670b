import * as z from 'zod';
import { m } from '#messages';
import { type Column, money, number, optionalText, text } from '../columns.ts';
import { textSchema } from '../field-schemas.ts';
import { formatList } from '../language/format.ts';
import { FALLBACK_HOURLY_RATE, MAX_PRICE } from '../money/money.ts';
import { TEXT_LIMITS } from '../text-limits.ts';
import { AMENITIES, formatAmenity } from './amenities.ts';
import { overstay } from './overstay.ts';

type Flags = Readonly<Record<string, boolean>>;

/** The flags of a zone, among all that can be: those that operators set most come first. */
const withAllFlags = (flags: Flags): Flags => ({
  ...Object.fromEntries(
    ['video_surveillance', 'roofed', 'multiple_levels', 'active_security', ...AMENITIES].map((flag) => [flag, false]),
  ),
  ...flags,
});

export const listSetFlags = (flags: Flags): string[] => Object.keys(flags).filter((flag) => flags[flag]);

const amenities: Column<Flags> = {
  label: m.field_amenities(),
  input: { kind: 'own' },
  initial: withAllFlags({}),
  typed: z.record(z.string(), z.boolean()),
  stored: z
    .record(z.string(), z.boolean())
    .nullable()
    .transform((flags) => withAllFlags(flags ?? {})),
  format: (flags) => formatList(listSetFlags(flags as Flags).map(formatAmenity)) || m.value_none(),
};

const price = money(m.field_price_per_hour(), FALLBACK_HOURLY_RATE, {
  bounds: { min: 0, max: MAX_PRICE },
  problem: 'zone-price-out-of-range',
  formLabel: m.zone_field_price,
});

const rating = number(m.field_rating(), 0, { bounds: { min: 0, max: 5 }, decimals: 1, problem: 'rating-out-of-range' });

/** The columns of `parking_zones` that administrators write, apart from its coordinates. */
export const ZONE_COLUMNS = {
  name: text(m.field_name(), textSchema(TEXT_LIMITS.zoneName).trim()),
  /** In Spanish. */
  description: optionalText(m.zone_description_es(), textSchema(TEXT_LIMITS.zoneDescription).trim()),
  descriptionEn: optionalText(m.zone_description_en(), textSchema(TEXT_LIMITS.zoneDescriptionEn).trim()),
  pricePerHour: {
    ...price,
    stored: z
      .number()
      .nullable()
      .transform((stored) => stored ?? FALLBACK_HOURLY_RATE),
  },
  /** From 0 to 5: the average of its ratings, or without any what was entered. */
  rating: {
    ...rating,
    stored: z
      .number()
      .nullable()
      .transform((stored) => stored ?? 0),
  },
  /** The address. */
  location: optionalText(m.field_location(), textSchema(TEXT_LIMITS.zoneLocation).trim()),
  amenities,
  overstay,
};
