import { useQuery } from '@tanstack/react-query';
import type { Period } from '../../../domain/zones/occupancy.ts';
import { useProblemToast } from '../../ui/use-problem-toast.ts';
import { loadTimeline } from './data.ts';

const REFRESH_MS = 30_000;

/** The spaces of a zone with the stays of a day, kept up to date while somebody looks. */
export function useTimeline(zoneId: string | null, day: Period) {
  const timeline = useQuery({
    queryKey: ['zone-timeline', zoneId, day],
    queryFn: ({ signal }) => loadTimeline(zoneId ?? '', day, signal),
    enabled: zoneId !== null,
    refetchInterval: REFRESH_MS,
  });
  useProblemToast(timeline.error);
  return timeline;
}
