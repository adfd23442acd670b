import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/modal.tsx';

type ArrivalDialogProps = {
  spotName: string;
  onPark: () => void;
};

/** Welcomes the driver. When it is closed, the screen below offers the same button. */
export function ArrivalDialog({ spotName, onPark }: ArrivalDialogProps) {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <Modal
      open={isOpen}
      onClose={() => setIsOpen(false)}
      title="You have arrived!"
      description={`Your space is ${spotName}. Park there and watch your time.`}
    >
      <Button onClick={onPark}>Park Now</Button>
    </Modal>
  );
}
