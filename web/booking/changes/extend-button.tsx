import { ClockPlus } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { ExtendDialog, type RenderExtensionPayment } from './extend-dialog.tsx';

type ExtendButtonProps = Omit<ButtonProps, 'onClick'> & {
  reservation: Reservation;
  userId: string | null;
  onExtended: (reservation: Reservation) => void;
  renderPayment?: RenderExtensionPayment | undefined;
};

/** Extends a reservation after asking for how long. */
export function ExtendButton({ reservation, userId, onExtended, renderPayment, ...button }: ExtendButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" {...button} onClick={() => setIsOpen(true)}>
        <ClockPlus aria-hidden="true" className="size-5 shrink-0" />
        {m.extend_reservation()}
      </Button>
      <ExtendDialog
        // The next extension starts from the new end.
        key={reservation.durationHours}
        reservation={reservation}
        userId={userId}
        open={isOpen}
        onClose={() => setIsOpen(false)}
        renderPayment={renderPayment}
        onExtended={(extended) => {
          setIsOpen(false);
          onExtended(extended);
        }}
      />
    </>
  );
}
