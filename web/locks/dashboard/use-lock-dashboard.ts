import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import * as z from 'zod';
import { stored } from '../../platform/stored.ts';
import { useProblemToast } from '../../ui/use-problem-toast.ts';
import { dashboardProblem } from '../lock-problem.ts';
import { formatLockCount } from '../lock-texts.ts';
import { openVendorSession } from '../vendor-session.ts';
import { DASHBOARD_PAGE_SIZE, type LocksQuery, needsFleet, selectFleetPage } from './dashboard-filter.ts';

const REFRESH_MS = 30_000;
/** As many locks as the proxy lets through at a time. */
const FLEET_PAGE_SIZE = 100;

const dashboardToken = stored('lock-vendor-token', z.string());

/** A session with the vendor that keeps its token in local storage for as long as the dashboard is shown. */
function useDashboardSession() {
  const isShown = useRef(false);
  const [session] = useState(() => {
    // A token of an earlier visit may be over, or of other credentials.
    dashboardToken.remove();
    const write = (token: string) => {
      // The answer to the last call may come after the dashboard was left.
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

async function orProblem<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw dashboardProblem(error);
  }
}

// What a lock is doing is asked afresh whenever somebody looks; no older answer is worth showing.
const ALWAYS_FRESH = { staleTime: 0, gcTime: 0, refetchInterval: REFRESH_MS, refetchOnWindowFocus: false } as const;

/** Toasts what was loaded whenever somebody asked for it, and not with every automatic refresh. */
function useLoadedToast(loaded: { page: number; count: number } | undefined): void {
  const told = useRef(0);
  useEffect(() => {
    if (loaded === undefined || told.current === loaded.page) return;
    told.current = loaded.page;
    tellLoaded(loaded.count);
  }, [loaded]);
}

function tellLoaded(count: number): void {
  toast.success(formatLockCount(count), { id: 'locks-loaded' });
}

/** The locks of the dashboard's page, refreshed every 30 seconds, and all of them for what the vendor cannot tell. */
export function useLockDashboard(query: LocksQuery) {
  const session = useDashboardSession();
  const { page } = query;
  const list = useQuery({
    ...ALWAYS_FRESH,
    queryKey: ['lock-page', page],
    queryFn: async () => {
      const { locks, total } = await orProblem(session.list(page, DASHBOARD_PAGE_SIZE));
      return { page, locks, total, count: locks.length };
    },
    placeholderData: keepPreviousData,
  });
  const fleet = useQuery({
    ...ALWAYS_FRESH,
    queryKey: ['lock-fleet'],
    queryFn: () => orProblem(session.listAll(FLEET_PAGE_SIZE)),
  });
  useProblemToast(list.error);
  useLoadedToast(list.data);

  const source = needsFleet(query) ? fleet : list;
  const locks = needsFleet(query) ? fleet.data && selectFleetPage(fleet.data, query) : list.data?.locks;
  const refetch = async () => {
    const [again] = await Promise.all([list.refetch(), fleet.refetch()]);
    if (again.isSuccess) tellLoaded(again.data.count);
  };
  return {
    /** Of this page; undefined until they arrive. */
    locks,
    fleet: fleet.data,
    total: list.data?.total ?? fleet.data?.length ?? locks?.length ?? 0,
    error: source.error,
    isError: source.isError,
    isPaused: source.isPaused,
    isFetching: list.isFetching || fleet.isFetching,
    isPlaceholderData: source === list && list.isPlaceholderData,
    updatedAt: source.dataUpdatedAt,
    refetch: () => void refetch(),
  };
}
