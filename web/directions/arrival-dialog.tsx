import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { Modal } from '../ui/modal.tsx';

type ArrivalDialogProps = {
  /** The space with its zone. */
  place: string;
  /** Whether the reservation was completed or cancelled, so that the space is not the driver's. */
  isClosed: boolean;
  onPark: () => void;
};

/** Welcomes the driver. When it is closed, the screen below offers the same button. */
export function ArrivalDialog({ place, isClosed, onPark }: ArrivalDialogProps) {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <Modal
      open={isOpen}
      onClose={() => setIsOpen(false)}
      title="You have arrived!"
      description={
        isClosed
          ? `This is ${place}, but your reservation of it is over. Reserve a space before you park.`
          : `Your space is ${place}. Park there and watch your time.`
      }
    >
      <DialogActions>
        <Button onClick={onPark}>Park Now</Button>
      </DialogActions>
    </Modal>
  );
}
