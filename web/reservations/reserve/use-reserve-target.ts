import { useQuery } from '@tanstack/react-query';
import { readChosenArrival } from '../arrival/chosen-arrival.ts';
import { loadReserveTarget, type ReserveTarget } from './data.ts';

/**
 * The space to reserve with its zone: at first those from the previous screen, which has just checked the space, then those
 * in the database.
 */
export function useReserveTarget(spaceId: string, handedOver: (ReserveTarget & { values?: unknown }) | null) {
  const known = handedOver?.space.id === spaceId ? { ...handedOver, isAvailable: true } : undefined;
  const target = useQuery({
    queryKey: ['reserve-target', spaceId],
    queryFn: () => {
      const now = new Date();
      const hasChosenTime = known?.values !== undefined || readChosenArrival(now) !== null;
      return loadReserveTarget(spaceId, { now, hasChosenTime });
    },
    // Each opening of the screen checks once: after the booking the space is taken, by this driver.
    staleTime: 'static',
    gcTime: 0,
  });
  return { ...target, data: target.data ?? known };
}
