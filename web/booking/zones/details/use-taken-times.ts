import { useQuery } from '@tanstack/react-query';
import { addHours } from 'date-fns';
import type { TakenTime } from '../../../../domain/zones/occupancy.ts';
import type { Space } from '../../../../domain/zones/zone.ts';
import { listTakenTimes } from '../../../data/occupancy.ts';
import { logWarning } from '../../../ui/platform/log.ts';
import { ZONES_REFRESH_MS } from '../zone-queries.ts';
import { SPACES_QUERY_KEY } from './use-spaces.ts';

const LOOK_AHEAD_HOURS = 24;

/** When the spaces of a zone are taken from now on; undefined until that is known, as it is only a hint. */
export function useTakenTimes(
  zoneId: string,
  spaces: readonly Space[],
  isWanted: boolean,
): Map<string, TakenTime[]> | undefined {
  const ids = spaces.map(({ id }) => id);
  const times = useQuery({
    queryKey: [...SPACES_QUERY_KEY, zoneId, 'taken', ids],
    queryFn: async () => {
      const from = new Date();
      try {
        return await listTakenTimes(ids, { from, to: addHours(from, LOOK_AHEAD_HOURS) });
      } catch (error) {
        logWarning('The next bookings are not known', error);
        throw error;
      }
    },
    enabled: isWanted && ids.length > 0,
    refetchInterval: ZONES_REFRESH_MS,
    structuralSharing: false,
  });
  return times.data;
}
