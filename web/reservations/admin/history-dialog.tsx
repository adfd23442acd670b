import type { ComponentType } from 'react';
import { m } from '#messages';
import { Modal } from '../../ui/modal.tsx';
import type { AdminReservation } from './admin-reservation.ts';
import { nameReservation } from './format-reservation.ts';

/** Shows the audit log of a reservation; the audit log is another capability. */
export type ReservationHistoryComponent = ComponentType<{ reservation: AdminReservation }>;

type HistoryDialogProps = {
  reservation: AdminReservation;
  History: ReservationHistoryComponent;
  onClose: () => void;
};

export function HistoryDialog({ reservation, History, onClose }: HistoryDialogProps) {
  return (
    <Modal
      open
      size="large"
      onClose={onClose}
      title={m.reservation_history_title()}
      description={m.reservation_history_text(nameReservation(reservation))}
    >
      <History reservation={reservation} />
    </Modal>
  );
}
