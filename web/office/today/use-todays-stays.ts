import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useOnlineMutation } from '../../ui/use-online-mutation.ts';
import { loadTodaysStays, markArrival, unmarkArrival } from './data.ts';
import type { TodaysStay } from './todays-stay.ts';

const TODAYS_STAYS_KEY = ['todays-stays'] as const;
const REFRESH_MS = 30_000;

/** Who arrives and leaves next, kept up to date while the page is visible; without a connection the last list stays. */
export function useTodaysStays(zone: string | null) {
  return useQuery({
    queryKey: [...TODAYS_STAYS_KEY, zone],
    queryFn: ({ signal }) => loadTodaysStays(zone, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

/** Reads the list again, after something of it has changed. */
export function useRefreshTodaysStays() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: TODAYS_STAYS_KEY });
}

/** Marks the arrival for a stay, or takes back the one it has. */
export function useToggleArrival() {
  const refresh = useRefreshTodaysStays();
  return useOnlineMutation({
    mutationFn: (stay: TodaysStay) => (stay.arrivedAt === null ? markArrival(stay) : unmarkArrival(stay)),
    // A failure too: somebody else may have changed the stay.
    onSettled: refresh,
  });
}
