import { useQuery } from '@tanstack/react-query';
import type { Period } from '../../../domain/zones/occupancy.ts';
import { logWarning } from '../../ui/platform/log.ts';
import { findReservationOffers, type ReservationOffers, type ReserveTarget } from './data.ts';
import { AVAILABILITY_KEY } from './use-reserve-availability.ts';

/** What the driver can do instead of a reservation on a space that is taken; undefined until that is known. */
export function useReservationOffers(target: ReserveTarget, period: Period): ReservationOffers | undefined {
  const { data } = useQuery({
    queryKey: [...AVAILABILITY_KEY, 'offers', target.space.id, period],
    queryFn: async () => {
      try {
        return await findReservationOffers(target, period);
      } catch (error) {
        // The driver can still choose another time.
        logWarning('Other spaces and times are not known', error);
        throw error;
      }
    },
  });
  return data;
}
