import { useQuery } from '@tanstack/react-query';
import { QrCode as QrIcon } from 'lucide-react';
import { m } from '#messages';
import { isProblem, toErrorMessage } from '../../../domain/problems.ts';
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
import { ReservationPicture } from '../lists/card-parts.tsx';
import { formatStartAndEnd } from '../parking-time.ts';
import { findSavedAddress, requestTicket, saveTicket } from './saved-tickets.ts';

type TicketDialogProps = { reservation: Reservation; onClose: () => void };

/** The ticket of a reservation, for an attendant to scan. It opens without a connection once the device has kept it. */
function TicketDialog({ reservation, onClose }: TicketDialogProps) {
  const ticket = useTicket(reservation);
  const { vehicle, zoneName } = reservation;
  return (
    <Modal open onClose={onClose} title={m.ticket_title()} description={m.ticket_dialog_text()}>
      {ticket.data ? (
        <QrCode
          text={ticket.data.address}
          label={m.ticket_code_label()}
          className="w-full max-w-80 shrink-0 self-center rounded-control"
        />
      ) : null}
      {ticket.data?.isOutdated ? <p role="status">{m.ticket_outdated()}</p> : null}
      {ticket.isPending ? <Skeleton className="aspect-square w-full max-w-80 self-center" /> : null}
      {ticket.isError ? <ErrorNote>{toErrorMessage(ticket.error)}</ErrorNote> : null}
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

type TicketButtonProps = Pick<ButtonProps, 'size' | 'className'> & { reservation: Reservation };

/** Opens the ticket of a reservation; nothing for a reservation that only this device knows. */
export function TicketButton({ reservation, ...button }: TicketButtonProps) {
  if (isLocalReservation(reservation)) return null;
  const label = (
    <>
      <QrIcon aria-hidden="true" className="size-5" />
      {m.ticket_title()}
    </>
  );
  return (
    <DialogButton size="normal" {...button} label={label}>
      {(close) => <TicketDialog reservation={reservation} onClose={close} />}
    </DialogButton>
  );
}
