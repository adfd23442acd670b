import type { PostgrestError } from '@supabase/supabase-js';
import * as z from 'zod';
import { toColumns } from '../../../../domain/camel-case.ts';
import { Problem, type ProblemKey } from '../../../../domain/problems.ts';
import type { SettingsChanges } from '../../../account/profile/rows.ts';
import { dataClient } from '../../../data/connection.ts';
import { toProblem, UNIQUE_VIOLATION } from '../../../data/database-problem.ts';
import { parseRow } from '../../../ui/data-table/parse-rows.ts';
import {
  USER_ACTIVITY_COLUMNS,
  USER_MESSAGE_COLUMNS,
  USER_PROFILE_COLUMNS,
  USER_SETTINGS_COLUMNS,
  type UserDetails,
  type UserProfile,
  userDetailsSchema,
} from './user-details.ts';

const LATEST_COUNT = 10;

/** @throws Problem `user-details-not-loaded` */
export async function loadUserDetails(userId: string, signal: AbortSignal): Promise<UserDetails> {
  const select = (table: string, columns: string) =>
    dataClient().from(table).select(columns).eq('user_id', userId).abortSignal(signal);
  const latest = (table: string, columns: string) =>
    select(table, columns).order('created_at', { ascending: false }).limit(LATEST_COUNT);
  const read = async (query: PromiseLike<{ data: unknown; error: PostgrestError | null }>) => {
    const { data, error } = await query;
    if (error) throw new Problem('user-details-not-loaded', { cause: error });
    return data;
  };
  const [profile, settings, activities, messages, roles] = await Promise.all([
    read(select('profiles', USER_PROFILE_COLUMNS).single()),
    read(select('user_settings', USER_SETTINGS_COLUMNS).maybeSingle()),
    read(latest('user_activity', USER_ACTIVITY_COLUMNS)),
    read(latest('user_messages', USER_MESSAGE_COLUMNS)),
    read(select('user_roles', 'role')),
  ]);
  return parseRow(userDetailsSchema, { profile, settings, activities, messages, roles }, 'user-details-not-loaded');
}

export type UserChanges = Pick<UserProfile, 'fullName' | 'phone' | 'bio' | 'rating' | 'totalTrips' | 'status'> &
  Partial<Pick<UserProfile, 'walletBalance'>>;

/** The new version of a row, or that somebody else changed it since it was loaded. */
type SaveResult = { version: string } | 'conflict';

const savedSchema = z.array(z.object({ updated_at: z.string() })).max(1);

/** Saves a row of a person unless its version has changed. */
async function update(
  table: 'profiles' | 'user_settings',
  { userId, version }: { userId: string; version: string },
  changes: object,
  key: ProblemKey,
): Promise<SaveResult> {
  const { data, error } = await dataClient()
    .from(table)
    .update({ ...changes, updated_at: new Date().toISOString() })
    .eq('user_id', userId)
    .eq('updated_at', version)
    .select('updated_at');
  if (error) throw toProblem(error, key);
  const [row] = parseRow(savedSchema, data, key);
  return row ? { version: row.updated_at } : 'conflict';
}

/** @throws Problem `user-not-updated` */
export const updateUser = (userId: string, version: string, changes: UserChanges): Promise<SaveResult> =>
  update('profiles', { userId, version }, toColumns(changes), 'user-not-updated');

/** @throws Problem `settings-not-saved` */
export const updateUserSettings = (
  userId: string,
  version: string,
  changes: Partial<SettingsChanges>,
): Promise<SaveResult> => update('user_settings', { userId, version }, toColumns(changes), 'settings-not-saved');

/** Makes a person an administrator. @throws Problem `role-changed-meanwhile` when they are one, `admin-not-assigned` */
export async function makeAdmin(userId: string): Promise<void> {
  const { error } = await dataClient().from('user_roles').insert({ user_id: userId, role: 'admin' });
  if (error?.code === UNIQUE_VIOLATION) throw new Problem('role-changed-meanwhile');
  if (error) throw new Problem('admin-not-assigned', { cause: error });
}

/**
 * Makes an administrator a standard user again, unless they are the last one.
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
