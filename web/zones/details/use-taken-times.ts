import { useQuery } from '@tanstack/react-query';
import type { TakenTime } from '../../../domain/zones/occupancy.ts';
import type { Space } from '../../../domain/zones/zone.ts';
import { logWarning } from '../../platform/log.ts';
import { listTakenTimes } from '../data.ts';
import { ZONES_REFRESH_MS } from '../zone-queries.ts';
import { SPACES_QUERY_KEY } from './use-spaces.ts';

/** How far ahead a driver is told of bookings. */
export const LOOK_AHEAD_HOURS = 24;
const MS_PER_HOUR = 3_600_000;

/** When the spaces of a zone are taken from now on; undefined while that is not known, which only leaves a hint out. */
export function useTakenTimes(zoneId: string, spaces: readonly Space[]): Map<string, TakenTime[]> | undefined {
  const ids = spaces.map(({ id }) => id);
  const times = useQuery({
    queryKey: [...SPACES_QUERY_KEY, zoneId, 'taken', ids],
    queryFn: async () => {
      const from = new Date();
      try {
        return await listTakenTimes(ids, { from, to: new Date(from.getTime() + LOOK_AHEAD_HOURS * MS_PER_HOUR) });
      } catch (error) {
        logWarning('The next bookings are not known', error);
        throw error;
      }
    },
    enabled: ids.length > 0,
    refetchInterval: ZONES_REFRESH_MS,
    structuralSharing: false,
  });
  return times.data;
}
