import { useQuery } from '@tanstack/react-query';
import type { Period } from '../../../../domain/zones/occupancy.ts';
import type { Space } from '../../../../domain/zones/zone.ts';
import { AVAILABILITY_KEY } from '../../../booking/reserve/availability/use-reserve-availability.ts';
import { listSpaces } from '../../../data/space.ts';
import { useDebounced } from '../../../ui/platform/use-debounced.ts';
import { useProblemToast } from '../../../ui/use-problem-toast.ts';

/** How long the time has to stay unchanged before the request. */
const QUIET_MS = 400;
const REFRESH_MS = 30_000;
const NO_SPACES: readonly Space[] = [];

type ZoneSpaces = { spaces: readonly Space[]; isSettled: boolean };

/** The spaces of a zone with the status that they have for a stay of this time, those that are free first. */
export function useZoneSpaces(zoneId: string, period: Period | null, isFrozen: boolean): ZoneSpaces {
  const time = period === null ? '' : `${period.from.toISOString()} ${period.to.toISOString()}`;
  const isQuiet = useDebounced(time, QUIET_MS) === time;
  const list = useQuery({
    queryKey: [...AVAILABILITY_KEY, 'spaces', zoneId, time],
    queryFn: () => listSpaces(zoneId, period),
    enabled: zoneId !== '' && isQuiet && !isFrozen,
    placeholderData: (before, query) => (query?.queryKey[2] === zoneId ? before : undefined),
    refetchInterval: REFRESH_MS,
  });
  useProblemToast(list.error);
  const spaces = list.data?.rows ?? NO_SPACES;
  const isFree = ({ status }: Space) => status === 'available';
  return {
    spaces: [...spaces.filter(isFree), ...spaces.filter((space) => !isFree(space))],
    isSettled: period !== null && isQuiet && list.isSuccess && !list.isPlaceholderData,
  };
}
