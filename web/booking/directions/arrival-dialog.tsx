import { useState } from 'react';
import { m } from '#messages';
import { formatPlace, isClosed, type Reservation } from '../../../domain/reservations/reservation.ts';
import { hasBarrier, isBarrierTime } from '../../../domain/reservations/times.ts';
import { DialogActions } from '../../ui/feedback/dialog-actions.tsx';
import { Modal } from '../../ui/feedback/modal.tsx';
import { Button } from '../../ui/form/button.tsx';
import { useNow } from '../../ui/platform/use-now.ts';
import { OpenBarrier } from '../current/barrier-button.tsx';

type ArrivalDialogProps = {
  reservation: Reservation;
  parkText: string;
  onPark: () => void;
  /** Null where the driver gets no other space. */
  onSpaceTaken: (() => void) | null;
};

/** Welcomes the driver. When it is closed, the screen below offers the same button. */
export function ArrivalDialog({ reservation, parkText, onPark, onSpaceTaken }: ArrivalDialogProps) {
  const [isOpen, setIsOpen] = useState(true);
  const now = useNow();
  const isBarrierFirst = hasBarrier(reservation) && isBarrierTime(reservation, now);
  const place = formatPlace(reservation);
  const isOver = isClosed(reservation);
  return (
    <Modal
      open={isOpen}
      onClose={() => setIsOpen(false)}
      title={m.arrival_title()}
      description={isOver ? m.arrival_closed({ place }) : m.arrival_open({ place })}
    >
      {reservation.spaceHint && !isOver ? (
        <p className="text-lg font-bold wrap-anywhere">{reservation.spaceHint}</p>
      ) : null}
      <DialogActions>
        <OpenBarrier reservation={reservation} />
        <Button variant={isBarrierFirst ? 'secondary' : 'primary'} onClick={onPark}>
          {parkText}
        </Button>
        {onSpaceTaken ? (
          <Button
            variant="secondary"
            onClick={() => {
              setIsOpen(false);
              onSpaceTaken();
            }}
          >
            {m.swap_my_space_is_taken()}
          </Button>
        ) : null}
      </DialogActions>
    </Modal>
  );
}
