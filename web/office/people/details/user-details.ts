import * as z from 'zod';
import { settingsRow } from '../../../account/profile/rows.ts';
import { parseRows } from '../../../ui/data-table/parse-rows.ts';
import { ADMIN_USER_COLUMNS, adminUserRowSchema, toAdminUser } from '../data.ts';

export type UserProfile = z.infer<typeof profileSchema>;
export type VersionedSettings = z.infer<typeof settingsSchema>;
export type UserActivity = z.infer<typeof activitySchema>;
export type UserMessage = z.infer<typeof messageSchema>;

/** A person with their latest activities and messages, the newest first. */
export type UserDetails = z.infer<typeof userDetailsSchema>;

export const USER_PROFILE_COLUMNS = `${ADMIN_USER_COLUMNS}, bio, wallet_balance, wallet_settings, updated_at`;
export const USER_SETTINGS_COLUMNS = `${settingsRow.columns}, updated_at`;
export const USER_ACTIVITY_COLUMNS = 'id, activity_type, activity_data, created_at';
export const USER_MESSAGE_COLUMNS = 'id, sender_type, message, read_status, created_at';

const time = z.iso.datetime({ offset: true });

const profileSchema = adminUserRowSchema
  .extend({
    bio: z.string().nullable(),
    wallet_balance: z.number().nullable(),
    wallet_settings: z.unknown(),
    updated_at: z.string(),
  })
  .transform((row) => ({
    ...toAdminUser(row),
    bio: row.bio,
    /** In the operator's currency. */
    walletBalance: row.wallet_balance ?? 0,
    /** Whatever the database holds. */
    walletSettings: row.wallet_settings ?? {},
    /** Changes with every edit. */
    version: row.updated_at,
  }));

const settingsSchema = settingsRow.schema.and(
  z.object({ updated_at: z.string() }).transform(({ updated_at: version }) => ({ version })),
);

const activitySchema = z
  .object({
    id: z.string(),
    activity_type: z.string(),
    activity_data: z.record(z.string(), z.unknown()).nullable(),
    created_at: time,
  })
  .transform((row) => ({
    id: row.id,
    type: row.activity_type,
    data: row.activity_data ?? {},
    createdAt: row.created_at,
  }));

const messageSchema = z
  .object({
    id: z.string(),
    sender_type: z.string(),
    message: z.string(),
    read_status: z.boolean().nullable(),
    created_at: time,
  })
  .transform((row) => ({
    id: row.id,
    isFromUser: row.sender_type === 'user',
    text: row.message,
    isRead: row.read_status === true,
    createdAt: row.created_at,
  }));

const createListSchema = <Row>(schema: z.ZodType<Row>) =>
  z.array(z.unknown()).transform((rows) => parseRows(schema, rows));

export const userDetailsSchema = z
  .object({
    profile: profileSchema,
    settings: settingsSchema.nullable(),
    activities: createListSchema(activitySchema),
    messages: createListSchema(messageSchema),
    roles: createListSchema(z.object({ role: z.string() })),
  })
  .transform(({ roles, ...rest }) => ({ ...rest, isAdmin: roles.rows.some(({ role }) => role === 'admin') }));
