import { useNavigate } from 'react-router';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { useUser } from '../../account/session/session-provider.tsx';
import { createRatingState } from '../../navigation-state.ts';
import { paths } from '../../paths.ts';
import { closeSession } from '../current/saved-session.ts';

/** Goes from a reservation that was ended on a screen to its rating. */
export function useRateEndedReservation() {
  const navigate = useNavigate();
  const userId = useUser()?.id ?? null;
  return (reservation: Reservation) => {
    closeSession(userId, reservation, new Date());
    void navigate(paths.parkingRating, { state: createRatingState(reservation) });
  };
}
