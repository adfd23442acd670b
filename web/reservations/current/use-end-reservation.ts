import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { toast } from 'sonner';
import { toErrorMessage } from '../../../domain/problems.ts';
import { isLocalReservation } from '../../../domain/reservations/local-reservation.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { endReservation } from '../reserve/data.ts';
import { CURRENT_RESERVATION_KEY } from './use-current-reservation.ts';

/** Ends a stay, once however fast the clicks come, and says how it went in a toast; after a failure it may be tried again. */
export function useEndReservation(reservation: Reservation, onEnded: () => void) {
  const queryClient = useQueryClient();
  const isUnderWayOrDone = useRef(false);
  const ending = useMutation({
    // Offline, the answer is an error at once; nothing is ended behind the person's back later.
    networkMode: 'always',
    // Of a local stay the server has no row to complete.
    mutationFn: async () => {
      if (!isLocalReservation(reservation)) await endReservation(reservation.id);
    },
    onSuccess: () => {
      toast.success('Session Ended', { description: 'Your parking session has been successfully ended.' });
      queryClient.removeQueries({ queryKey: CURRENT_RESERVATION_KEY });
      onEnded();
      return queryClient.invalidateQueries();
    },
    onError: (error) => {
      isUnderWayOrDone.current = false;
      toast.error('Error', { description: toErrorMessage(error) });
    },
  });
  return {
    isBusy: ending.isPending || ending.isSuccess,
    problem: ending.error,
    end: () => {
      // A second click can be quicker than the screen that disables the button.
      if (isUnderWayOrDone.current) return;
      isUnderWayOrDone.current = true;
      ending.mutate();
    },
  };
}
