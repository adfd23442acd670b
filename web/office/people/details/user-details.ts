import * as z from 'zod';
import { toCamelCase } from '../../../../domain/camel-case.ts';
import { settingsRow } from '../../../account/profile/rows.ts';
import { tableRow } from '../../../data/table-row.ts';
import { parseRows } from '../../../ui/data-table/parse-rows.ts';
import { adminUserRowSchema } from '../data.ts';

export type UserProfile = z.infer<typeof profileRow.schema>;
export type VersionedSettings = z.infer<typeof settingsSchema>;
export type UserActivity = z.infer<typeof activityRow.schema>;
export type UserMessage = z.infer<typeof messageRow.schema>;

/** A person with their latest activities and messages, the newest first. */
export type UserDetails = z.infer<typeof userDetailsSchema>;

const time = z.iso.datetime({ offset: true });

const profileRow = tableRow({
  ...adminUserRowSchema.shape,
  bio: z.string().nullable(),
  /** In the operator's currency. */
  wallet_balance: z
    .number()
    .nullable()
    .transform((balance) => balance ?? 0),
  /** Whatever the database holds. */
  wallet_settings: z.unknown().transform((settings) => settings ?? {}),
  /** Changes with every edit. */
  updated_at: z.string(),
});

const settingsSchema = settingsRow.schema.and(z.object({ updated_at: z.string() }).transform(toCamelCase));

const activityRow = tableRow({
  id: z.string(),
  activity_type: z.string(),
  activity_data: z
    .record(z.string(), z.unknown())
    .nullable()
    .transform((data) => data ?? {}),
  created_at: time,
});

const messageRow = tableRow({
  id: z.string(),
  sender_type: z.string(),
  message: z.string(),
  read_status: z.boolean().nullable(),
  created_at: time,
});

export const USER_PROFILE_COLUMNS = profileRow.columns;
export const USER_SETTINGS_COLUMNS = `${settingsRow.columns}, updated_at`;
export const USER_ACTIVITY_COLUMNS = activityRow.columns;
export const USER_MESSAGE_COLUMNS = messageRow.columns;

const createListSchema = <Row>(schema: z.ZodType<Row>) =>
  z.array(z.unknown()).transform((rows) => parseRows(schema, rows));

export const userDetailsSchema = z
  .object({
    profile: profileRow.schema,
    settings: settingsSchema.nullable(),
    activities: createListSchema(activityRow.schema),
    messages: createListSchema(messageRow.schema),
    roles: createListSchema(z.object({ role: z.string() })),
  })
  .transform(({ roles, ...rest }) => ({ ...rest, isAdmin: roles.rows.some(({ role }) => role === 'admin') }));
