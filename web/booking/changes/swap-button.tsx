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
  // As it was then: a list shows the new space while the dialog still says which one that is.
  const [asked, setAsked] = useState({ attempt: 0, reservation });
  return (
    <>
      <Button
        variant="secondary"
        {...button}
        onClick={() => {
          setAsked({ attempt: asked.attempt + 1, reservation });
          setIsOpen(true);
        }}
      >
        <CarFront aria-hidden="true" className="size-5 shrink-0" />
        {m.swap_my_space_is_taken()}
      </Button>
      <SwapDialog
        // Another try is another report.
        key={asked.attempt}
        reservation={asked.reservation}
        userId={userId}
        open={isOpen}
        onClose={() => setIsOpen(false)}
        onSwapped={onSwapped}
        onDirections={onDirections}
      />
    </>
  );
}
