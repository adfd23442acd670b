import { QrCode } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { isLocalReservation } from '../../../domain/reservations/local-reservation.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { TicketDialog } from './ticket-dialog.tsx';

type TicketButtonProps = Omit<ButtonProps, 'onClick' | 'variant'> & { reservation: Reservation };

/** Opens the ticket of a reservation; nothing for a reservation that only this device knows. */
export function TicketButton({ reservation, ...button }: TicketButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (isLocalReservation(reservation)) return null;
  return (
    <>
      <Button {...button} variant="secondary" onClick={() => setIsOpen(true)}>
        <QrCode aria-hidden="true" className="size-5" />
        {m.ticket_title()}
      </Button>
      {isOpen ? <TicketDialog reservation={reservation} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
