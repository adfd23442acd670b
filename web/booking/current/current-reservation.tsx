import { Navigation } from 'lucide-react';
import { useNavigate } from 'react-router';
import { toast } from 'sonner';
import { m } from '#messages';
import { getInstallation } from '../../../domain/installation.ts';
import { formatPlace, isLocalReservation, type Reservation } from '../../../domain/reservations/reservation.ts';
import { canSwapSpace, hasBegun, isLowOnTime } from '../../../domain/reservations/times.ts';
import { useUser } from '../../account/session/session-provider.tsx';
import { createRatingState } from '../../navigation-state.ts';
import { paths } from '../../paths.ts';
import { OfflineNote } from '../../ui/feedback/data-age.tsx';
import { Button } from '../../ui/form/button.tsx';
import { ActionBar } from '../../ui/layout/action-bar.tsx';
import { ScreenHeader } from '../../ui/layout/screen-header.tsx';
import { SupportLinks } from '../../ui/layout/support-links.tsx';
import { useNow } from '../../ui/platform/use-now.ts';
import { CancelButton } from '../changes/cancel-dialog.tsx';
import { ExtendButton } from '../changes/extend-dialog.tsx';
import { SwapButton } from '../changes/swap-dialog.tsx';
import { EndParkingButton } from '../ending/end-dialog.tsx';
import { MessageLink } from '../lists/card-parts.tsx';
import { describeClosed } from '../parking-time.ts';
import { OpenBarrier } from './barrier-button.tsx';
import { Countdown } from './countdown.tsx';
import { NextReservation, ParkingDetails, ParkingNotice } from './parking-notice.tsx';
import { useFollowReservation, wasClosedHere } from './saved-reservation.ts';
import { TicketButton } from './ticket-dialog.tsx';

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
  const place = isParked ? 'foot' : isLowOnTime(reservation, now) ? 'notice' : 'list';
  const extend =
    isStored && hasBegun(reservation, now) ? (
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

/** Tells a driver that the operator or another device closed the reservation on the screen. */
function toastClosedReservation(reservation: Reservation): void {
  const { id, status, endedAt } = reservation;
  const description = m.reservation_closed({ place: formatPlace(reservation), ...describeClosed(status, endedAt) });
  toast.info(m.session_closed_before(), { id: `closed-${id}`, description, duration: TOAST_MS });
}
