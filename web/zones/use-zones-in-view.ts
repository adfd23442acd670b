import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Bounds } from '../../domain/distance.ts';
import type { Zone } from '../../domain/zone.ts';
import { useProblemToast } from '../ui/use-problem-toast.ts';
import { listZonesIn } from './data.ts';
import { regionFor } from './region.ts';
import { ZONES_QUERY_KEY, ZONES_REFRESH_MS } from './zone-queries.ts';

/** Who looks at more zones than this sees them gathered, where one more or less free space does not show. */
const FEW_ENOUGH_TO_REFRESH = 1000;
const NO_ZONES: Zone[] = [];

/** The zones around what the map shows, kept fresh; while others are asked for, those of before stay. */
export function useZonesInView(view: Bounds): Zone[] {
  const [region, setRegion] = useState(() => regionFor(view, null));
  const wanted = regionFor(view, region);
  if (wanted !== region) setRegion(wanted);

  const zones = useQuery({
    queryKey: [...ZONES_QUERY_KEY, 'in', wanted],
    queryFn: ({ signal }) => listZonesIn(wanted, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.length ?? 0) <= FEW_ENOUGH_TO_REFRESH && ZONES_REFRESH_MS,
    // Comparing thousands of zones with those of before takes longer than drawing them.
    structuralSharing: false,
  });
  useProblemToast(zones.error);
  return zones.data ?? NO_ZONES;
}
