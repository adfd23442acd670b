import { toast } from 'sonner';
import { m } from '#messages';
import { Problem, toErrorMessage } from '../../../domain/problems.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { logWarning } from '../../ui/platform/log.ts';
import { useOnceMutation } from '../../ui/use-once-mutation.ts';
import { changeReservation, type ReservationChange } from './data.ts';
import { useChangeOutcome } from './use-change-outcome.ts';

type Change = {
  userId: string | null;
  onChanged: (reservation: Reservation) => void;
  /** Called when the new price is not the one that was shown. */
  onPriceChanged: () => Promise<void>;
};

/** Changes a reservation once and tells the outcome in a toast. After a failure it can be tried again. */
export function useChange(seen: Reservation, { userId, onChanged, onPriceChanged }: Change) {
  const { onSuccess, onError } = useChangeOutcome({ userId, seen, onChanged });
  return useOnceMutation({
    mutationFn: (change: ReservationChange) => changeReservation(seen, change),
    onSuccess: (reservation) => {
      toast.success(m.change_done());
      onSuccess(reservation);
    },
    onError: (error) => {
      toast.error(toErrorMessage(error));
      if (!(error instanceof Problem && error.key === 'price-changed')) return onError(error);
      return onPriceChanged().catch((loadError: unknown) => logWarning('The new price was not loaded', loadError));
    },
  });
}
