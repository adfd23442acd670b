import type { ComponentType } from 'react';
import { Modal } from '../../ui/modal.tsx';
import type { AdminReservation } from './admin-reservation.ts';
import { formatDate, formatSpaceName, formatTimeRange, formatUserName } from './format-reservation.ts';

/** Shows what was done to a reservation; the record is another capability's. */
export type ReservationHistoryComponent = ComponentType<{ reservation: AdminReservation }>;

type HistoryDialogProps = {
  reservation: AdminReservation;
  History: ReservationHistoryComponent;
  onClose: () => void;
};

/** What administrators did to a reservation. */
export function HistoryDialog({ reservation, History, onClose }: HistoryDialogProps) {
  return (
    <Modal
      open
      size="large"
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Reservation history"
      description={`${formatUserName(reservation)} in ${formatSpaceName(reservation)}, ${formatDate(reservation)}, ${formatTimeRange(reservation)}.`}
    >
      <History reservation={reservation} />
    </Modal>
  );
}
