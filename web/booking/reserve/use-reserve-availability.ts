import { useQuery } from '@tanstack/react-query';
import { type Control, useWatch } from 'react-hook-form';
import type { Period } from '../../../domain/zones/occupancy.ts';
import { isSpaceFree } from '../../data/occupancy.ts';
import { useDebounced } from '../../ui/platform/use-debounced.ts';
import { useNow } from '../../ui/platform/use-now.ts';
import type { NewReservation } from './data.ts';
import { type CompleteReserveValues, findBookableReservation, type ReserveValues } from './reserve-values.ts';

/** How long the form has to stay unchanged before the request. */
const QUIET_MS = 400;
/** A taken space may become free while the driver thinks about it. */
const TAKEN_REFRESH_MS = 30_000;

export const AVAILABILITY_KEY = ['availability'];

export const createAvailabilityKey = (spaceId: string, period: Period | null) => [
  ...AVAILABILITY_KEY,
  spaceId,
  period?.from.toISOString(),
  period?.to.toISOString(),
];

type FormControl = Control<ReserveValues, unknown, CompleteReserveValues>;

/**
 * The time in the form when it can be booked, and whether the space is free then. That is undefined until it is known, also when
 * the request failed: confirming checks again and shows the error.
 * @param uncertain the last booking, when it failed so that it may have been made all the same; then the driver may hold the
 *   space, and has to be able to try again
 * @param own the time at which the driver has this space already, of a reservation that is changed
 */
export function useReserveAvailability(
  control: FormControl,
  spaceId: string,
  uncertain: NewReservation | null,
  own: Period | null = null,
): { period: Period | null; isFree: boolean | undefined } {
  const [date, time, hours] = useWatch({ control, name: ['date', 'time', 'hours'] });
  const { startTime, endTime } = findBookableReservation({ date, time, hours }, useNow());
  const period = startTime === null ? null : { from: startTime, to: endTime };
  const isUncertain = uncertain?.hours === hours && uncertain?.startTime.getTime() === startTime?.getTime();
  const isFree = useIsFree(spaceId, period, own);
  return { period, isFree: isUncertain ? undefined : isFree };
}

function useIsFree(spaceId: string, period: Period | null, own: Period | null): boolean | undefined {
  const latest = period === null ? null : `${period.from.toISOString()} ${period.to.toISOString()}`;
  const isSettled = useDebounced(latest, QUIET_MS) === latest;
  const { data } = useQuery({
    queryKey: createAvailabilityKey(spaceId, period),
    queryFn: () => period !== null && isSpaceFree(spaceId, period, 'availability-not-checked', own),
    enabled: period !== null && isSettled,
    refetchInterval: ({ state }) => state.data === false && TAKEN_REFRESH_MS,
  });
  return isSettled ? data : undefined;
}
