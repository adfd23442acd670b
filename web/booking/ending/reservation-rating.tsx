import { Star } from 'lucide-react';
import { useNavigate } from 'react-router';
import { m } from '#messages';
import { isRatable, isRatingChangeable } from '../../../domain/ratings/rating.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { useUser } from '../../account/session/session-provider.tsx';
import { createRatingState } from '../../navigation-state.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/form/button.tsx';
import { Stars } from '../../ui/form/stars.tsx';
import { getNow } from '../../ui/platform/clock.ts';
import { closeReservation } from '../current/saved-reservation.ts';

type ReservationRatingProps = {
  reservation: Reservation;
  onRate: () => void;
  'aria-describedby': string;
};

/** The driver's rating of a completed reservation, or the button that gives one; a part of a row that wraps. */
export function ReservationRating({ reservation, onRate, ...described }: ReservationRatingProps) {
  const { status, rating, zoneName } = reservation;
  const now = getNow();
  if (status !== 'completed') return null;
  if (rating) {
    return (
      <div className="flex basis-full flex-wrap items-center gap-x-2">
        <span className="text-muted">{m.reservation_rating_yours()}</span>
        <Stars value={rating.overall} />
        {isRatingChangeable(rating, now) ? (
          <Button variant="quiet" size="small" className="-mr-3 ml-auto" onClick={onRate} {...described}>
            {m.reservation_rating_change()}
          </Button>
        ) : null}
      </div>
    );
  }
  // Only zones have ratings.
  if (zoneName === null || !isRatable(reservation, now)) return null;
  return (
    <Button variant="secondary" className="flex-1" onClick={onRate} {...described}>
      <Star aria-hidden="true" className="size-4.5" />
      {m.reservation_rating_rate()}
    </Button>
  );
}

/** Goes from a reservation that was ended on a screen to its rating. */
export function useRateEndedReservation() {
  const navigate = useNavigate();
  const userId = useUser()?.id ?? null;
  return (reservation: Reservation) => {
    closeReservation(userId, reservation, getNow());
    void navigate(paths.parkingRating, { state: createRatingState(reservation) });
  };
}
