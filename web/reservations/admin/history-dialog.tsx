import type { ComponentType } from 'react';
import { m } from '#messages';
import { Modal } from '../../ui/modal.tsx';
import { SummaryRow } from '../summary-row.tsx';
import type { AdminReservation } from './admin-reservation.ts';
import { formatVehicle, nameReservation } from './format-reservation.ts';

/** Shows the audit log of a reservation; the audit log is another capability. */
export type ReservationHistoryComponent = ComponentType<{ reservation: AdminReservation }>;

type HistoryDialogProps = {
  reservation: AdminReservation;
  History: ReservationHistoryComponent;
  onClose: () => void;
};

export function HistoryDialog({ reservation, History, onClose }: HistoryDialogProps) {
  const vehicle = formatVehicle(reservation);
  return (
    <Modal
      open
      size="large"
      onClose={onClose}
      title={m.reservation_history_title()}
      description={m.reservation_history_text(nameReservation(reservation))}
    >
      {vehicle === null ? null : (
        <dl>
          <SummaryRow label={m.reservation_vehicle()} value={vehicle} />
        </dl>
      )}
      <History reservation={reservation} />
    </Modal>
  );
}
