import { useQuery } from '@tanstack/react-query';
import type { Zone } from '../../../domain/zones/zone.ts';
import { useProblemToast } from '../../ui/use-problem-toast.ts';
import { findZone } from '../data.ts';
import { ZONES_QUERY_KEY, ZONES_REFRESH_MS } from '../zone-queries.ts';

/**
 * One zone, kept fresh; null when there is none of this id or nobody asked for one.
 * @param known the zones that a list has brought already, so that nobody waits for one of them
 */
export function useZone(id: string | null, known: readonly Zone[] = []) {
  const zone = useQuery({
    queryKey: [...ZONES_QUERY_KEY, 'one', id],
    queryFn: () => (id === null ? null : findZone(id)),
    enabled: id !== null,
    initialData: () => known.find((candidate) => candidate.id === id),
    refetchInterval: ZONES_REFRESH_MS,
  });
  useProblemToast(zone.error);
  return zone;
}
