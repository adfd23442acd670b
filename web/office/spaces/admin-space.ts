import * as z from 'zod';
import { m } from '#messages';
import { toCamelCase } from '../../../domain/camel-case.ts';
import type { SpaceStatus } from '../../../domain/zones/zone.ts';
import { SPACE_COLUMNS, spaceRowSchema, toSpace } from '../../data/space.ts';

export type AdminSpace = z.infer<typeof adminSpaceSchema>;

/** To be parsed by `adminSpaceSchema`. */
export const ADMIN_SPACE_COLUMNS =
  `${SPACE_COLUMNS}, hint, last_activity, updated_at, lock:space_locks(device_id), override:space_status_overrides(reason, starts_at, ends_at, updated_at)` as const;

const overrideSchema = z
  .object({
    reason: z.string().nullable(),
    /** When the space goes out of service; null once it holds. */
    starts_at: z.iso.datetime({ offset: true }).nullable().default(null),
    ends_at: z.iso.datetime({ offset: true }).nullable(),
    /** Changes with every edit. */
    updated_at: z.string(),
  })
  .transform(toCamelCase);

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

export const STATUS_BADGES = {
  available: { label: m.space_status_available(), tone: 'positive' },
  occupied: { label: m.space_status_occupied(), tone: 'danger' },
  reserved: { label: m.space_status_reserved(), tone: 'brand' },
  maintenance: { label: m.space_status_maintenance(), tone: 'neutral' },
} as const satisfies Record<SpaceStatus, { label: string; tone: string }>;
