import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { formatPlace, type Reservation } from '../../../domain/reservations/reservation.ts';
import { useUser } from '../../account/session/session-provider.tsx';
import { showsSamples } from '../../data/connection.ts';
import type { RatedReservation } from '../../navigation-state.ts';
import { paths } from '../../paths.ts';
import { HeldReservations } from '../paying/held-reservations.tsx';
import { useRateEndedReservation } from '../rating/use-rate-ended-reservation.ts';
import type { ListedReservation } from './listed-reservation.ts';
import { LIST_TABS, type ListTab } from './reservation-lists.tsx';

const TAB_PARAMETER = 'tab';

/** The props that both screens with reservations pass to their lists. */
export function useReservationLists() {
  const userId = useUser()?.id ?? null;
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [search, setSearch] = useSearchParams();
  const rate = (reservation: ListedReservation) => {
    const state: RatedReservation = {
      parkingSpotName: formatPlace(reservation),
      reservationId: reservation.id,
      isRated: Boolean(reservation.rating),
      returnTo: `${pathname}?${TAB_PARAMETER}=past`,
    };
    void navigate(paths.parkingRating, { state });
  };
  return {
    userId,
    tab: LIST_TABS.find((tab) => tab === search.get(TAB_PARAMETER)) ?? 'upcoming',
    onTabChange: (tab: ListTab) => setSearch(tab === 'upcoming' ? {} : { [TAB_PARAMETER]: tab }, { replace: true }),
    onEnded: useRateEndedReservation(),
    ...(showsSamples() || userId === null ? {} : { onRate: rate, top: <HeldReservations userId={userId} /> }),
    onChange: (reservation: Reservation) =>
      void navigate(paths.changeReservation, { state: { reservation, returnTo: pathname } }),
    onDirections: (reservation: Reservation) => {
      const { address } = reservation;
      const to = address === '' ? '' : `?${new URLSearchParams({ to: address })}`;
      void navigate({ pathname: paths.directions, search: to }, { state: { reservation } });
    },
  };
}
