import { useQuery } from '@tanstack/react-query';
import { type Control, useWatch } from 'react-hook-form';
import type { Period } from '../../../../domain/days/period.ts';
import { OPERATOR_LIMITS } from '../../../../domain/reservations/times.ts';
import { getHourlyRate, type Space } from '../../../../domain/zones/zone.ts';
import { bookingKeys } from '../../../booking/keys.ts';
import { findReservationTotal } from '../../../booking/reservation-price.tsx';
import { findBookablePeriod } from '../../../booking/reserve/reserve-values.ts';
import { listSpaces } from '../../../data/space.ts';
import { useProblemToast } from '../../../ui/feedback/use-problem-toast.ts';
import { useDebounced } from '../../../ui/platform/use-debounced.ts';
import { useNow } from '../../../ui/platform/use-now.ts';
import { useZoneChoices } from '../../zones/zone-choices.ts';
import type { CompleteForDriverValues, ForDriverValues } from './for-driver-values.ts';

type FormControl = Control<ForDriverValues, unknown, CompleteForDriverValues>;

/** The reservation that the form describes so far. While `isFrozen` nothing of it is loaded again. */
export function useReservationOnForm(control: FormControl, isFrozen: boolean) {
  const [date, time, hours, zoneId, spaceId] = useWatch({
    control,
    name: ['date', 'time', 'hours', 'zoneId', 'spaceId'],
  });
  const zones = useZoneChoices({ enabled: !isFrozen });
  const period = findBookablePeriod({ date, time, hours }, useNow(), OPERATOR_LIMITS);
  const { spaces, isSettled } = useZoneSpaces(zoneId, period, isFrozen);
  const zone = zones.data?.find(({ id }) => id === zoneId);
  // Those that are free come first.
  const space = spaceId === '' ? spaces[0] : spaces.find(({ id }) => id === spaceId);
  const target = zone && space ? { zone, space } : null;
  const hourlyRate = target && getHourlyRate(target.space, target.zone);
  return {
    zones: zones.data ?? [],
    /** The spaces of the chosen zone; those that are free at that time come first. */
    spaces,
    /** The time when it can be booked. */
    period,
    /** Null before a zone is chosen. */
    target,
    /** The status of the chosen space at that time; null until it is known. */
    status: isSettled ? (space?.status ?? null) : null,
    hourlyRate,
    total: hourlyRate === null ? null : findReservationTotal({ hourlyRate, hours }),
  };
}

const QUIET_MS = 400;
const REFRESH_MS = 30_000;
const NO_SPACES: readonly Space[] = [];

/** The spaces of a zone with the status that they have for a reservation of this time, those that are free first. */
function useZoneSpaces(zoneId: string, period: Period | null, isFrozen: boolean) {
  const time = period === null ? '' : `${period.startsAt.toISOString()} ${period.endsAt.toISOString()}`;
  const isQuiet = useDebounced(time, QUIET_MS) === time;
  const list = useQuery({
    queryKey: bookingKeys.availability('spaces', zoneId, time),
    queryFn: () => listSpaces(zoneId, period),
    enabled: zoneId !== '' && isQuiet && !isFrozen,
    placeholderData: (before, query) => (query?.queryKey[3] === zoneId ? before : undefined),
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
