import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useProblemToast } from '../../ui/use-problem-toast.ts';
import { listSheetZones, type ZoneFilter } from '../data.ts';
import { ZONES_QUERY_KEY, ZONES_REFRESH_MS } from '../zone-queries.ts';

export function useSheetZones(filter: ZoneFilter) {
  const zones = useQuery({
    queryKey: [...ZONES_QUERY_KEY, 'sheet', filter],
    queryFn: () => listSheetZones(filter),
    placeholderData: keepPreviousData,
    refetchInterval: ZONES_REFRESH_MS,
  });
  useProblemToast(zones.error);
  return zones;
}
