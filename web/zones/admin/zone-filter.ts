import type { TableQuery } from '../../ui/data-table/table-url.ts';

/** What of the table of zones is kept in the address. The columns are named as the server names them. */
export const ZONES_URL = {
  filters: {},
  sortable: ['name', 'space_count', 'price_per_hour', 'rating', 'location'],
  defaultSort: { id: 'name', desc: false },
} as const;

export type AdminZonesQuery = TableQuery<typeof ZONES_URL.filters>;
