import { useQuery } from '@tanstack/react-query';
import { Navigation, UsersRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { toast } from 'sonner';
import { m } from '#messages';
import { canExtend, canSwapSpace } from '../../domain/reservations/extension.ts';
import { isLocalReservation } from '../../domain/reservations/local-reservation.ts';
import { formatPlace, type Reservation } from '../../domain/reservations/reservation.ts';
import { hasBegun, isLowOnTime } from '../../domain/reservations/times.ts';
import { useUser } from '../account/session/session-provider.tsx';
import { OpenBarrier } from '../booking/barrier/barrier-button.tsx';
import { CancelDialog } from '../booking/cancelling/cancel-dialog.tsx';
import { useCancelReservation } from '../booking/cancelling/cancel-reservation.ts';
import { ExtendButton } from '../booking/changes/extend-dialog.tsx';
import { SwapButton } from '../booking/changes/swap-dialog.tsx';
import { Countdown } from '../booking/current/countdown.tsx';
import { ParkingDetails, ParkingNotice } from '../booking/current/parking-notice.tsx';
import { useFollowReservation, useParkingSession, wasClosedHere } from '../booking/current/use-parking-session.ts';
import { EndParkingButton } from '../booking/ending/end-dialog.tsx';
import { EndingNote } from '../booking/ending/ending-note.tsx';
import { type PendingEnd, usePendingEnds } from '../booking/ending/pending-ends.ts';
import { bookingKeys } from '../booking/keys.ts';
import { MessageLink } from '../booking/lists/card-parts.tsx';
import { formatMoment } from '../booking/parking-time.ts';
import { findNextReservationStart } from '../booking/reservation-row.ts';
import { TicketButton } from '../booking/ticket/ticket-dialog.tsx';
import { showsSamples } from '../data/connection.ts';
import { createRatingState, reservationState, useNavigationState } from '../navigation-state.ts';
import { paths } from '../paths.ts';
import { OfflineNote } from '../ui/feedback/data-age.tsx';
import { Button } from '../ui/form/button.tsx';
import { ActionBar } from '../ui/layout/action-bar.tsx';
import { ScreenHeader } from '../ui/layout/screen-header.tsx';
import { SupportLinks } from '../ui/layout/support-links.tsx';
import { logWarning } from '../ui/platform/log.ts';
import { useNow } from '../ui/platform/use-now.ts';

/** Others seldom book it meanwhile, and the note is renewed whenever the page is shown again. */
const REFRESH_MS = 5 * 60_000;

/** A toast stays for drivers who look at the phone later. */
const TOAST_MS = 30_000;

/** The countdown of the current reservation, and the button that ends it or, before its start, cancels it. */
export function ParkingStatusScreen() {
  const handedOver = useNavigationState(reservationState)?.reservation ?? null;
  const { reservation, forget } = useParkingSession(useUser()?.id ?? null, handedOver);
  const ends = usePendingEnds();
  const navigate = useNavigate();
  const hasLeft = useRef(false);
  const leave = (path: string, state?: object) => {
    // The rating loads while the server has the end already, which leads to the map elsewhere.
    if (hasLeft.current) return;
    hasLeft.current = true;
    // Going back must not show a session that is over.
    forget();
    void navigate(path, { replace: true, state });
  };
  const shown = handedOver ?? reservation;
  const ending = ends.find(({ id }) => shown === null || shown.id === id);
  if (ending) return <EndingSession end={ending} />;
  if (reservation === null) return <Navigate to={paths.map} replace />;
  return <Session reservation={reservation} onLeave={leave} />;
}

/** A reservation that its driver ended and that the server does not have as ended yet. */
function EndingSession({ end }: { end: PendingEnd }) {
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

type SessionProps = {
  reservation: Reservation;
  onLeave: (path: string, state?: object) => void;
};

function Session({ reservation, onLeave }: SessionProps) {
  const navigate = useNavigate();
  useEffect(loadRating, []);
  const userId = useUser()?.id ?? null;
  const now = useNow();
  // The server has no row of a local reservation.
  const isStored = !isLocalReservation(reservation);
  const canSwap = isStored && canSwapSpace(reservation, now);
  const isParked = isStored && !showsSamples() && hasBegun(reservation, now);
  const show = (changed: Reservation) =>
    navigate(paths.parkingStatus, { replace: true, state: { reservation: changed } });
  const place = isParked ? 'foot' : isLowOnTime(reservation, now) ? 'notice' : 'list';
  const extend =
    isStored && canExtend(reservation, now) ? (
      <ExtendButton
        variant={isParked ? 'primary' : 'secondary'}
        className="px-2!"
        reservation={reservation}
        userId={userId}
        onExtended={show}
      />
    ) : null;
  const extendAt = (wanted: typeof place) => (place === wanted ? extend : null);
  useFollowReservation(reservation, {
    userId,
    onChanged: show,
    onClosed: (closed) => {
      if (!wasClosedHere(reservation)) toastClosedReservation(closed);
      onLeave(paths.map);
    },
  });
  return (
    <div className="mx-auto flex w-full max-w-lg flex-1 flex-col px-4">
      <ScreenHeader title={m.parking_status_title()} />
      <div className="flex flex-col gap-4 pb-6">
        {isStored ? <OfflineNote>{m.parking_status_offline()}</OfflineNote> : null}
        <ParkingNotice reservation={reservation} action={extendAt('notice')} />
        <Countdown reservation={reservation} />
        <NextReservation reservation={reservation} />
        <OpenBarrier reservation={reservation} />
        {isParked ? <TicketButton reservation={reservation} /> : null}
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-2 empty:hidden">
          {extendAt('list')}
          {canSwap ? (
            <SwapButton
              className="px-2!"
              reservation={reservation}
              userId={userId}
              onSwapped={show}
              onDirections={(swapped) => navigate(paths.directions, { state: { reservation: swapped } })}
            />
          ) : null}
        </div>
        <ParkingDetails reservation={reservation} />
        {isParked ? null : <TicketButton reservation={reservation} />}
        <MessageLink reservation={reservation} />
        <SupportLinks />
      </div>
      <ActionBar>
        {isParked ? (
          extendAt('foot')
        ) : (
          <Button variant="secondary" onClick={() => navigate(paths.directions, { state: { reservation } })}>
            <Navigation aria-hidden="true" className="size-5" />
            {m.parking_status_navigate()}
          </Button>
        )}
        {hasBegun(reservation, now) ? (
          <EndParkingButton
            variant={isParked && extend !== null ? 'secondary' : 'primary'}
            reservation={reservation}
            onEnded={() => onLeave(paths.parkingRating, createRatingState(reservation))}
          />
        ) : (
          <CancelButton reservation={reservation} onCancelled={() => onLeave(paths.map)} />
        )}
      </ActionBar>
    </div>
  );
}

function CancelButton({ reservation, onCancelled }: { reservation: Reservation; onCancelled: () => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const cancellation = useCancelReservation(useUser()?.id ?? null, onCancelled);
  return (
    <>
      <Button variant="danger" onClick={() => setIsOpen(true)}>
        {m.reservation_cancel()}
      </Button>
      <CancelDialog
        reservation={reservation}
        open={isOpen}
        cancellation={cancellation}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}

/** Tells a driver that the operator or another device closed the reservation on the screen. */
function toastClosedReservation(reservation: Reservation): void {
  const id = `closed-${reservation.id}`;
  toast.info(m.session_closed_before(), { id, description: describe(reservation), duration: TOAST_MS });
}

function describe({ status, endedAt, ...reservation }: Reservation): string {
  const place = formatPlace(reservation);
  if (status === 'cancelled') return m.parking_status_cancelled({ place });
  if (status === 'expired') return m.parking_status_expired({ place });
  if (!endedAt) return m.parking_status_ended({ place });
  return m.parking_status_ended_at({ place, time: formatMoment(endedAt, new Date()) });
}

/** Says from when another driver has the space of this reservation; nothing when nobody does within a day. */
function NextReservation({ reservation }: { reservation: Reservation }) {
  const now = useNow();
  const next = useQuery({
    queryKey: bookingKeys.nextReservation(reservation.id),
    queryFn: () => findNextReservationStart(reservation.id),
    enabled: !isLocalReservation(reservation),
    refetchInterval: REFRESH_MS,
    // The driver can do without it.
    retry: false,
  });
  if (!next.data) return null;
  return (
    <p role="status" className="flex items-center gap-3 rounded-card bg-brand-wash p-4 font-semibold text-brand-ink">
      <UsersRound aria-hidden="true" className="size-6 shrink-0" />
      <span className="min-w-0 text-balance">{m.next_reservation_begins({ time: formatMoment(next.data, now) })}</span>
    </p>
  );
}
