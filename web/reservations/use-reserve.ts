import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { messageOf, Problem } from '../../domain/problems.ts';
import type { Reservation } from '../../domain/reservation.ts';
import { createReservation, type ReservationWish } from './data.ts';

/** Books a space, and says how it went in a toast. */
export function useReserve(onReserved: (reservation: Reservation) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    // Offline, the answer is an error at once; nothing is booked behind the person's back later.
    networkMode: 'always',
    mutationFn: (wish: ReservationWish) => {
      if (!navigator.onLine) throw new Problem('offline');
      return createReservation(wish);
    },
    onSuccess: (reservation) => {
      toast.success('Reservation confirmed!');
      onReserved(reservation);
      // Free spaces, lists and the banner all look different now.
      return queryClient.invalidateQueries();
    },
    onError: (error) => toast.error(messageOf(error)),
  });
}
