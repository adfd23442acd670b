import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { m } from '#messages';
import { Problem, type ProblemKey, toErrorMessage } from '../../../domain/problems.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { toPeriod } from '../../../domain/reservations/stay.ts';
import { useOnceMutation } from '../../ui/use-once-mutation.ts';
import { AVAILABILITY_KEY, createAvailabilityKey } from './availability/use-reserve-availability.ts';
import { createReservation, type NewReservation } from './data.ts';

type ReserveOutcomes = {
  onReserved: (reservation: Reservation) => void;
  /** Somebody else was faster. */
  onSpaceTaken?: (booking: NewReservation) => void;
};

/** The form has what has changed meanwhile: the vehicles or the operator's settings. */
const OUTDATED = new Set<ProblemKey>(['vehicle-not-found', 'stay-over-limit', 'under-maintenance']);

/** Books a space once and tells the outcome in a toast. After a failure it can be tried again. */
export function useReserve({ onReserved, onSpaceTaken }: ReserveOutcomes) {
  const queryClient = useQueryClient();
  return useOnceMutation({
    mutationFn: (booking: NewReservation) => {
      if (!navigator.onLine) throw new Problem('offline');
      return createReservation(booking).catch((error: unknown) => {
        throw error instanceof Problem ? error : new Problem('reservation-not-created', { cause: error });
      });
    },
    onSuccess: (reservation) => {
      toast.success(m.reserve_confirmed());
      onReserved(reservation);
      // A booking changes free spaces, lists and the banner.
      return queryClient.invalidateQueries();
    },
    onError: (error, booking) => {
      const { spaceId, startTime, hours } = booking;
      toast.error(toErrorMessage(error));
      // The form may still call the space free.
      if (error instanceof Problem && error.key === 'space-taken') {
        const period = toPeriod({ startTime: startTime.toISOString(), durationHours: hours });
        queryClient.setQueryData(createAvailabilityKey(spaceId, period), false);
        onSpaceTaken?.(booking);
      } else if (error instanceof Problem && OUTDATED.has(error.key)) {
        void queryClient.invalidateQueries();
      } else {
        void queryClient.invalidateQueries({ queryKey: AVAILABILITY_KEY });
      }
    },
  });
}
