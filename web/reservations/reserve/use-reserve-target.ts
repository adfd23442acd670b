import { useQuery } from '@tanstack/react-query';
import { loadReserveTarget, type ReserveTarget } from './data.ts';

/**
 * The space to reserve with its zone: at first those from the previous screen, which has just checked the space, then those
 * in the database.
 */
export function useReserveTarget(spaceId: string, handedOver: ReserveTarget | null) {
  const target = useQuery({
    queryKey: ['reserve-target', spaceId],
    queryFn: () => loadReserveTarget(spaceId, new Date()),
    // Each opening of the screen checks once: after the booking the space is taken, by this driver.
    staleTime: 'static',
    gcTime: 0,
  });
  const known = handedOver?.space.id === spaceId ? { ...handedOver, isAvailable: true } : undefined;
  return { ...target, data: target.data ?? known };
}
