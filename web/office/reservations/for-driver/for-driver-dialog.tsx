import { m } from '#messages';
import { Modal } from '../../../ui/modal.tsx';
import { useReserveForDriver } from './data.ts';
import { ForDriverForm } from './for-driver-form.tsx';
import type { ProposedSlot } from './for-driver-values.ts';

type ForDriverDialogProps = {
  /** Where and when the form begins. */
  place?: ProposedSlot;
  /** Whether drivers have vehicles and wallets of their own. */
  isLive: boolean;
  onReserved: (id: string) => void;
  onClose: () => void;
};

/** An operator reserves for a driver. */
export function ForDriverDialog({ place = {}, isLive, onReserved, onClose }: ForDriverDialogProps) {
  const reserving = useReserveForDriver(onReserved);
  return (
    <Modal open size="large" isClosable={!reserving.isPending} onClose={onClose} title={m.for_driver_open()}>
      <ForDriverForm place={place} isLive={isLive} reserving={reserving} onCancel={onClose} />
    </Modal>
  );
}
