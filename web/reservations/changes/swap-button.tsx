import { CarFront } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { SwapDialog } from './swap-dialog.tsx';

type SwapButtonProps = Omit<ButtonProps, 'onClick'> & {
  reservation: Reservation;
  userId: string | null;
  onSwapped: (reservation: Reservation) => void;
  onDirections: (reservation: Reservation) => void;
};

/** "My space is taken": gets the driver another space after a question. */
export function SwapButton({ reservation, userId, onSwapped, onDirections, ...button }: SwapButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [attempt, setAttempt] = useState(0);
  return (
    <>
      <Button
        variant="secondary"
        {...button}
        onClick={() => {
          setAttempt(attempt + 1);
          setIsOpen(true);
        }}
      >
        <CarFront aria-hidden="true" className="size-5 shrink-0" />
        {m.swap_my_space_is_taken()}
      </Button>
      <SwapDialog
        // Another try is another report.
        key={attempt}
        reservation={reservation}
        userId={userId}
        open={isOpen}
        onClose={() => setIsOpen(false)}
        onSwapped={onSwapped}
        onDirections={onDirections}
      />
    </>
  );
}
