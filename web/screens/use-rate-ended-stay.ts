import { useNavigate } from 'react-router';
import { isLocalReservation } from '../../domain/reservations/local-reservation.ts';
import { formatPlace, type Reservation } from '../../domain/reservations/reservation.ts';
import type { RatedStay } from '../navigation-state.ts';
import { paths } from '../paths.ts';
import { closeSession } from '../reservations/current/saved-session.ts';
import { useUser } from '../session/session-provider.tsx';

/** Goes from a stay that was ended on a screen to its rating. */
export function useRateEndedStay() {
  const navigate = useNavigate();
  const userId = useUser()?.id ?? null;
  return (reservation: Reservation) => {
    closeSession(userId, reservation, new Date());
    const stored = isLocalReservation(reservation) ? {} : { reservationId: reservation.id };
    const state: RatedStay = { parkingSpotName: formatPlace(reservation), ...stored };
    void navigate(paths.parkingRating, { state });
  };
}
