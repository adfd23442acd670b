import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/modal.tsx';

type ArrivalDialogProps = {
  spotName: string;
  onPark: () => void;
};

/** Welcomes the driver at the space; who puts it away can still park from the screen below. */
export function ArrivalDialog({ spotName, onPark }: ArrivalDialogProps) {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <Modal
      open={isOpen}
      onOpenChange={setIsOpen}
      title="You have arrived!"
      description={`Your space is ${spotName}. Park there and watch your time.`}
    >
      <Button onClick={onPark}>Park Now</Button>
    </Modal>
  );
}
