import { useEffect, useRef } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { m } from '#messages';
import { useUser } from '../account/session/session-provider.tsx';
import { CurrentReservation } from '../booking/current/current-reservation.tsx';
import { ParkingDetails } from '../booking/current/parking-notice.tsx';
import { useSavedReservation } from '../booking/current/saved-reservation.ts';
import { EndingNote, type PendingEnd, usePendingEnds } from '../booking/ending/pending-ends.tsx';
import { reservationState, useNavigationState } from '../navigation-state.ts';
import { paths } from '../paths.ts';
import { ScreenHeader } from '../ui/layout/screen-header.tsx';
import { SupportLinks } from '../ui/layout/support-links.tsx';
import { logWarning } from '../ui/platform/log.ts';

/** The countdown of the current reservation, and the button that ends it or, before its start, cancels it. */
export function ParkingStatusScreen() {
  const handedOver = useNavigationState(reservationState)?.reservation ?? null;
  const { reservation, forget } = useSavedReservation(useUser()?.id ?? null, handedOver);
  useEffect(() => {
    if (reservation !== null) loadRating();
  }, [reservation]);
  const ends = usePendingEnds();
  const navigate = useNavigate();
  const hasLeft = useRef(false);
  const leave = (path: string, state?: object) => {
    // Without this the screen would lead to the map as soon as the server has the end, before the rating has loaded.
    if (hasLeft.current) return;
    hasLeft.current = true;
    // Going back must not show a reservation that is over.
    forget();
    void navigate(path, { replace: true, state });
  };
  const shown = handedOver ?? reservation;
  const ending = ends.find(({ id }) => shown === null || shown.id === id);
  if (ending) return <EndingReservation end={ending} />;
  if (reservation === null) return <Navigate to={paths.map} replace />;
  return <CurrentReservation reservation={reservation} onLeave={leave} />;
}

/** A reservation that its driver ended and that the server does not have as ended yet. */
function EndingReservation({ end }: { end: PendingEnd }) {
  return (
    <div className="mx-auto flex w-full max-w-lg flex-1 flex-col px-4">
      <ScreenHeader title={m.parking_status_title()} />
      <div className="flex flex-col gap-4 pb-6">
        <EndingNote end={end} />
        {end.reservation === null ? null : <ParkingDetails reservation={end.reservation} />}
        <SupportLinks />
      </div>
    </div>
  );
}

/** The rating follows the end of a reservation, also where the connection is lost meanwhile. */
function loadRating(): void {
  import('./parking-rating.tsx').catch((error: unknown) => logWarning('The rating is not loaded yet', error));
}
