import { useQuery } from '@tanstack/react-query';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { loadReserveTarget } from '../reserve/data.ts';

/** The reserved space with its zone. */
export function useChangeTarget({ parkingSpotId }: Reservation) {
  return useQuery({
    queryKey: ['change-target', parkingSpotId],
    queryFn: () => loadReserveTarget(parkingSpotId, { now: new Date(), hasChosenTime: true }),
    staleTime: 'static',
    gcTime: 0,
  });
}
