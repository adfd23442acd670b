import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Bounds } from '../../../domain/zones/distance.ts';
import type { Period } from '../../../domain/zones/occupancy.ts';
import type { Zone } from '../../../domain/zones/zone.ts';
import { useProblemToast } from '../../ui/use-problem-toast.ts';
import { listZonesIn } from '../data.ts';
import { ZONES_QUERY_KEY, ZONES_REFRESH_MS } from '../zone-queries.ts';
import { findRegion } from './region.ts';

/** This many zones load fast. With more, the map shows clusters, where a single free space does not show. */
const FEW_ZONES = 1000;

/** The zones around the view of the map. The previous ones stay as a placeholder until the next have loaded. */
export function useZonesInView(view: Bounds, period: Period | null) {
  const queryClient = useQueryClient();
  const createQueryKey = (part: Bounds) => [...ZONES_QUERY_KEY, 'in', part, period];
  const [region, setRegion] = useState(() => findRegion(view, null));
  const read = queryClient.getQueryData<Zone[]>(createQueryKey(region));
  const wanted = findRegion(view, { region, isSparse: read !== undefined && read.length <= FEW_ZONES });
  if (wanted !== region) setRegion(wanted);

  const zones = useQuery({
    queryKey: createQueryKey(wanted),
    queryFn: ({ signal }) => listZonesIn(wanted, period, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.length ?? 0) <= FEW_ZONES && ZONES_REFRESH_MS,
    // Comparing thousands of zones takes longer than drawing them.
    structuralSharing: false,
  });
  useProblemToast(zones.error);
  return zones;
}
