import * as z from 'zod';
import { Problem } from '../../../domain/problems.ts';
import { dataClient } from '../../data/connection.ts';
import { type InvalidRow, mapRows, type ParsedRows, readRows } from '../../data/parse-rows.ts';
import { EXPORT_PAGE_ROWS } from '../../platform/csv.ts';
import { ADMIN_USER_COLUMNS, type AdminUser, adminUserRowSchema, toAdminUser } from './admin-user.ts';
import type { UsersQuery } from './user-filter.ts';

export const USERS_PAGE_SIZE = 25;

/** What the server says of a page that begins after the last row. */
const PAST_THE_END = 'PGRST103';

function select(search: string, counting: { count?: 'exact' } = {}) {
  const words = search.trim();
  return words === ''
    ? dataClient().from('profiles').select(ADMIN_USER_COLUMNS, counting)
    : dataClient().rpc('search_admin_users', { words }, counting).select(ADMIN_USER_COLUMNS);
}

function readUsers(answer: { data: unknown; error: unknown }): ParsedRows<AdminUser> {
  return mapRows(readRows(answer, adminUserRowSchema, 'users-not-loaded'), toAdminUser);
}

export type UsersPage = {
  users: AdminUser[];
  invalid: readonly InvalidRow[];
  /** Of all pages. */
  total: number;
  /** People went away while the pages were being read; there is no such page any more. */
  isPastTheEnd: boolean;
};

/** A page of everybody who has an account, the newest first unless sorted. @throws Problem `users-not-loaded` */
export async function listUsers({ search, sort, page }: UsersQuery, signal: AbortSignal): Promise<UsersPage> {
  const from = (page - 1) * USERS_PAGE_SIZE;
  const { id, desc } = sort ?? { id: 'created_at', desc: true };
  const answer = await select(search, { count: 'exact' })
    // Who has no name or was never active stands last, whichever way it is sorted.
    .order(id, { ascending: !desc, nullsFirst: false })
    // People who are equal in the order keep their places from page to page.
    .order('id')
    .range(from, from + USERS_PAGE_SIZE - 1)
    .abortSignal(signal);
  if (answer.error?.code === PAST_THE_END) return { users: [], invalid: [], total: 0, isPastTheEnd: true };
  const { rows: users, invalid, count } = readUsers(answer);
  return { users, invalid, total: answer.count ?? count, isPastTheEnd: false };
}

/**
 * The next people for an export, newest first, after the last one that was read. It goes on from that row and not from
 * a number of rows, so that nobody is missed when others come meanwhile.
 * @throws Problem `users-not-loaded`
 */
export async function readUsersAfter(
  last: AdminUser | null,
  search: string,
  signal: AbortSignal,
): Promise<ParsedRows<AdminUser>> {
  const query = select(search);
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
    /** Whose last activity is within 24 hours. */
    activeToday: row.active_today,
    /** Who has both a name and a phone. */
    complete: row.complete_profiles,
  }));

/** How many people there are, counted by the database. */
export type UserSummary = z.infer<typeof summarySchema>;

/** The figures above the list. @throws Problem `users-not-loaded` */
export async function loadUserSummary(signal: AbortSignal): Promise<UserSummary> {
  const { data, error } = await dataClient().rpc('admin_user_summary').abortSignal(signal).single();
  const row = summarySchema.safeParse(data);
  if (error || !row.success) throw new Problem('users-not-loaded', { cause: error ?? row.error });
  return row.data;
}
