import type { TableQuery } from '../../ui/data-table/table-url.ts';

/** What of the table of users is kept in the address. The columns are named as the server names them. */
export const USERS_URL = {
  filters: {},
  sortable: ['email', 'full_name', 'rating', 'total_trips', 'status', 'last_activity'],
  // The newest come first, and when they came is no column.
  defaultSort: null,
} as const;

export type UsersQuery = TableQuery<typeof USERS_URL.filters>;
