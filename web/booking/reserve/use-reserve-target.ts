import { useQuery } from '@tanstack/react-query';
import { readChosenArrival } from '../arrival/chosen-arrival.ts';
import { loadReserveTarget, type ReserveTarget } from './data.ts';

export const createReserveTargetKey = (spaceId: string) => ['reserve-target', spaceId];

/**
 * The space to reserve with its zone: at first those from the previous screen, which has just checked the space, then those
 * in the database.
 * @param hasValues whether a time was filled in before, so that it does not matter whether the space is free now
 */
export function useReserveTarget(spaceId: string, handedOver: ReserveTarget | null, hasValues: boolean) {
  const known =
    handedOver?.space.id === spaceId ? { ...handedOver, isAvailable: true, isOutOfService: false } : undefined;
  const target = useQuery({
    queryKey: createReserveTargetKey(spaceId),
    queryFn: () => {
      const now = new Date();
      const hasChosenTime = hasValues || readChosenArrival(now) !== null;
      return loadReserveTarget(spaceId, { now, hasChosenTime });
    },
    // Each opening of the screen checks once: after the booking the space is taken, by this driver.
    staleTime: 'static',
    gcTime: 0,
  });
  return { ...target, data: target.data ?? known };
}
