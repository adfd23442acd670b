import * as z from 'zod';
import { m } from '#messages';
import { getTimesOfDays, parseDayRange } from '../../../domain/days/day-range.ts';
import { formatDays } from '../../../domain/language/format.ts';
import { toNullIfBlank } from '../../account/profile/profile.ts';
import { dataClient } from '../../data/connection.ts';
import { selectAfter, toTablePage } from '../../data/table-page.ts';
import { tableRow } from '../../data/table-row.ts';
import type { FilterChip } from '../../ui/form/filter-chips.tsx';
import { EXPORT_PAGE_ROWS } from '../../ui/table/csv.ts';
import { type ParsedRows, readRow, readRows, type TablePage } from '../../ui/table/parse-rows.ts';
import type { TableQuery } from '../../ui/table/table-url.ts';

/**
 * Stored in the address. The columns have the names of the database. `joined` are days such as '2026-03-01..2026-03-22',
 * as the figures of the overview have them.
 */
export const USERS_URL = {
  filters: { joined: null, role: ['all', 'admin', 'user'] },
  sortable: ['email', 'full_name', 'role', 'rating', 'total_trips', 'status', 'last_activity'],
  // The newest come first, and that is no column.
  defaultSort: null,
} as const;

const time = z.iso.datetime({ offset: true });

const text = z.string().nullable().transform(toNullIfBlank);
export const numberOrZero = z
  .number()
  .nullable()
  .transform((number) => number ?? 0);

/** A person; `status` may be one that the product does not know. */
export const adminUserShape = {
  /** The id of the profile; the account's is `user_id`. */
  id: z.string(),
  user_id: z.string(),
  email: z
    .string()
    .nullable()
    .transform((email) => email ?? ''),
  full_name: text,
  phone: text,
  /** From 0 to 5. */
  rating: numberOrZero,
  total_trips: numberOrZero,
  status: z.string(),
  last_activity: time.nullable(),
  created_at: time,
};

const adminUserRow = tableRow({ ...adminUserShape, role: z.enum(['admin', 'user']) });

export const USERS_PAGE_SIZE = 25;

function selectUsers({ search, filters }: UsersFilter, counting: { count?: 'exact' } = {}) {
  const words = search.trim();
  const all =
    words === ''
      ? dataClient().from('admin_users').select(adminUserRow.columns, counting)
      : dataClient().rpc('search_admin_users', { words }, counting).select(adminUserRow.columns);
  const ofRole = filters.role === 'all' ? all : all.eq('role', filters.role);
  const joined = parseDayRange(filters.joined);
  if (joined === null) return ofRole;
  const { from, to } = getTimesOfDays(joined);
  return ofRole.gte('created_at', from).lt('created_at', to);
}

const readUsers = (response: { data: unknown; error: unknown }): ParsedRows<AdminUser> =>
  readRows(response, adminUserRow.schema, 'users-not-loaded');

/** Loads a page of all accounts, the newest first unless sorted. */
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

/** Loads the next page of an export, newest first. */
export async function readUsersAfter(
  last: AdminUser | null,
  filter: UsersFilter,
  signal: AbortSignal,
): Promise<ParsedRows<AdminUser>> {
  const query = selectAfter(
    selectUsers(filter),
    'created_at',
    last && { time: last.createdAt, id: last.id },
    'ascending',
  );
  return readUsers(
    await query.order('created_at', { ascending: false }).order('id').limit(EXPORT_PAGE_ROWS).abortSignal(signal),
  );
}

const { schema: summarySchema } = tableRow({
  total_users: z.number(),
  /** People with an activity in the last 24 hours. */
  active_today: z.number(),
  /** People with a name and a phone. */
  complete_profiles: z.number(),
});

export type UserSummary = z.infer<typeof summarySchema>;

export async function loadUserSummary(signal: AbortSignal): Promise<UserSummary> {
  const response = await dataClient().rpc('admin_user_summary').abortSignal(signal).single();
  return readRow(response, summarySchema, 'users-not-loaded');
}

/** A person in the list of the back office. */
export type AdminUser = z.infer<typeof adminUserRow.schema>;

type UsersQuery = TableQuery<typeof USERS_URL.filters>;

type UsersFilter = Pick<UsersQuery, 'search' | 'filters'>;

/** The filters that no field shows. */
export function listChips({ joined }: UsersFilter['filters']): FilterChip<'joined'>[] {
  const days = parseDayRange(joined);
  return days === null
    ? []
    : [{ name: 'joined', label: m.users_joined_in({ days: formatDays(days.first, days.last) }) }];
}
