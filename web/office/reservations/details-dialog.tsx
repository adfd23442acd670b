import { MoveRight } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { m } from '#messages';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { SummaryRow } from '../../ui/summary-row.tsx';
import type { AdminReservation } from './admin-reservation.ts';
import { isMovable, type MovableReservation } from './data.ts';
import { formatVehicle, nameReservation } from './format-reservation.ts';
import { MoveDialog } from './moving/move-dialog.tsx';

/** Shows the audit log of a reservation, and its payment; both are other capabilities. */
export type ReservationDetailsComponent = ComponentType<{ reservation: AdminReservation }>;

type DetailsDialogProps = {
  reservation: AdminReservation;
  Details: ReservationDetailsComponent;
  hasMoney: boolean;
  onClose: () => void;
};

export function DetailsDialog({ reservation, Details, hasMoney, onClose }: DetailsDialogProps) {
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
      {isMovable(reservation, new Date()) ? <MoveButton reservation={reservation} onMoved={onClose} /> : null}
      <Details reservation={reservation} />
    </Modal>
  );
}

type MoveButtonProps = { reservation: MovableReservation; onMoved: () => void };

function MoveButton({ reservation, onMoved }: MoveButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" className="sm:self-start" onClick={() => setIsOpen(true)}>
        <MoveRight aria-hidden="true" className="size-5 shrink-0" />
        {m.move_open()}
      </Button>
      {isOpen ? (
        <MoveDialog
          reservation={reservation}
          onClose={() => setIsOpen(false)}
          onSettled={() => {
            setIsOpen(false);
            onMoved();
          }}
        />
      ) : null}
    </>
  );
}
