import { useState } from 'react';
import { m } from '#messages';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { EndDialog } from './end-dialog.tsx';

type EndParkingButtonProps = Omit<ButtonProps, 'onClick'> & { reservation: Reservation; onEnded: () => void };

/** Ends a reservation after a question. */
export function EndParkingButton({ reservation, onEnded, ...button }: EndParkingButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button {...button} onClick={() => setIsOpen(true)}>
        {m.end_parking()}
      </Button>
      <EndDialog reservation={reservation} open={isOpen} onClose={() => setIsOpen(false)} onEnded={onEnded} />
    </>
  );
}
