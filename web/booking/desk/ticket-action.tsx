import { useQuery } from '@tanstack/react-query';
import { Printer, QrCode as QrIcon } from 'lucide-react';
import { m } from '#messages';
import { DialogButton } from '../../ui/feedback/dialog-button.tsx';
import { Modal } from '../../ui/feedback/modal.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { buttonClass } from '../../ui/form/button.tsx';
import { QrCode } from '../../ui/layout/qr-code.tsx';
import { SendLinks } from '../../ui/layout/send-links.tsx';
import { requestTicket } from '../current/saved-tickets.ts';
import { bookingKeys } from '../keys.ts';
import { type AdminReservation, nameReservation } from './admin-reservation.ts';
import type { ContactedDriver } from './stay.ts';

type TicketProps = { reservation: AdminReservation; driver: ContactedDriver | null };

/** Hands a driver without the app their ticket: on paper, or as a link that shows no more than the paper. */
export function TicketAction(props: TicketProps) {
  return (
    <DialogButton icon={QrIcon} label={m.ticket_title()}>
      {(close) => <TicketDialog {...props} onClose={close} />}
    </DialogButton>
  );
}

function TicketDialog({ reservation, driver, onClose }: TicketProps & { onClose: () => void }) {
  const named = nameReservation(reservation);
  const writeMessage = (address: string) => m.ticket_message({ ...named, address });
  return (
    <Modal open size="large" onClose={onClose} title={m.ticket_title()} description={m.reservation_history_text(named)}>
      <TicketOf id={reservation.id} writeMessage={writeMessage} driver={driver} />
    </Modal>
  );
}

type Handed = { id: string; writeMessage: (address: string) => string; driver?: ContactedDriver | null };

/** The code of a ticket, to be printed or sent. */
export function TicketOf({ id, writeMessage, driver }: Handed) {
  const ticket = useQuery({
    queryKey: bookingKeys.ticket(id),
    queryFn: ({ signal }) => requestTicket(id, signal),
    gcTime: 0,
  });
  return (
    <QueryState query={ticket} loading={<Skeleton className="aspect-square w-full max-w-64 self-center" />}>
      {(address) => (
        <>
          <QrCode
            text={address}
            label={m.ticket_code_label()}
            className="w-full max-w-64 self-center rounded-control"
          />
          <div className="flex flex-wrap gap-2">
            <a href={address} target="_blank" rel="noreferrer" className={buttonClass('primary', 'flex-1')}>
              <Printer aria-hidden="true" className="size-5" />
              {m.receipt_print()}
              <span className="sr-only">{m.link_new_tab()}</span>
            </a>
            <SendLinks
              subject={m.ticket_title()}
              text={writeMessage(address)}
              phone={driver?.phone ?? null}
              email={driver?.email ?? ''}
            />
          </div>
        </>
      )}
    </QueryState>
  );
}
