import { m } from '#messages';
import { filterLocks, type LockDevice, sortByAttention } from '../../../domain/locks/lock.ts';
import type { TableQuery } from '../../ui/data-table/table-url.ts';

export const DASHBOARD_PAGE_SIZE = 10;

/** Stored in the address. */
export const LOCKS_URL = {
  filters: { status: ['all', 'online', 'offline'], order: ['listed', 'attention'] },
  sortable: [],
  defaultSort: null,
} as const;

export type LocksQuery = TableQuery<typeof LOCKS_URL.filters>;

export const CONNECTION_OPTIONS = [
  { value: 'all', label: m.filter_all_statuses() },
  { value: 'online', label: m.lock_online() },
  { value: 'offline', label: m.lock_offline() },
] as const;

export const ORDER_OPTIONS = [
  { value: 'listed', label: m.locks_order_listed() },
  { value: 'attention', label: m.locks_order_attention() },
] as const;

/** Whether a page needs all locks: the vendor can neither search nor sort. */
export function needsAllLocks({ search, filters }: LocksQuery): boolean {
  return search.trim() !== '' || filters.status !== 'all' || filters.order !== 'listed';
}

export function selectPage(allLocks: readonly LockDevice[], { search, filters, page }: LocksQuery): LockDevice[] {
  const found = filterLocks(allLocks, { words: search, connection: filters.status });
  const ordered = filters.order === 'attention' ? sortByAttention(found) : found;
  return ordered.slice((page - 1) * DASHBOARD_PAGE_SIZE, page * DASHBOARD_PAGE_SIZE);
}
