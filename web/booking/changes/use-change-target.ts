import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { loadReserveTarget, type ReserveTarget } from '../reserve/data.ts';
import { AVAILABILITY_KEY } from '../reserve/use-reserve-availability.ts';

const createChangeTargetKey = ({ parkingSpotId }: Reservation) => ['change-target', parkingSpotId];

const load = (spaceId: string) => loadReserveTarget(spaceId, { now: new Date(), hasChosenTime: true });

/** The reserved space with its zone. */
export function useChangeTarget(reservation: Reservation) {
  return useQuery({
    queryKey: createChangeTargetKey(reservation),
    queryFn: () => load(reservation.parkingSpotId),
    staleTime: 'static',
    gcTime: 0,
  });
}

/** Loads what the reserved space and the chosen one cost now, and returns the chosen one. */
export function useReloadTarget(reservation: Reservation) {
  const queryClient = useQueryClient();
  return async (chosenId: string): Promise<ReserveTarget['space']> => {
    const [reserved, chosen] = await Promise.all([load(reservation.parkingSpotId), load(chosenId)]);
    queryClient.setQueryData(createChangeTargetKey(reservation), reserved);
    // The other spaces to choose from may cost something else too.
    void queryClient.invalidateQueries({ queryKey: AVAILABILITY_KEY });
    return chosen.space;
  };
}
