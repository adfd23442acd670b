import { toast } from 'sonner';
import { m } from '#messages';
import { toErrorMessage } from '../../../domain/problems.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { useOnceMutation } from '../../ui/use-once-mutation.ts';
import { changeReservation, type ReservationChange } from './data.ts';
import { useChangeOutcome } from './use-change-outcome.ts';

type Change = { userId: string | null; onChanged: (reservation: Reservation) => void };

/** Changes a reservation once and tells the outcome in a toast. After a failure it can be tried again. */
export function useChange(seen: Reservation, { userId, onChanged }: Change) {
  const { onSuccess, onError } = useChangeOutcome({ userId, seen, onChanged });
  return useOnceMutation({
    mutationFn: (change: ReservationChange) => changeReservation(seen, change),
    onSuccess: (reservation) => {
      toast.success(m.change_done());
      onSuccess(reservation);
    },
    onError: (error) => {
      toast.error(toErrorMessage(error));
      return onError(error);
    },
  });
}
