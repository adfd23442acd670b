import { useQueryClient } from '@tanstack/react-query';
import { Problem, type ProblemKey } from '../../../domain/problems.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { logWarning } from '../../ui/platform/log.ts';
import { reloadReservation } from '../current/data.ts';
import { getSavedSession } from '../current/saved-session.ts';
import { CURRENT_RESERVATION_KEY } from '../current/use-current-reservation.ts';

/** What the driver saw is not what is stored. */
const OUTDATED = new Set<ProblemKey>(['reservation-changed', 'no-such-reservation', 'extension-before-start']);

type ChangeOutcome = {
  userId: string | null;
  seen: Reservation;
  onChanged: (reservation: Reservation) => void;
};

/** What follows a change of a reservation everywhere: the saved session, the lists, the banner and the free spaces. */
export function useChangeOutcome({ userId, seen, onChanged }: ChangeOutcome) {
  const queryClient = useQueryClient();
  const show = (reservation: Reservation) => {
    const saved = getSavedSession(userId);
    if (saved.read()?.id === reservation.id) saved.write(reservation);
    queryClient.removeQueries({ queryKey: CURRENT_RESERVATION_KEY });
    onChanged(reservation);
    void queryClient.invalidateQueries();
  };
  return {
    onSuccess: show,
    onError: async (error: Error) => {
      if (!(error instanceof Problem && OUTDATED.has(error.key))) return;
      try {
        const current = await reloadReservation(seen);
        if (current?.status === 'active') show(current.reservation);
      } catch (reloadError) {
        // The next poll shows it.
        logWarning('The changed reservation was not loaded', reloadError);
      }
    },
  };
}
