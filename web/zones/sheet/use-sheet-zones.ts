import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useProblemToast } from '../../ui/use-problem-toast.ts';
import { listSheetZones } from '../data.ts';
import { ZONES_QUERY_KEY, ZONES_REFRESH_MS } from '../zone-queries.ts';

/** The zones of the map's sheet, kept fresh; a failure is told once, in a toast, beside the state that is returned. */
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
