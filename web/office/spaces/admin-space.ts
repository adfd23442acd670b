import * as z from 'zod';
import { FALLBACK_HOURLY_RATE } from '../../../domain/reservations/price.ts';
import { SPACE_COLUMNS, spaceRowSchema, toSpace } from '../../data/space.ts';

/** A space as administrators see it. */
export type AdminSpace = z.infer<typeof adminSpaceSchema>;

/** To be parsed by `adminSpaceSchema`. */
export const ADMIN_SPACE_COLUMNS =
  `${SPACE_COLUMNS}, hint, last_activity, updated_at, lock:space_locks(device_id), override:space_status_overrides(reason, starts_at, ends_at, updated_at)` as const;

const overrideSchema = z
  .object({
    reason: z.string().nullable(),
    starts_at: z.iso.datetime({ offset: true }).nullable().default(null),
    ends_at: z.iso.datetime({ offset: true }).nullable(),
    updated_at: z.string(),
  })
  .transform((row) => ({
    reason: row.reason,
    /** When the space goes out of service; null once it holds. */
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    version: row.updated_at,
  }));

export const adminSpaceSchema = spaceRowSchema
  .extend({
    hint: z.string().nullable().default(null),
    lock: z.object({ device_id: z.string() }).nullable().default(null),
    last_activity: z.iso.datetime({ offset: true }).nullable(),
    updated_at: z.string(),
    override: overrideSchema.nullable().default(null),
  })
  .transform((row) => ({
    ...toSpace(row),
    /** How a driver finds it. */
    hint: row.hint,
    /** The vendor's id of its lock. */
    deviceId: row.lock?.device_id ?? null,
    lastActivity: row.last_activity,
    /** Changes with every edit. */
    version: row.updated_at,
    /** Why and until when an operator gave it its status; null when it follows reservations and reports. */
    override: row.override,
  }));

/** To be parsed by `zonePriceSchema`. */
export const ZONE_PRICE_COLUMNS = 'id, name, price_per_hour' as const;

/** A zone to choose by its name, with its price in the operator's currency. */
export const zonePriceSchema = z
  .object({ id: z.string(), name: z.string(), price_per_hour: z.number().nullable() })
  .transform(({ id, name, price_per_hour }) => ({ id, name, pricePerHour: price_per_hour ?? FALLBACK_HOURLY_RATE }));

export type ZonePrice = z.infer<typeof zonePriceSchema>;
