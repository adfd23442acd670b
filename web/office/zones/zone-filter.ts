import type { TableQuery } from '../../ui/data-table/table-url.ts';

/** The state of the table in the URL. Columns have the names that the server knows. */
export const ZONES_URL = {
  filters: {},
  sortable: ['name', 'space_count', 'price_per_hour', 'rating', 'location'],
  defaultSort: { id: 'name', desc: false },
} as const;

export type AdminZonesQuery = TableQuery<typeof ZONES_URL.filters>;
