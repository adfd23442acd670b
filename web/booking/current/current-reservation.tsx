import { Navigation } from 'lucide-react';
import { useNavigate } from 'react-router';
import { toast } from 'sonner';
import { m } from '#messages';
import { getInstallation } from '../../../domain/installation.ts';
import {
  formatPlace,
  formatSpaceName,
  isLocalReservation,
  type Reservation,
} from '../../../domain/reservations/reservation.ts';
import { canSwapSpace, hasBarrier, hasBegun, isLowOnTime } from '../../../domain/reservations/times.ts';
import { KeepHistory } from '../../account/credentials/change-email.tsx';
import { useUser } from '../../account/session/session-provider.tsx';
import { BuyerButton } from '../../money/fiscal/buyer-choice.tsx';
import { createRatingState } from '../../navigation-state.ts';
import { paths } from '../../paths.ts';
import { OfflineNote, useIsOnline } from '../../ui/feedback/data-age.tsx';
import { Button } from '../../ui/form/button.tsx';
import { ActionBar } from '../../ui/layout/action-bar.tsx';
import { SupportLinks } from '../../ui/layout/support-links.tsx';
import { useNow } from '../../ui/platform/use-now.ts';
import { CancelButton } from '../changes/cancel-dialog.tsx';
import { ExtendButton } from '../changes/extend-dialog.tsx';
import { SwapButton } from '../changes/swap-dialog.tsx';
import { EndParkingButton } from '../ending/end-dialog.tsx';
import { describeClosed } from '../parking-time.ts';
import { MessageLink } from '../reservation-parts.tsx';
import { OpenBarrier } from './barrier-button.tsx';
import { Countdown } from './countdown.tsx';
import { NextReservation, ParkingDetails, ParkingNotice } from './parking-notice.tsx';
import { useFollowReservation, wasClosedHere } from './saved-reservation.ts';
import { TicketButton } from './ticket-dialog.tsx';
import { useHasArrived } from './use-has-arrived.ts';

/** A toast stays for drivers who look at the phone later. */
const TOAST_MS = 30_000;

type CurrentReservationProps = {
  reservation: Reservation;
  onLeave: (path: string, state?: object) => void;
};

/** A reservation that is not over: how long it lasts, and what its driver can do. */
export function CurrentReservation({ reservation, onLeave }: CurrentReservationProps) {
  const navigate = useNavigate();
  const userId = useUser()?.id ?? null;
  const now = useNow();
  // The server has no row of a local reservation.
  const isStored = !isLocalReservation(reservation);
  const canSwap = isStored && canSwapSpace(reservation, now);
  const isParked = isStored && getInstallation().tracksParking && hasBegun(reservation, now);
  const show = (changed: Reservation) =>
    navigate(paths.parkingStatus, { replace: true, state: { reservation: changed } });
  const hasArrived = useHasArrived(reservation);
  const isOnline = useIsOnline();
  const place = isParked ? 'foot' : isLowOnTime(reservation, now) ? 'notice' : 'list';
  const extend =
    isStored && hasBegun(reservation, now) ? (
      <ExtendButton
        variant={isParked && hasArrived && isOnline ? 'primary' : 'secondary'}
        className="px-2!"
        reservation={reservation}
        userId={userId}
        onExtended={show}
      />
    ) : null;
  const extendAt = (wanted: typeof place) => (place === wanted ? extend : null);
  // The barrier is what its driver needs first.
  const isNavigateFirst = isParked && !hasArrived && !hasBarrier(reservation);
  const navigateButton = (
    <Button
      icon={Navigation}
      variant={isNavigateFirst ? 'primary' : 'secondary'}
      className="px-2!"
      onClick={() => navigate(paths.directions, { state: { reservation } })}
    >
      {m.parking_status_navigate()}
    </Button>
  );
  useFollowReservation(reservation, {
    userId,
    onChanged: show,
    onClosed: (closed) => {
      if (!wasClosedHere(reservation)) toastClosedReservation(closed);
      onLeave(paths.map);
    },
  });
  return (
    <div className="mx-auto flex w-full max-w-lg flex-1 flex-col px-4 flat:max-w-4xl">
      {/* Beside each other on a phone that lies on its side. */}
      <div className="flex flex-col gap-4 pb-6 flat:grid flat:grid-cols-2 flat:items-start">
        <div className="flex flex-col gap-4">
          <header className="pt-4">
            <h1 className="text-sm font-semibold text-muted">{m.parking_status_title()}</h1>
            <p className="text-3xl font-extrabold tracking-tight wrap-anywhere">{describePlace(reservation)}</p>
            {reservation.spaceHint ? <p className="wrap-anywhere">{reservation.spaceHint}</p> : null}
          </header>
          {isStored ? <OfflineNote>{m.parking_status_offline()}</OfflineNote> : null}
          <ParkingNotice reservation={reservation} action={extendAt('notice')} />
          <Countdown reservation={reservation} />
          <NextReservation reservation={reservation} />
        </div>
        <div className="flex flex-col gap-4 flat:pt-4">
          {isParked && !hasArrived ? navigateButton : null}
          <OpenBarrier reservation={reservation} />
          {isParked ? <TicketButton reservation={reservation} /> : null}
          <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-2 empty:hidden">
            {extendAt('list')}
            {isParked && hasArrived ? navigateButton : null}
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
        </div>
        <ParkingDetails reservation={reservation} />
        <div className="flex flex-col gap-4">
          {isParked ? null : <TicketButton reservation={reservation} />}
          {isStored && getInstallation().keepsBooks ? <BuyerButton reservationId={reservation.id} /> : null}
          <MessageLink reservation={reservation} />
          <KeepHistory />
          <SupportLinks />
        </div>
      </div>
      <ActionBar className="flat:flex-row flat:*:flex-1">
        {isParked ? extendAt('foot') : navigateButton}
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

/** Such as 'A-03 · Malecón', as drivers read it on a sign and on the map. */
function describePlace(reservation: Reservation): string {
  const space = formatSpaceName(reservation);
  return reservation.zoneName ? m.parking_status_place({ space, zone: reservation.zoneName }) : space;
}

/** Tells a driver that the operator or another device closed the reservation on the screen. */
function toastClosedReservation(reservation: Reservation): void {
  const { id, status, endedAt } = reservation;
  const description = m.reservation_closed({ place: formatPlace(reservation), ...describeClosed(status, endedAt) });
  toast.info(m.session_closed_before(), { id: `closed-${id}`, description, duration: TOAST_MS });
}
