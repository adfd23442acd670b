import * as z from 'zod';
import { m } from '#messages';
import { toCamelCase, toColumns } from '../../../../domain/camel-case.ts';
import { decimalSchema, textSchema, wholeNumberSchema } from '../../../../domain/field-schemas.ts';
import { formatMoney } from '../../../../domain/money/money.ts';
import { MAX_BALANCE, MAX_TRIPS } from '../../../../domain/people/person.ts';
import {
  formatAutoLogout,
  MAX_AUTO_LOGOUT_MINUTES,
  PRIVACY_LEVELS,
  type PrivacyLevel,
} from '../../../../domain/people/settings.ts';
import { describeProblem, findProblemKey, Problem, toErrorMessage } from '../../../../domain/problems.ts';
import { TEXT_LIMITS } from '../../../../domain/text-limits.ts';
import { settingsRow, toNullIfBlank } from '../../../account/profile/profile.ts';
import { listNotificationSettings } from '../../../account/settings/settings-form.tsx';
import { dataClient } from '../../../data/connection.ts';
import { toProblem, UNIQUE_VIOLATION } from '../../../data/database-problem.ts';
import { tableRow } from '../../../data/table-row.ts';
import type { NamedField } from '../../../ui/form/newer-values.ts';
import { getNow } from '../../../ui/platform/clock.ts';
import { readRow, readRows } from '../../../ui/table/parse-rows.ts';
import { adminUserShape, numberOrZero } from '../people.ts';
import { formatUserStatus } from '../user-status-badge.tsx';

export type UserActivity = z.infer<typeof activityRow.schema>;

const time = z.iso.datetime({ offset: true });

const profileRow = tableRow({
  ...adminUserShape,
  bio: z.string().nullable(),
  /** In the operator's currency. */
  wallet_balance: numberOrZero,
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

const LATEST_COUNT = 10;

/** A person with their latest activities and messages, the newest first. */
export type UserDetails = Awaited<ReturnType<typeof loadUserDetails>>;

/** What each tab about a person gets. */
export type UserPanelProps = { details: UserDetails; isEditing: boolean };

export async function loadUserDetails(userId: string, signal: AbortSignal) {
  const select = (table: string, columns: string) =>
    dataClient().from(table).select(columns).eq('user_id', userId).abortSignal(signal);
  const latest = (table: string, columns: string) =>
    select(table, columns).order('created_at', { ascending: false }).limit(LATEST_COUNT);
  const [profile, settings, activities, messages, roles] = await Promise.all([
    select('profiles', profileRow.columns).single(),
    select('user_settings', `${settingsRow.columns}, updated_at`).maybeSingle(),
    latest('user_activity', activityRow.columns),
    latest('user_messages', messageRow.columns),
    select('user_roles', 'role'),
  ]);
  const problem = 'user-details-not-loaded';
  return {
    profile: readRow(profile, profileRow.schema, problem),
    settings: readRow(settings, settingsSchema.nullable(), problem),
    activities: readRows(activities, activityRow.schema, problem),
    messages: readRows(messages, messageRow.schema, problem),
    isAdmin: readRows(roles, z.object({ role: z.string() }), problem).rows.some(({ role }) => role === 'admin'),
  };
}

const savedSchema = z.array(z.object({ updated_at: z.string() })).max(1);

/**
 * Saves a row of a person, and returns its new version, or null when somebody else changed it since it was loaded.
 * @throws Problem `proof-needed` for the status of an administrator, `user-not-updated` or `settings-not-saved`
 */
export async function saveUserRow(
  table: 'profiles' | 'user_settings',
  { userId, version }: { userId: string; version: string },
  changes: object,
): Promise<string | null> {
  const problem = table === 'profiles' ? 'user-not-updated' : 'settings-not-saved';
  const row = { ...toColumns(changes), updated_at: getNow().toISOString() };
  const write = dataClient().from(table).update(row).eq('user_id', userId).eq('updated_at', version);
  return readRow(await write.select('updated_at'), savedSchema, problem, toProblem)[0]?.updated_at ?? null;
}

/**
 * Makes a person an administrator.
 * @throws Problem `proof-needed`, `role-changed-meanwhile` when they are one, `admin-not-assigned`
 */
export async function makeAdmin(userId: string): Promise<void> {
  const { error } = await dataClient().from('user_roles').insert({ user_id: userId, role: 'admin' });
  if (error?.code === UNIQUE_VIOLATION) throw new Problem('role-changed-meanwhile');
  if (error) throw toProblem(error, 'admin-not-assigned');
}

/**
 * Makes an administrator a standard user again, unless they are the last one.
 * @throws Problem `proof-needed`, `role-changed-meanwhile` when they are no administrator, `admin-not-removed`
 */
export async function removeAdmin(userId: string): Promise<void> {
  const { data, error } = await dataClient()
    .from('user_roles')
    .delete()
    .eq('user_id', userId)
    .eq('role', 'admin')
    .select('role');
  if (error) throw toProblem(error, 'admin-not-removed');
  if (data.length === 0) throw new Problem('role-changed-meanwhile');
}

/** An error of PostgreSQL itself; other failures have no code, or a longer one. */
const databaseErrorSchema = z.object({
  code: z.string().regex(/^[0-9A-Z]{5}$/),
  message: z.string().min(1),
  hint: z.unknown().optional(),
});

/** Where the database rejected the change of a role: the rule that it names, or its own message. */
export function formatRoleError(thrown: unknown): string {
  const error = databaseErrorSchema.safeParse(thrown instanceof Problem ? thrown.cause : null);
  if (!error.success) return toErrorMessage(thrown);
  const key = findProblemKey(error.data.hint);
  return key === null ? error.data.message : describeProblem(key);
}

export const userValuesSchema = z.object({
  profile: z.object({
    fullName: textSchema(TEXT_LIMITS.fullName),
    phone: textSchema(TEXT_LIMITS.phone),
    bio: textSchema(TEXT_LIMITS.bio),
    rating: decimalSchema({ min: 0, max: 5, decimals: 1 }, 'rating-out-of-range'),
    totalTrips: wholeNumberSchema({ min: 0, max: MAX_TRIPS }, 'trips-out-of-range'),
    status: z.string(),
    walletBalance: decimalSchema({ min: 0, max: MAX_BALANCE }, 'balance-out-of-range'),
  }),
  /** Null for an account without settings. */
  settings: z
    .object({
      emailNotifications: z.boolean(),
      pushNotifications: z.boolean(),
      smsNotifications: z.boolean(),
      marketingEmails: z.boolean(),
      privacyLevel: z.enum(PRIVACY_LEVELS),
      autoLogoutMinutes: z.int().min(1).max(MAX_AUTO_LOGOUT_MINUTES).nullable(),
    })
    .nullable(),
});

export type UserValues = z.infer<typeof userValuesSchema>;

/** The fields in which two administrators can be in conflict. */
export const USER_FIELDS: readonly NamedField<UserValues>[] = [
  { name: 'profile.fullName', label: m.user_field_full_name() },
  { name: 'profile.phone', label: m.user_field_phone() },
  { name: 'profile.status', label: m.field_status(), format: (status) => formatUserStatus(String(status)) },
  { name: 'profile.rating', label: m.field_rating() },
  { name: 'profile.totalTrips', label: m.user_field_total_trips() },
  { name: 'profile.bio', label: m.user_field_bio() },
  { name: 'profile.walletBalance', label: m.wallet_balance_title(), format: (balance) => formatMoney(Number(balance)) },
  ...listNotificationSettings().map(({ name, label }) => ({ name: `settings.${name}` as const, label })),
  {
    name: 'settings.privacyLevel',
    label: m.user_field_privacy_level(),
    format: (level) => m[`settings_privacy_${level as PrivacyLevel}` as const](),
  },
  {
    name: 'settings.autoLogoutMinutes',
    label: m.settings_auto_logout(),
    format: (minutes) => formatAutoLogout(minutes as number | null),
  },
];

/** The values of the form, and what nobody types. */
export const toUserValues = ({ profile, settings }: Pick<UserDetails, 'profile' | 'settings'>) => ({
  profile: {
    ...profile,
    fullName: profile.fullName ?? '',
    phone: profile.phone ?? '',
    bio: profile.bio ?? '',
  },
  settings,
});

/** Empty fields become null. Without `hasBalance` the balance stays what it is by then, as the wallet has its own form. */
export const toUserChanges = (
  { fullName, phone, bio, walletBalance, ...rest }: UserValues['profile'],
  { hasBalance }: { hasBalance: boolean },
) => ({
  ...rest,
  ...(hasBalance ? { walletBalance } : {}),
  fullName: toNullIfBlank(fullName),
  phone: toNullIfBlank(phone),
  bio: toNullIfBlank(bio),
});
