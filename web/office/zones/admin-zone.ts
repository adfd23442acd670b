import * as z from 'zod';
import { m } from '#messages';
import {
  type Column,
  fromRow,
  initialValues,
  storedShape,
  toRow,
  typedValues,
  type ValuesOf,
} from '../../../domain/columns.ts';
import { getInstallation } from '../../../domain/installation.ts';
import { formatCoordinates, type Position, positionSchema } from '../../../domain/zones/distance.ts';
import { ZONE_COLUMNS } from '../../../domain/zones/zone-columns.ts';
import { toPosition } from '../../data/zone.ts';

const rowSchema = z.object({
  id: z.string(),
  ...storedShape(ZONE_COLUMNS),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  rating_count: z.int().default(0),
  space_count: z.number(),
  lowest_rate: z.number(),
  highest_rate: z.number(),
  sign: z.string().default(''),
  updated_at: z.string(),
});

/** Columns of the view `admin_zones` that `adminZoneSchema` parses. */
export const ADMIN_ZONE_COLUMNS = Object.keys(rowSchema.shape).join();

export const adminZoneSchema = rowSchema.transform((row) => ({
  ...fromRow(ZONE_COLUMNS, row),
  id: row.id,
  position: toPosition(row),
  numberOfRatings: row.rating_count,
  /** What its spaces charge; the price where there are none. */
  lowestRate: row.lowest_rate,
  highestRate: row.highest_rate,
  spaceCount: row.space_count,
  sign: row.sign,
  /** Changes with every edit. */
  version: row.updated_at,
}));

/** A zone as its operator entered it, without the defaults that drivers see: the form's values, and what nobody types. */
export type AdminZone = z.infer<typeof adminZoneSchema>;

export function formatZoneName({ name }: Pick<AdminZone, 'name'>): string {
  return name.trim() || m.zone_admin_unnamed();
}

const position: Column<Position | null> = {
  label: m.zone_newer_position(),
  input: { kind: 'own' },
  initial: null,
  typed: positionSchema.nullable(),
  stored: positionSchema.nullable(),
  format: (chosen) => (chosen === null ? m.zone_newer_no_position() : formatCoordinates(positionSchema.parse(chosen))),
};

/** What the form of a zone edits. */
export const ZONE_FIELDS = { ...ZONE_COLUMNS, position };

export type ZoneValues = ValuesOf<typeof ZONE_FIELDS>;

export const zoneValuesSchema = typedValues(ZONE_FIELDS);

export const createNewZone = (): ZoneValues => ({
  ...initialValues(ZONE_FIELDS),
  pricePerHour: getInstallation().defaultParkingRate,
});

export const toZoneRow = (zone: ZoneValues) => ({
  ...toRow(ZONE_COLUMNS, zone),
  latitude: zone.position?.lat ?? null,
  longitude: zone.position?.lng ?? null,
});

/** A price as typed; 0 when it is no number. */
export function parsePrice(typed: unknown): number {
  const price = Number.parseFloat(String(typed));
  return Number.isFinite(price) ? price : 0;
}
