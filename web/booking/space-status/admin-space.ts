import * as z from 'zod';
import { m } from '#messages';
import { toCamelCase } from '../../../domain/camel-case.ts';
import { spaceStatusSchema } from '../../../domain/zones/zone.ts';
import { SPACE_COLUMNS, spaceRowSchema } from '../../data/space.ts';

export type AdminSpace = z.infer<typeof adminSpaceSchema>;

/** To be parsed by `adminSpaceSchema`. */
export const ADMIN_SPACE_COLUMNS = `${SPACE_COLUMNS}, hint, sign, last_activity, updated_at, kavass_device_id, override:space_status_overrides(reason, starts_at, ends_at, updated_at)`;

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
    /** A search alone says `closed`. */
    status: spaceStatusSchema.exclude(['closed']),
    /** How a driver finds it. */
    hint: z.string().nullable().default(null),
    sign: z.string().default(''),
    kavass_device_id: z.string().nullable().default(null),
    last_activity: z.iso.datetime({ offset: true }).nullable(),
    /** Changes with every edit. */
    updated_at: z.string(),
    /** Why and until when an operator gave it its status; null when it follows reservations and reports. */
    override: overrideSchema.nullable().default(null),
  })
  .transform(({ kavass_device_id: deviceId, updated_at: version, ...row }) => ({
    ...toCamelCase(row),
    /** The vendor's id of its lock. */
    deviceId,
    /** Changes with every edit. */
    version,
  }));

export const STATUS_BADGES = {
  available: { label: m.space_status_available(), tone: 'positive' },
  occupied: { label: m.space_status_occupied(), tone: 'danger' },
  reserved: { label: m.space_status_reserved(), tone: 'brand' },
  maintenance: { label: m.space_status_maintenance(), tone: 'neutral' },
} as const satisfies Record<AdminSpace['status'], { label: string; tone: string }>;
