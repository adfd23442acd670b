import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { toast } from 'sonner';
import * as z from 'zod';
import { m } from '#messages';
import { filterLocks, type LockDevice, sortByAttention } from '../../../domain/locks/lock.ts';
import { useProblemToast } from '../../ui/feedback/use-problem-toast.ts';
import { createStoredValue } from '../../ui/platform/stored-value.ts';
import type { TableQuery } from '../../ui/table/table-url.ts';
import { lockKeys } from '../keys.ts';
import { openVendorSession } from './vendor-session.ts';

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

/** Shows a toast for each page that somebody opens, but not for the automatic refreshes. */
function useLoadedToast(loaded: LoadedLocks | undefined): void {
  const shownPage = useRef(0);
  useEffect(() => {
    if (loaded === undefined || shownPage.current === loaded.page) return;
    shownPage.current = loaded.page;
    toastLoaded(loaded);
  }, [loaded]);
}

type LoadedLocks = { page: number; locks: readonly LockDevice[] };

const toastLoaded = ({ page, locks }: LoadedLocks) =>
  toast.success(m.locks_loaded({ count: slicePage(locks, page).length }), { id: 'locks-loaded' });

/**
 * The locks of a page, and all locks, requested page by page: the vendor can neither search, sort nor count. They refresh every 30
 * seconds.
 */
export function useLockDashboard(query: LocksQuery) {
  const session = useDashboardSession();
  const { page } = query;
  const list = useQuery({
    // A page that somebody opens is requested again.
    queryKey: lockKeys.fleet(page),
    queryFn: async () => ({ page, locks: await session.listAll('dashboard', DASHBOARD_PAGE_SIZE) }),
    placeholderData: keepPreviousData,
    // The state of a lock is worth nothing when it is old.
    staleTime: 0,
    gcTime: 0,
    refetchInterval: REFRESH_MS,
  });
  useProblemToast(list.error);
  useLoadedToast(list.data);
  const allLocks = list.data?.locks;
  const locks = useMemo(() => allLocks && selectPage(allLocks, query), [allLocks, query]);
  const refetch = async () => {
    const result = await list.refetch();
    if (result.isSuccess) toastLoaded(result.data);
  };
  return { ...list, locks, allLocks, refetch: () => void refetch() };
}

type LocksQuery = TableQuery<typeof LOCKS_URL.filters>;

const slicePage = (locks: readonly LockDevice[], page: number): LockDevice[] =>
  locks.slice((page - 1) * DASHBOARD_PAGE_SIZE, page * DASHBOARD_PAGE_SIZE);

function selectPage(allLocks: readonly LockDevice[], { search, filters, page }: LocksQuery): LockDevice[] {
  const found = filterLocks(allLocks, { words: search, connection: filters.status });
  return slicePage(filters.order === 'attention' ? sortByAttention(found) : found, page);
}
