import { useQuery } from '@tanstack/react-query';
import type { Zone } from '../../../domain/zones/zone.ts';
import { useProblemToast } from '../../ui/use-problem-toast.ts';
import { findZone } from '../data.ts';
import { ZONES_QUERY_KEY, ZONES_REFRESH_MS } from '../zone-queries.ts';

/**
 * A zone, refreshed regularly; null when the id is null or unknown.
 * @param loadedZones zones of a list, which can be shown at once
 */
export function useZone(id: string | null, loadedZones: readonly Zone[] = []) {
  const zone = useQuery({
    queryKey: [...ZONES_QUERY_KEY, 'one', id],
    queryFn: () => (id === null ? null : findZone(id)),
    enabled: id !== null,
    initialData: () => loadedZones.find((candidate) => candidate.id === id),
    refetchInterval: ZONES_REFRESH_MS,
  });
  useProblemToast(zone.error);
  return zone;
}
