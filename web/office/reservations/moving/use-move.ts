import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { m } from '#messages';
import { Problem, type ProblemKey, toErrorMessage } from '../../../../domain/problems.ts';
import { useOnlineMutation } from '../../../ui/use-online-mutation.ts';
import { type MovableReservation, moveReservation, type Place } from './data.ts';

/** What the administrator saw is not what is stored, so there is nothing to try again. */
const OUTDATED = new Set<ProblemKey>(['reservation-changed', 'move-after-start', 'no-such-reservation']);

/** Moves a reservation and tells the outcome; `onSettled` once there is nothing more to do with it. */
export function useMove(reservation: MovableReservation, onSettled: (moved: boolean) => void) {
  const queryClient = useQueryClient();
  return useOnlineMutation({
    mutationFn: (place: Place) => moveReservation(reservation, place),
    onSuccess: () => {
      toast.success(m.move_done());
      onSettled(true);
    },
    onError: (error) => {
      if (!(error instanceof Problem && OUTDATED.has(error.key))) return;
      toast.error(toErrorMessage(error));
      onSettled(false);
    },
    // All queries, also after a failure: somebody else may have been faster.
    onSettled: () => queryClient.invalidateQueries(),
  });
}
