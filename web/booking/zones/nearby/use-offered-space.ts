import { useQuery } from '@tanstack/react-query';
import type { Period } from '../../../../domain/zones/occupancy.ts';
import { findFreeSpace } from '../data.ts';
import { ZONES_QUERY_KEY } from '../zone-queries.ts';

/** The first space of a zone that is free for the whole period: undefined while it is searched, null when there is none. */
export function useOfferedSpace(zoneId: string | null, period: Period | null) {
  return useQuery({
    queryKey: [...ZONES_QUERY_KEY, 'offered-space', zoneId, period],
    queryFn: () => (zoneId === null || period === null ? null : findFreeSpace(zoneId, period, period.from)),
    enabled: zoneId !== null && period !== null,
    // The period moves on with each minute.
    placeholderData: (space) => (space?.zoneId === zoneId ? space : undefined),
  });
}
