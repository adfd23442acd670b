import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { m } from '#messages';
import { toErrorMessage } from '../../../domain/problems.ts';
import { isLocalReservation } from '../../../domain/reservations/local-reservation.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { useOnceMutation } from '../../ui/use-once-mutation.ts';
import { CURRENT_RESERVATION_KEY } from '../current/use-current-reservation.ts';
import { addPendingEnd } from './pending-ends.ts';

/** Ends a stay as of now. This device keeps that until the server has it (`useSendPendingEnds`). */
export function useEndReservation(reservation: Reservation, onEnded: () => void) {
  const queryClient = useQueryClient();
  return useOnceMutation({
    mutationFn: async () => {
      // The server has no row of a local stay.
      if (!isLocalReservation(reservation)) addPendingEnd(reservation, new Date());
    },
    onSuccess: () => {
      if (isLocalReservation(reservation)) {
        toast.success(m.session_ended(), { description: m.session_ended_text() });
      }
      queryClient.removeQueries({ queryKey: CURRENT_RESERVATION_KEY });
      onEnded();
      return queryClient.invalidateQueries();
    },
    onError: (error) => toast.error(m.session_end_failed(), { description: toErrorMessage(error) }),
  });
}
