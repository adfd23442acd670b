import * as z from 'zod';
import { settingsRow } from '../../../account/profile/rows.ts';
import { toCamelCase } from '../../../data/camel-case.ts';
import { parseRows } from '../../../ui/data-table/parse-rows.ts';
import { adminUserRowSchema } from '../data.ts';

export type UserProfile = z.infer<typeof profileSchema>;
export type VersionedSettings = z.infer<typeof settingsSchema>;
export type UserActivity = z.infer<typeof activitySchema>;
export type UserMessage = z.infer<typeof messageSchema>;

/** A person with their latest activities and messages, the newest first. */
export type UserDetails = z.infer<typeof userDetailsSchema>;

const time = z.iso.datetime({ offset: true });

const profileRowSchema = adminUserRowSchema.extend({
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

const profileSchema = profileRowSchema.transform(toCamelCase);

const settingsSchema = settingsRow.schema.and(z.object({ updated_at: z.string() }).transform(toCamelCase));

const activityRowSchema = z.object({
  id: z.string(),
  activity_type: z.string(),
  activity_data: z
    .record(z.string(), z.unknown())
    .nullable()
    .transform((data) => data ?? {}),
  created_at: time,
});

const activitySchema = activityRowSchema.transform(toCamelCase);

const messageRowSchema = z.object({
  id: z.string(),
  sender_type: z.string(),
  message: z.string(),
  read_status: z.boolean().nullable(),
  created_at: time,
});

const messageSchema = messageRowSchema.transform(toCamelCase);

const listColumns = ({ shape }: { shape: object }) => Object.keys(shape).join();

export const USER_PROFILE_COLUMNS = listColumns(profileRowSchema);
export const USER_SETTINGS_COLUMNS = `${settingsRow.columns}, updated_at`;
export const USER_ACTIVITY_COLUMNS = listColumns(activityRowSchema);
export const USER_MESSAGE_COLUMNS = listColumns(messageRowSchema);

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
