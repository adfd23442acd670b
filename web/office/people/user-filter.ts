import { m } from '#messages';
import { parseDayRange } from '../../../domain/days/day-range.ts';
import { formatDays } from '../../../domain/language/format.ts';
import type { TableQuery } from '../../ui/data-table/table-url.ts';
import type { FilterChip } from '../../ui/filter-chips.tsx';

/**
 * Stored in the address. The columns have the names of the database. `joined` are days such as '2026-03-01..2026-03-22',
 * as the figures of the overview have them.
 */
export const USERS_URL = {
  filters: { joined: null },
  sortable: ['email', 'full_name', 'rating', 'total_trips', 'status', 'last_activity'],
  // The newest come first, and that is no column.
  defaultSort: null,
} as const;

export type UsersQuery = TableQuery<typeof USERS_URL.filters>;

export type UsersFilter = Pick<UsersQuery, 'search' | 'filters'>;

/** The filters that no field shows. */
export function listChips({ joined }: UsersFilter['filters']): FilterChip<'joined'>[] {
  const days = parseDayRange(joined);
  return days === null
    ? []
    : [{ name: 'joined', label: m.users_joined_in({ days: formatDays(days.first, days.last) }) }];
}
