import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import * as z from 'zod';
import { m } from '#messages';
import { filterLocks, type LockDevice, sortByAttention } from '../../../domain/locks/lock.ts';
import type { TableQuery } from '../../ui/data-table/table-url.ts';
import { createStoredValue } from '../../ui/platform/stored-value.ts';
import { useProblemToast } from '../../ui/use-problem-toast.ts';
import { openVendorSession, throwAs, toDashboardProblem } from './vendor-session.ts';

export const DASHBOARD_PAGE_SIZE = 10;

/** Stored in the address. */
export const LOCKS_URL = {
  filters: { status: ['all', 'online', 'offline'], order: ['listed', 'attention'] },
  sortable: [],
  defaultSort: null,
} as const;

export const CONNECTION_OPTIONS = [
  { value: 'all', label: m.filter_all_statuses() },
  { value: 'online', label: m.lock_online() },
  { value: 'offline', label: m.lock_offline() },
] as const;

export const ORDER_OPTIONS = [
  { value: 'listed', label: m.locks_order_listed() },
  { value: 'attention', label: m.locks_order_attention() },
] as const;

const REFRESH_MS = 30_000;
/** The limit of the proxy. */
const MAX_PAGE_SIZE = 100;

const dashboardToken = createStoredValue('lock-vendor-token', z.string());

/** A vendor session that stores its token in local storage while the dashboard is shown. */
function useDashboardSession() {
  const isShown = useRef(false);
  const [session] = useState(() => {
    // The token of an earlier visit may have expired or belong to other credentials.
    dashboardToken.remove();
    const write = (token: string) => {
      // The last response may arrive after the dashboard was closed.
      if (isShown.current) dashboardToken.write(token);
    };
    return openVendorSession({ ...dashboardToken, write });
  });
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      dashboardToken.remove();
    };
  }, []);
  return session;
}

// The state of a lock is worth nothing when it is old.
const ALWAYS_FRESH = { staleTime: 0, gcTime: 0, refetchInterval: REFRESH_MS } as const;

/** Shows a toast for each page that somebody opens, but not for the automatic refreshes. */
function useLoadedToast(loaded: { page: number; count: number } | undefined): void {
  const shownPage = useRef(0);
  useEffect(() => {
    if (loaded === undefined || shownPage.current === loaded.page) return;
    shownPage.current = loaded.page;
    toastLoaded(loaded.count);
  }, [loaded]);
}

function toastLoaded(count: number): void {
  toast.success(m.locks_loaded({ count }), { id: 'locks-loaded' });
}

/** The locks of a page, and all locks for what the vendor cannot search, sort or count. Both refresh every 30 seconds. */
export function useLockDashboard(query: LocksQuery) {
  const session = useDashboardSession();
  const { page } = query;
  const list = useQuery({
    ...ALWAYS_FRESH,
    queryKey: ['lock-page', page],
    queryFn: async () => {
      const { locks, total } = await session.list(page, DASHBOARD_PAGE_SIZE).catch(throwAs(toDashboardProblem));
      return { page, locks, total, count: locks.length };
    },
    placeholderData: keepPreviousData,
  });
  const all = useQuery({
    ...ALWAYS_FRESH,
    queryKey: ['lock-fleet'],
    queryFn: () => session.listAll(MAX_PAGE_SIZE).catch(throwAs(toDashboardProblem)),
  });
  useProblemToast(list.error);
  useLoadedToast(list.data);

  const source = needsAllLocks(query) ? all : list;
  const locks = needsAllLocks(query) ? all.data && selectPage(all.data, query) : list.data?.locks;
  const refetch = async () => {
    const [result] = await Promise.all([list.refetch(), all.refetch()]);
    if (result.isSuccess) toastLoaded(result.data.count);
  };
  return {
    /** The locks of this page; undefined until they arrive. */
    locks,
    allLocks: all.data,
    total: list.data?.total ?? all.data?.length ?? locks?.length ?? 0,
    error: source.error,
    isError: source.isError,
    isPaused: source.isPaused,
    isFetching: list.isFetching || all.isFetching,
    isPlaceholderData: source === list && list.isPlaceholderData,
    dataUpdatedAt: source.dataUpdatedAt,
    refetch: () => void refetch(),
  };
}

type LocksQuery = TableQuery<typeof LOCKS_URL.filters>;

/** Whether a page needs all locks: the vendor can neither search nor sort. */
function needsAllLocks({ search, filters }: LocksQuery): boolean {
  return search.trim() !== '' || filters.status !== 'all' || filters.order !== 'listed';
}

function selectPage(allLocks: readonly LockDevice[], { search, filters, page }: LocksQuery): LockDevice[] {
  const found = filterLocks(allLocks, { words: search, connection: filters.status });
  const ordered = filters.order === 'attention' ? sortByAttention(found) : found;
  return ordered.slice((page - 1) * DASHBOARD_PAGE_SIZE, page * DASHBOARD_PAGE_SIZE);
}
