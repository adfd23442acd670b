import { useQuery } from '@tanstack/react-query';
import type { Period } from '../../../../domain/zones/occupancy.ts';
import { listSpaces } from '../../../data/space.ts';
import { useProblemToast } from '../../../ui/use-problem-toast.ts';

export const SPACES_QUERY_KEY = ['spaces'] as const;

/** The spaces of a zone, with their status for the period, or now. */
export function useSpaces(zoneId: string, period: Period | null) {
  const spaces = useQuery({
    queryKey: [...SPACES_QUERY_KEY, zoneId, period],
    queryFn: () => listSpaces(zoneId, period),
  });
  useProblemToast(spaces.error);
  return spaces;
}
