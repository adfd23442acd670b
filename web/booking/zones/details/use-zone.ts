import { useQuery } from '@tanstack/react-query';
import type { Period } from '../../../../domain/zones/occupancy.ts';
import type { Zone } from '../../../../domain/zones/zone.ts';
import { useProblemToast } from '../../../ui/use-problem-toast.ts';
import { findZone } from '../data.ts';
import { ZONES_QUERY_KEY, ZONES_REFRESH_MS } from '../zone-queries.ts';

/**
 * A zone, refreshed regularly; null when the id is null or unknown.
 * @param period the time to count its available spaces for; null for now
 * @param loadedZones zones of a list, which can be shown at once
 */
export function useZone(id: string | null, period: Period | null, loadedZones: readonly Zone[] = []) {
  const zone = useQuery({
    queryKey: [...ZONES_QUERY_KEY, 'one', id, period],
    queryFn: () => (id === null ? null : findZone(id, period)),
    enabled: id !== null,
    initialData: () => loadedZones.find((candidate) => candidate.id === id),
    // The zone stays while its spaces are counted for another period.
    placeholderData: (previous) => (previous?.id === id ? previous : undefined),
    refetchInterval: ZONES_REFRESH_MS,
  });
  useProblemToast(zone.error);
  return zone;
}
