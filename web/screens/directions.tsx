import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { toast } from 'sonner';
import { m } from '#messages';
import { getInstallation } from '../../domain/installation.ts';
import { formatPlace, isClosed, isLocalReservation, type Reservation } from '../../domain/reservations/reservation.ts';
import { canSwapSpace } from '../../domain/reservations/times.ts';
import { useUser } from '../account/session/session-provider.tsx';
import { useSwapDialog } from '../booking/changes/swap-dialog.tsx';
import { findReservationToDriveTo } from '../booking/current/saved-reservation.ts';
import { isAtSpace } from '../booking/current/use-has-arrived.ts';
import { ArrivalDialog } from '../booking/directions/arrival-dialog.tsx';
import { OtherApps, TripMap, TripProblem, TripSummary } from '../booking/directions/trip-summary.tsx';
import { NextTurn, TurnList } from '../booking/directions/turn-list.tsx';
import { findRouteProgress, useArrival, useOffRoute, useTrip } from '../booking/directions/use-trip.ts';
import { BookedReservation } from '../booking/reservation-parts.tsx';
import { reservationState, useNavigationState } from '../navigation-state.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/form/button.tsx';
import { ActionBar } from '../ui/layout/action-bar.tsx';
import { ScreenHeader } from '../ui/layout/screen-header.tsx';
import { getNow } from '../ui/platform/clock.ts';
import { useFollowedPosition } from '../ui/platform/geolocation.ts';
import { useNow } from '../ui/platform/use-now.ts';
import { useOnce } from '../ui/platform/use-once.ts';

/** The directions to a reservation; without one it leads back to the map. */
export function DirectionsScreen() {
  const navigate = useNavigate();
  const handedOver = useNavigationState(reservationState)?.reservation ?? null;
  const userId = useUser()?.id ?? null;
  const [saved] = useState(() => findReservationToDriveTo(userId, getNow()));
  const reservation = handedOver ?? saved;
  const [search] = useSearchParams();
  useOnce(reservation === null, () => {
    toast.error(m.problem_reservation_data_missing());
    navigate(paths.map, { replace: true });
  });
  if (reservation === null) return null;
  return <Directions reservation={reservation} to={search.get('to')} />;
}

function Directions({ reservation, to }: { reservation: Reservation; to: string | null }) {
  const navigate = useNavigate();
  const userId = useUser()?.id ?? null;
  const now = useNow();
  const [isDriving, setIsDriving] = useState(false);
  const [hasArrived, setHasArrived] = useState(false);
  const arrivesByTime = getInstallation().simulatesDriving;
  const trip = useTrip(reservation, to);
  const followed = useFollowedPosition(isDriving);
  const position = followed.status === 'known' ? followed.position : null;
  const route = trip.route.value;
  const progress = route !== null && position !== null ? findRouteProgress(route, position) : null;
  useOffRoute(progress?.offRouteKm ?? null, () => {
    if (position !== null) void trip.reroute(position);
  });
  const destination = trip.destination.position;
  useArrival(isDriving, {
    isNear: !arrivesByTime && position !== null && destination !== null && isAtSpace(position, destination),
    // Without a position nobody can tell where the car is.
    isTimed: arrivesByTime || followed.status === 'unavailable' || destination === null,
    onArrived: () => setHasArrived(true),
  });
  const drive = (next: boolean) => {
    setIsDriving(next);
    setHasArrived(false);
    // Scrolls back to the map.
    window.scrollTo({ top: 0 });
  };
  const canSwap = !isClosed(reservation) && !isLocalReservation(reservation) && canSwapSpace(reservation, now);
  const show = (swapped: Reservation) => {
    drive(false);
    void navigate(paths.directions, { replace: true, state: { reservation: swapped } });
  };
  const swap = useSwapDialog({ reservation, userId, onSwapped: show, onDirections: show });
  const park = () => navigate(paths.parkingStatus, { state: { reservation } });
  const parkText = arrivesByTime ? m.action_park_now() : m.directions_to_status();
  // At the wheel there are two buttons: arrived, and back to the route.
  const hasFewButtons = isDriving && !arrivesByTime;
  const turn = route && progress?.next ? <NextTurn next={progress.next} route={route} left={progress.left} /> : null;

  return (
    <div data-way-back={hasFewButtons || undefined} className="mx-auto flex w-full max-w-lg flex-1 flex-col px-4">
      <ScreenHeader
        title={m.directions_title()}
        {...(hasFewButtons ? {} : { back: { to: paths.reservations, label: m.directions_back_to_reservations() } })}
      />
      <div className="flex flex-col gap-4 pb-6">
        {isDriving ? null : <BookedReservation reservation={reservation} />}
        <div
          className={`relative isolate overflow-hidden rounded-card border border-line ${isDriving ? 'h-[60dvh]' : 'h-[36dvh]'} min-h-56`}
        >
          <TripMap trip={trip} name={formatPlace(reservation)} followed={position} hasTurn={turn !== null} />
          {turn}
        </div>
        <TripProblem trip={trip} />
        <TripSummary trip={trip} left={turn === null ? (progress?.left ?? 1) : null} reservation={reservation} />
        <OtherApps end={trip.destination} />
        {route ? <TurnList steps={route.steps} /> : null}
      </div>
      <ActionBar>
        {hasArrived ? <Button onClick={park}>{parkText}</Button> : null}
        {hasFewButtons && !hasArrived ? (
          <Button onClick={() => setHasArrived(true)}>{m.directions_i_am_here()}</Button>
        ) : null}
        {isDriving ? (
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-2">
            <Button variant="secondary" className="px-2! text-sm!" onClick={() => drive(false)}>
              {hasFewButtons ? m.directions_exit() : m.directions_back_to_directions()}
            </Button>
            {hasFewButtons ? null : (
              <Button variant="secondary" className="px-2! text-sm!" onClick={() => navigate(paths.map)}>
                {m.directions_back_to_map()}
              </Button>
            )}
          </div>
        ) : (
          <Button onClick={() => drive(true)}>{m.directions_start_driving()}</Button>
        )}
      </ActionBar>
      {hasArrived ? (
        <ArrivalDialog
          reservation={reservation}
          parkText={parkText}
          onPark={park}
          onSpaceTaken={canSwap ? swap.open : null}
        />
      ) : null}
      {swap.dialog}
    </div>
  );
}
