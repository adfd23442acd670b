import type { User } from '@supabase/supabase-js';
import * as z from 'zod';
import { Problem, type ProblemKey } from '../../domain/problems.ts';
import { TEXT_LIMITS } from '../../domain/text-limits.ts';
import { dataClient } from '../data/connection.ts';
import { toOwnProblem } from '../data/database-problem.ts';
import {
  PROFILE_COLUMNS,
  type Profile,
  profileRowSchema,
  SETTINGS_COLUMNS,
  type Settings,
  settingsRowSchema,
} from './rows.ts';

const NO_ROW = 'PGRST116';
const UNIQUE_VIOLATION = '23505';
const CHECK_VIOLATION = '23514';

/** What somebody signed up with is shortened, as the database does for a profile that it makes itself. */
const shortened = (max: number) =>
  z
    .string()
    .transform((text) => text.slice(0, max))
    .nullable()
    .catch(null);

const metadataSchema = z.object({
  full_name: shortened(TEXT_LIMITS.fullName.max),
  phone: shortened(TEXT_LIMITS.phone.max),
});

/**
 * The profile of the signed-in person, made from what they signed up with when there is none; safe to repeat.
 * @throws Problem `profile-not-loaded`, `user-profile-not-created`, and `profile-failed` for an answer nobody expects
 */
export async function ownProfile(user: User): Promise<Profile> {
  await requireSessionOf(user.id, 'profile-not-loaded');
  const known = await selectProfile(user.id);
  if (!known.error) return parsedOr('profile-failed', profileRowSchema, known.data);
  if (known.error.code !== NO_ROW) throw new Problem('profile-not-loaded', { cause: known.error });
  return createProfile(user);
}

/** What was started for somebody may run when their session is gone already; then the server would only refuse it. */
async function requireSessionOf(userId: string, key: ProblemKey): Promise<void> {
  const { data } = await dataClient().auth.getSession();
  if (data.session?.user.id !== userId) throw new Problem(key, { cause: new Error('The session is gone') });
}

async function createProfile(user: User): Promise<Profile> {
  const { full_name, phone } = metadataSchema.parse(user.user_metadata);
  const { data, error } = await dataClient()
    .from('profiles')
    .insert({ user_id: user.id, email: user.email ?? '', full_name, phone })
    .select(PROFILE_COLUMNS)
    .single();
  if (!error) return parsedOr('profile-failed', profileRowSchema, data);
  if (error.code !== UNIQUE_VIOLATION) throw new Problem('user-profile-not-created', { cause: error });
  // Another tab, or the database itself, was first.
  const other = await selectProfile(user.id);
  if (other.error) throw new Problem('profile-not-loaded', { cause: other.error });
  return parsedOr('profile-failed', profileRowSchema, other.data);
}

function selectProfile(userId: string) {
  return dataClient().from('profiles').select(PROFILE_COLUMNS).eq('user_id', userId).single();
}

/** What a person may change about their profile. */
export type ProfileChanges = Pick<Profile, 'fullName' | 'phone' | 'bio'>;

/** Saves a person's own profile and answers it as it is kept. @throws Problem `profile-not-saved` */
export async function saveProfile(userId: string, { fullName, phone, bio }: ProfileChanges): Promise<Profile> {
  const { data, error } = await dataClient()
    .from('profiles')
    .update({ full_name: fullName, phone, bio })
    .eq('user_id', userId)
    .select(PROFILE_COLUMNS)
    // Row level security hides instead of refusing: no row back means that nothing was saved.
    .single();
  if (error) throw toOwnProblem(error, 'profile-not-saved');
  return parsedOr('profile-not-saved', profileRowSchema, data);
}

/** The settings of a person. @throws Problem `settings-not-loaded` */
export async function loadSettings(userId: string): Promise<Settings> {
  await requireSessionOf(userId, 'settings-not-loaded');
  const { data, error } = await dataClient()
    .from('user_settings')
    .select(SETTINGS_COLUMNS)
    .eq('user_id', userId)
    .single();
  if (error) throw new Problem('settings-not-loaded', { cause: error });
  return parsedOr('settings-not-loaded', settingsRowSchema, data);
}

/** What a person may change about their settings. */
export type SettingsChanges = Omit<Settings, 'twoFactorEnabled'>;

/** Saves a person's own settings and answers them as they are kept. @throws Problem `settings-not-saved` */
export async function saveSettings(userId: string, changes: SettingsChanges): Promise<Settings> {
  const { data, error } = await dataClient()
    .from('user_settings')
    .update({
      email_notifications: changes.emailNotifications,
      push_notifications: changes.pushNotifications,
      sms_notifications: changes.smsNotifications,
      marketing_emails: changes.marketingEmails,
      privacy_level: changes.privacyLevel,
      auto_logout_minutes: changes.autoLogoutMinutes,
    })
    .eq('user_id', userId)
    .select(SETTINGS_COLUMNS)
    .single();
  if (error) throw toOwnProblem(error, 'settings-not-saved');
  return parsedOr('settings-not-saved', settingsRowSchema, data);
}

/** Deletes the account of the signed-in person for good. @throws Problem `last-administrator`, `account-not-deleted` */
export async function deleteAccount(): Promise<void> {
  const { error } = await dataClient().rpc('delete_my_account');
  if (!error) return;
  throw new Problem(error.code === CHECK_VIOLATION ? 'last-administrator' : 'account-not-deleted', { cause: error });
}

function parsedOr<Value>(key: ProblemKey, schema: z.ZodType<Value>, data: unknown): Value {
  const row = schema.safeParse(data);
  if (!row.success) throw new Problem(key, { cause: row.error });
  return row.data;
}
