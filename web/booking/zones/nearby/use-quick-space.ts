import { useQuery } from '@tanstack/react-query';
import type { Period } from '../../../../domain/zones/occupancy.ts';
import { useProblemToast } from '../../../ui/use-problem-toast.ts';
import { findFreeSpace } from '../data.ts';

/** The space for a quick reservation: undefined while it is searched, null when there is none. */
export function useQuickSpace(zoneId: string, period: Period | null, isWanted: boolean) {
  const search = useQuery({
    queryKey: ['quick-space', zoneId, period],
    queryFn: () => findFreeSpace(zoneId, period, new Date()),
    enabled: isWanted,
    // Free spaces change all the time.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useProblemToast(search.error);
  return { space: search.data, isSearching: isWanted && search.isPending, hasNone: search.data === null };
}
