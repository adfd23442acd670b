import { useQuery } from '@tanstack/react-query';
import { useProblemToast } from '../../ui/use-problem-toast.ts';
import { findFreeSpace } from '../data.ts';

/** The space to go straight on with: undefined while it is looked for, null when there is none or it cannot be known. */
export function useQuickSpace(zoneId: string, isWanted: boolean) {
  const search = useQuery({
    queryKey: ['quick-space', zoneId],
    queryFn: () => findFreeSpace(zoneId, new Date()),
    enabled: isWanted,
    // What was free the last time says nothing about now.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useProblemToast(search.error);
  return { space: search.data, isSearching: isWanted && search.isPending, hasNone: search.data === null };
}
