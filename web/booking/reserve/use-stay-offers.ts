import { useQuery } from '@tanstack/react-query';
import type { Period } from '../../../domain/zones/occupancy.ts';
import { logWarning } from '../../ui/platform/log.ts';
import { findStayOffers, type ReserveTarget, type StayOffers } from './data.ts';
import { AVAILABILITY_KEY } from './use-reserve-availability.ts';

/** What the driver can do instead of a stay on a space that is taken; undefined until that is known. */
export function useStayOffers(target: ReserveTarget, period: Period): StayOffers | undefined {
  const { data } = useQuery({
    queryKey: [...AVAILABILITY_KEY, 'offers', target.space.id, period],
    queryFn: async () => {
      try {
        return await findStayOffers(target, period);
      } catch (error) {
        // The driver can still choose another time.
        logWarning('Other spaces and times are not known', error);
        throw error;
      }
    },
  });
  return data;
}
