import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { toast } from 'sonner';
import { Problem, toErrorMessage } from '../../../domain/problems.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { createReservation, type NewReservation } from './data.ts';
import { AVAILABILITY_KEY } from './use-reserve-availability.ts';

/** Books a space, once, and says how it went in a toast; after a failure it may be tried again. */
export function useReserve(onReserved: (reservation: Reservation) => void) {
  const queryClient = useQueryClient();
  const isUnderWayOrDone = useRef(false);
  const booking = useMutation({
    // Offline, the answer is an error at once; nothing is booked behind the person's back later.
    networkMode: 'always',
    mutationFn: (wish: NewReservation) => {
      if (!navigator.onLine) throw new Problem('offline');
      return createReservation(wish);
    },
    onSuccess: (reservation) => {
      toast.success('Reservation confirmed!');
      onReserved(reservation);
      // Free spaces, lists and the banner all look different now.
      return queryClient.invalidateQueries();
    },
    onError: (error) => {
      isUnderWayOrDone.current = false;
      toast.error(toErrorMessage(error));
      // The hint beside the form may still call the space free.
      void queryClient.invalidateQueries({ queryKey: AVAILABILITY_KEY });
    },
  });
  return {
    isBusy: booking.isPending || booking.isSuccess,
    problem: booking.error,
    reserve: (wish: NewReservation) => {
      // A second click can be quicker than the screen that disables the button.
      if (isUnderWayOrDone.current) return;
      isUnderWayOrDone.current = true;
      booking.mutate(wish);
    },
  };
}
