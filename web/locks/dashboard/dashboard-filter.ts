import { filterLocks, type LockDevice, sortByAttention } from '../../../domain/locks/lock.ts';
import type { TableQuery } from '../../ui/data-table/table-url.ts';

/** How many locks a page of the dashboard shows. */
export const DASHBOARD_PAGE_SIZE = 10;

/** What of the table of locks is kept in the address. */
export const LOCKS_URL = {
  filters: { status: ['all', 'online', 'offline'], order: ['listed', 'attention'] },
  sortable: [],
  defaultSort: null,
} as const;

export type LocksQuery = TableQuery<typeof LOCKS_URL.filters>;

export const CONNECTION_OPTIONS = [
  { value: 'all', label: 'All Status' },
  { value: 'online', label: 'Online' },
  { value: 'offline', label: 'Offline' },
] as const;

export const ORDER_OPTIONS = [
  { value: 'listed', label: 'As listed' },
  { value: 'attention', label: 'Needs attention first' },
] as const;

/** Whether a page can only be told with all locks known: the vendor itself neither searches nor sorts. */
export function needsFleet({ search, filters }: LocksQuery): boolean {
  return search.trim() !== '' || filters.status !== 'all' || filters.order !== 'listed';
}

/** The locks of the page that is asked for, of all locks. */
export function selectFleetPage(fleet: readonly LockDevice[], { search, filters, page }: LocksQuery): LockDevice[] {
  const found = filterLocks(fleet, { words: search, connection: filters.status });
  const ordered = filters.order === 'attention' ? sortByAttention(found) : found;
  return ordered.slice((page - 1) * DASHBOARD_PAGE_SIZE, page * DASHBOARD_PAGE_SIZE);
}
