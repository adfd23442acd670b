import { MoveRight } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { Button } from '../../../ui/button.tsx';
import type { MovableReservation } from './data.ts';
import { MoveDialog } from './move-dialog.tsx';

type MoveButtonProps = { reservation: MovableReservation; onMoved: () => void };

export function MoveButton({ reservation, onMoved }: MoveButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" className="sm:self-start" onClick={() => setIsOpen(true)}>
        <MoveRight aria-hidden="true" className="size-5 shrink-0" />
        {m.move_open()}
      </Button>
      {isOpen ? (
        <MoveDialog
          reservation={reservation}
          onClose={() => setIsOpen(false)}
          onSettled={() => {
            setIsOpen(false);
            onMoved();
          }}
        />
      ) : null}
    </>
  );
}
