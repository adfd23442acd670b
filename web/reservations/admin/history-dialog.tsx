import type { ComponentType } from 'react';
import { Modal } from '../../ui/modal.tsx';
import type { AdminReservation } from './admin-reservation.ts';
import { formatReservation } from './format-reservation.ts';

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
      title="Reservation history"
      description={`${formatReservation(reservation)}.`}
    >
      <History reservation={reservation} />
    </Modal>
  );
}
