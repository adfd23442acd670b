import { useQuery } from '@tanstack/react-query';
import { useProblemToast } from '../ui/use-problem-toast.ts';
import { listZones } from './data.ts';

export const ZONES_QUERY_KEY = ['zones'] as const;

/** Free spaces come and go while somebody looks at the map. */
const REFRESH_MS = 30_000;

/** Every zone, kept fresh; a failure is told once, in a toast, beside the state that is returned. */
export function useZones() {
  const zones = useQuery({ queryKey: ZONES_QUERY_KEY, queryFn: listZones, refetchInterval: REFRESH_MS });
  useProblemToast(zones.error);
  return zones;
}
