import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { m } from '#messages';
import { Modal } from '../../ui/modal.tsx';
import { SummaryRow } from '../../ui/summary-row.tsx';
import type { AdminReservation } from './admin-reservation.ts';
import { formatVehicle, nameReservation } from './admin-reservation.ts';
import { findReservation } from './data.ts';
import { ReservationActions } from './reservation-actions.tsx';

/** Shows the audit log of a reservation, and its payment; both are other capabilities. */
export type ReservationDetailsComponent = ComponentType<{ reservation: AdminReservation }>;

type DetailsDialogProps = {
  reservation: AdminReservation;
  Details: ReservationDetailsComponent;
  hasMoney: boolean;
  onClose: () => void;
};

export function DetailsDialog({ reservation: opened, Details, hasMoney, onClose }: DetailsDialogProps) {
  // The list may be older than the last change, and changes are rejected for whoever has not seen it.
  const { data: reservation = opened } = useQuery({
    queryKey: ['admin-reservations', 'one', opened.id],
    queryFn: ({ signal }) => findReservation(opened.id, signal),
  });
  const vehicle = formatVehicle(reservation);
  return (
    <Modal
      open
      size="large"
      onClose={onClose}
      title={hasMoney ? m.money_reservation_dialog() : m.reservation_history_title()}
      description={m.reservation_history_text(nameReservation(reservation))}
    >
      {vehicle === null ? null : (
        <dl>
          <SummaryRow label={m.reservation_vehicle()} value={vehicle} />
        </dl>
      )}
      <ReservationActions reservation={reservation} isLive={hasMoney} onChanged={onClose} />
      <Details reservation={reservation} />
    </Modal>
  );
}
