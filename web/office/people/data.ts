import * as z from 'zod';
import { getTimesOfDays, parseDayRange } from '../../../domain/days/day-range.ts';
import { Problem } from '../../../domain/problems.ts';
import { dataClient } from '../../data/connection.ts';
import { toTablePage } from '../../data/table-page.ts';
import { EXPORT_PAGE_ROWS } from '../../ui/data-table/csv.ts';
import { mapRows, type ParsedRows, parseRow, readRows, type TablePage } from '../../ui/data-table/parse-rows.ts';
import { ADMIN_USER_COLUMNS, type AdminUser, adminUserRowSchema, toAdminUser } from './admin-user.ts';
import type { UsersFilter, UsersQuery } from './user-filter.ts';

export const USERS_PAGE_SIZE = 25;

function selectUsers({ search, filters }: UsersFilter, counting: { count?: 'exact' } = {}) {
  const words = search.trim();
  const all =
    words === ''
      ? dataClient().from('profiles').select(ADMIN_USER_COLUMNS, counting)
      : dataClient().rpc('search_admin_users', { words }, counting).select(ADMIN_USER_COLUMNS);
  const joined = parseDayRange(filters.joined);
  if (joined === null) return all;
  const { from, to } = getTimesOfDays(joined);
  return all.gte('created_at', from).lt('created_at', to);
}

function readUsers(response: { data: unknown; error: unknown }): ParsedRows<AdminUser> {
  return mapRows(readRows(response, adminUserRowSchema, 'users-not-loaded'), toAdminUser);
}

/** Loads a page of all accounts, the newest first unless sorted. @throws Problem `users-not-loaded` */
export async function listUsers(
  { sort, page, ...filter }: UsersQuery,
  signal: AbortSignal,
): Promise<TablePage<AdminUser>> {
  const from = (page - 1) * USERS_PAGE_SIZE;
  const { id, desc } = sort ?? { id: 'created_at', desc: true };
  const response = await selectUsers(filter, { count: 'exact' })
    // Empty values come last in both directions.
    .order(id === 'full_name' ? 'sort_name' : id, { ascending: !desc, nullsFirst: false })
    // A unique last key keeps the pages apart.
    .order('id')
    .range(from, from + USERS_PAGE_SIZE - 1)
    .abortSignal(signal);
  return toTablePage(response, from, readUsers);
}

/**
 * Loads the next page of an export, newest first. It continues after a row instead of an offset, so that new accounts do
 * not shift the pages.
 * @throws Problem `users-not-loaded`
 */
export async function readUsersAfter(
  last: AdminUser | null,
  filter: UsersFilter,
  signal: AbortSignal,
): Promise<ParsedRows<AdminUser>> {
  const query = selectUsers(filter);
  const rest =
    last === null
      ? query
      : query
          .lte('created_at', last.createdAt)
          .or(`created_at.lt."${last.createdAt}",and(created_at.eq."${last.createdAt}",id.gt.${last.id})`);
  return readUsers(
    await rest.order('created_at', { ascending: false }).order('id').limit(EXPORT_PAGE_ROWS).abortSignal(signal),
  );
}

const summarySchema = z
  .object({ total_users: z.number(), active_today: z.number(), complete_profiles: z.number() })
  .transform((row) => ({
    total: row.total_users,
    /** People with an activity in the last 24 hours. */
    activeToday: row.active_today,
    /** People with a name and a phone. */
    complete: row.complete_profiles,
  }));

export type UserSummary = z.infer<typeof summarySchema>;

/** @throws Problem `users-not-loaded` */
export async function loadUserSummary(signal: AbortSignal): Promise<UserSummary> {
  const { data, error } = await dataClient().rpc('admin_user_summary').abortSignal(signal).single();
  if (error) throw new Problem('users-not-loaded', { cause: error });
  return parseRow(summarySchema, data, 'users-not-loaded');
}
