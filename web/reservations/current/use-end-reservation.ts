import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { m } from '#messages';
import { toErrorMessage } from '../../../domain/problems.ts';
import { isLocalReservation } from '../../../domain/reservations/local-reservation.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { useOnceMutation } from '../../ui/use-once-mutation.ts';
import { endReservation } from './data.ts';
import { CURRENT_RESERVATION_KEY } from './use-current-reservation.ts';

/** Ends a stay once and tells the outcome in a toast. After a failure it can be tried again. */
export function useEndReservation(reservation: Reservation, onEnded: () => void) {
  const queryClient = useQueryClient();
  return useOnceMutation({
    mutationFn: async () => {
      // The server has no row of a local stay.
      if (!isLocalReservation(reservation)) await endReservation(reservation.id);
    },
    onSuccess: () => {
      toast.success(m.session_ended(), { description: m.session_ended_text() });
      queryClient.removeQueries({ queryKey: CURRENT_RESERVATION_KEY });
      onEnded();
      return queryClient.invalidateQueries();
    },
    onError: (error) => toast.error(m.session_end_failed(), { description: toErrorMessage(error) }),
  });
}
