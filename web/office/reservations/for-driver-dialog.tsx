import { m } from '#messages';
import { hasAlarm } from '../../../domain/locks/lock.ts';
import type { ProposedSlot } from '../../booking/desk/for-driver-form.ts';
import { useReserveForDriver } from '../../booking/desk/reservation-for-driver.ts';
import { SellForm } from '../../booking/desk/sell-form.tsx';
import { Modal } from '../../ui/feedback/modal.tsx';
import { useSpacesByLock } from '../locks/spaces-by-lock.ts';

const NO_ALARMS: readonly string[] = [];
const useAlarms = (zoneId: string | null) =>
  useSpacesByLock('alarm', zoneId === null ? null : { zone_id: zoneId }, hasAlarm).data ?? NO_ALARMS;

type ForDriverDialogProps = {
  /** Where and when the form begins. */
  place: ProposedSlot;
  onReserved: (id: string) => void;
  onClose: () => void;
};

export function ForDriverDialog({ place, onReserved, onClose }: ForDriverDialogProps) {
  const reserving = useReserveForDriver(onReserved);
  return (
    <Modal open size="large" isClosable={!reserving.isPending} onClose={onClose} title={m.for_driver_open()}>
      <SellForm {...{ place, reserving, useAlarms, onCancel: onClose }} />
    </Modal>
  );
}
