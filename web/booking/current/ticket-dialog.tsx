import { useQuery } from '@tanstack/react-query';
import { QrCode as QrIcon } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { m } from '#messages';
import { isProblem } from '../../../domain/problems.ts';
import { formatSpaceName, isLocalReservation, type Reservation } from '../../../domain/reservations/reservation.ts';
import { DialogActions } from '../../ui/feedback/dialog-actions.tsx';
import { DialogButton } from '../../ui/feedback/dialog-button.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Modal } from '../../ui/feedback/modal.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Button, type ButtonProps } from '../../ui/form/button.tsx';
import { QrCode } from '../../ui/layout/qr-code.tsx';
import { SummaryRow } from '../../ui/layout/summary-row.tsx';
import { getNow } from '../../ui/platform/clock.ts';
import { bookingKeys } from '../keys.ts';
import { formatStartAndEnd } from '../parking-time.ts';
import { ReservationPicture } from '../reservation-parts.tsx';
import { findSavedAddress, requestTicket, saveTicket } from './saved-tickets.ts';

/** Whole below the title of the dialog on every screen; beside the rest where there is room. */
const CODE_CLASS =
  'w-[min(20rem,100%,calc(90dvh-6rem))] shrink-0 self-center sm:sticky sm:top-0 sm:self-start' as const;

/** The ticket of a reservation, for an attendant to scan. It opens without a connection once the device has kept it. */
function TicketDialog({ reservation, onClose }: { reservation: Reservation; onClose: () => void }) {
  const ticket = useTicket(reservation);
  const { vehicle, zoneName } = reservation;
  return (
    <Modal open onClose={onClose} title={m.ticket_title()} size="medium">
      <div className="flex flex-col gap-3 sm:flex-row sm:gap-6">
        {ticket.data ? (
          <QrCode
            text={ticket.data.address}
            label={m.ticket_code_label()}
            className={`${CODE_CLASS} rounded-control`}
          />
        ) : null}
        {ticket.isPending ? <Skeleton className={`${CODE_CLASS} aspect-square`} /> : null}
        <div className="flex min-w-0 flex-1 flex-col gap-3">
          <p className="text-muted">{m.ticket_dialog_text()}</p>
          {ticket.data?.isOutdated ? <p role="status">{m.ticket_outdated()}</p> : null}
          {ticket.isError ? <ErrorNote error={ticket.error} /> : null}
          <p className="flex flex-wrap justify-between gap-x-4 text-2xl font-extrabold tabular-nums">
            <span>{formatSpaceName(reservation)}</span>
            {vehicle.isStored ? <span>{vehicle.licensePlate}</span> : null}
          </p>
          <dl className="divide-line divide-y">
            {zoneName ? <SummaryRow label={m.field_zone()} value={zoneName} /> : null}
            {reservation.spaceHint ? <SummaryRow label={m.space_field_hint()} value={reservation.spaceHint} /> : null}
            <SummaryRow label={m.reservation_date()} value={formatStartAndEnd(reservation)} />
            {vehicle.isStored ? <SummaryRow label={m.reservation_vehicle()} value={vehicle.name} /> : null}
          </dl>
          <ReservationPicture reservation={reservation} />
          <DialogActions>
            {ticket.isError || ticket.data?.isOutdated ? (
              <Button onClick={() => void ticket.refetch()}>{m.action_try_again()}</Button>
            ) : null}
            <Button variant="secondary" onClick={onClose}>
              {m.action_close()}
            </Button>
          </DialogActions>
        </div>
      </div>
    </Modal>
  );
}

/** The address of the ticket of a reservation; without a connection the saved one, perhaps from before a change. */
function useTicket(reservation: Reservation) {
  return useQuery({
    queryKey: bookingKeys.ticket(reservation),
    queryFn: async () => {
      const saved = findSavedAddress(reservation);
      if (saved !== null && !saved.isOutdated) return saved;
      try {
        const address = await requestTicket(reservation.id);
        saveTicket({ reservation, address, requestedAt: getNow().getTime() });
        return { address, isOutdated: false };
      } catch (error) {
        if (saved === null || isProblem(error, 'ticket-not-active')) throw error;
        return saved;
      }
    },
    networkMode: 'always',
    retry: false,
    gcTime: 0,
  });
}

type TicketButtonProps = Pick<ButtonProps, 'className'> & { reservation: Reservation };

/** Opens the ticket of a reservation; nothing for a reservation that only this device knows. */
export function TicketButton({ reservation, ...button }: TicketButtonProps) {
  // The link of a mail opens it.
  const isAsked = useSearchParams()[0].get('ticket') === reservation.id;
  if (isLocalReservation(reservation)) return null;
  return (
    <DialogButton icon={QrIcon} size="normal" {...button} startsOpen={isAsked} label={m.ticket_title()}>
      {(close) => <TicketDialog reservation={reservation} onClose={close} />}
    </DialogButton>
  );
}
