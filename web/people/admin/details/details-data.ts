import type { PostgrestError } from '@supabase/supabase-js';
import * as z from 'zod';
import { Problem, type ProblemKey } from '../../../../domain/problems.ts';
import { dataClient } from '../../../data/connection.ts';
import { toProblem } from '../../../data/database-problem.ts';
import type { SettingsChanges } from '../../data.ts';
import {
  USER_ACTIVITY_COLUMNS,
  USER_MESSAGE_COLUMNS,
  USER_PROFILE_COLUMNS,
  USER_SETTINGS_COLUMNS,
  type UserDetails,
  type UserProfile,
  userDetailsSchema,
} from './user-details.ts';

/** How many activities and messages are shown, the newest. */
const LATEST_LIMIT = 10;
const UNIQUE_VIOLATION = '23505';

/** All about a person: profile, settings, latest activities and messages, and role. @throws Problem `user-details-not-loaded` */
export async function loadUserDetails(userId: string, signal: AbortSignal): Promise<UserDetails> {
  const of = (table: string, columns: string) =>
    dataClient().from(table).select(columns).eq('user_id', userId).abortSignal(signal);
  const latest = (table: string, columns: string) =>
    of(table, columns).order('created_at', { ascending: false }).limit(LATEST_LIMIT);
  const [profile, settings, activities, messages, roles] = await Promise.all([
    of('profiles', USER_PROFILE_COLUMNS).single(),
    of('user_settings', USER_SETTINGS_COLUMNS).maybeSingle(),
    latest('user_activity', USER_ACTIVITY_COLUMNS),
    latest('user_messages', USER_MESSAGE_COLUMNS),
    of('user_roles', 'role'),
  ]);
  const error = [profile, settings, activities, messages, roles].find((answer) => answer.error)?.error;
  const details = userDetailsSchema.safeParse({
    profile: profile.data,
    settings: settings.data,
    activities: activities.data,
    messages: messages.data,
    roles: roles.data,
  });
  if (error || !details.success) throw new Problem('user-details-not-loaded', { cause: error ?? details.error });
  return details.data;
}

/** What an administrator may change about a person. */
export type UserChanges = Pick<
  UserProfile,
  'fullName' | 'phone' | 'bio' | 'rating' | 'totalTrips' | 'status' | 'walletBalance'
>;

/** What became of a row that was to be saved: its new version, or that somebody else has changed it since it was read. */
export type Saved = { version: string } | 'changed-meanwhile';

const savedSchema = z.array(z.object({ updated_at: z.string() })).max(1);

function readSaved({ data, error }: { data: unknown; error: PostgrestError | null }, key: ProblemKey): Saved {
  if (error) throw toProblem(error, key);
  const rows = savedSchema.safeParse(data);
  if (!rows.success) throw new Problem(key, { cause: rows.error });
  const [row] = rows.data;
  return row ? { version: row.updated_at } : 'changed-meanwhile';
}

/** Saves what an administrator changed about a person, whose profile had this version. @throws Problem `user-not-updated` */
export async function updateUser(userId: string, version: string, changes: UserChanges): Promise<Saved> {
  const answer = await dataClient()
    .from('profiles')
    .update({
      full_name: changes.fullName,
      phone: changes.phone,
      bio: changes.bio,
      rating: changes.rating,
      total_trips: changes.totalTrips,
      status: changes.status,
      wallet_balance: changes.walletBalance,
      updated_at: new Date().toISOString(),
    })
    .eq('user_id', userId)
    .eq('updated_at', version)
    .select('updated_at');
  return readSaved(answer, 'user-not-updated');
}

/** Saves the settings of a person for them, which had this version. @throws Problem `settings-not-saved` */
export async function updateUserSettings(userId: string, version: string, changes: SettingsChanges): Promise<Saved> {
  const answer = await dataClient()
    .from('user_settings')
    .update({
      email_notifications: changes.emailNotifications,
      push_notifications: changes.pushNotifications,
      sms_notifications: changes.smsNotifications,
      marketing_emails: changes.marketingEmails,
      privacy_level: changes.privacyLevel,
      auto_logout_minutes: changes.autoLogoutMinutes,
      updated_at: new Date().toISOString(),
    })
    .eq('user_id', userId)
    .eq('updated_at', version)
    .select('updated_at');
  return readSaved(answer, 'settings-not-saved');
}

/** Makes a person an administrator. @throws Problem `role-changed-meanwhile` when they are one, `admin-not-assigned` */
export async function makeAdmin(userId: string): Promise<void> {
  const { error } = await dataClient().from('user_roles').insert({ user_id: userId, role: 'admin' });
  if (error?.code === UNIQUE_VIOLATION) throw new Problem('role-changed-meanwhile');
  if (error) throw new Problem('admin-not-assigned', { cause: error });
}

/**
 * Makes an administrator a standard user again; the database refuses it for the last one.
 * @throws Problem `role-changed-meanwhile` when they are no administrator, `admin-not-removed`
 */
export async function removeAdmin(userId: string): Promise<void> {
  const { data, error } = await dataClient()
    .from('user_roles')
    .delete()
    .eq('user_id', userId)
    .eq('role', 'admin')
    .select('role');
  if (error) throw new Problem('admin-not-removed', { cause: error });
  if (data.length === 0) throw new Problem('role-changed-meanwhile');
}
