import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useProblemToast } from '../../ui/use-problem-toast.ts';
import { listSheetZones } from '../data.ts';
import { ZONES_QUERY_KEY, ZONES_REFRESH_MS } from '../zone-queries.ts';

export function useSheetZones(amenities: readonly string[]) {
  const zones = useQuery({
    queryKey: [...ZONES_QUERY_KEY, 'sheet', amenities],
    queryFn: () => listSheetZones(amenities),
    placeholderData: keepPreviousData,
    refetchInterval: ZONES_REFRESH_MS,
  });
  useProblemToast(zones.error);
  return zones;
}
