import type { TableQuery } from '../../ui/data-table/table-url.ts';

/** Stored in the address. The columns have the names of the database. */
export const USERS_URL = {
  filters: {},
  sortable: ['email', 'full_name', 'rating', 'total_trips', 'status', 'last_activity'],
  // The newest come first, and that is no column.
  defaultSort: null,
} as const;

export type UsersQuery = TableQuery<typeof USERS_URL.filters>;
