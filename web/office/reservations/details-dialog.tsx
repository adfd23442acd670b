import { useQuery } from '@tanstack/react-query';
import { m } from '#messages';
import { getInstallation } from '../../../domain/installation.ts';
import { ReservationMoney } from '../../money/reservation-money.tsx';
import { Modal } from '../../ui/feedback/modal.tsx';
import { EntryList } from '../audit/entry-list.tsx';
import { officeKeys } from '../keys.ts';
import { type AdminReservation, nameReservation } from './admin-reservation.ts';
import { ReservationFacts } from './ending-dialog.tsx';
import { ReservationActions } from './reservation-actions.tsx';
import { findReservation } from './reservations.ts';

type DetailsDialogProps = {
  id: string;
  /** The reservation of the list. Without it the dialog opens once it has loaded, and not at all if that fails. */
  listed?: AdminReservation;
  onClose: () => void;
};

/** A reservation, what an operator can do with it, what was paid for it, and what administrators did. */
export function DetailsDialog({ id, listed, onClose }: DetailsDialogProps) {
  // The list may be older than the last change, and changes are rejected for whoever has not seen it.
  const { data: reservation = listed } = useQuery({
    queryKey: officeKeys.reservations('one', id),
    queryFn: ({ signal }) => findReservation(id, signal),
  });
  if (reservation === undefined) return null;
  return (
    <Modal
      open
      size="large"
      onClose={onClose}
      title={m.money_reservation_dialog()}
      description={m.reservation_history_text(nameReservation(reservation))}
    >
      <ReservationFacts reservation={reservation} />
      <ReservationActions reservation={reservation} onChanged={onClose} />
      <div className="flex flex-col gap-6">
        {getInstallation().keepsBooks ? <ReservationMoney reservationId={id} /> : null}
        <section aria-label={m.audit_history()} className="flex flex-col gap-3">
          <h3 className="text-lg font-bold">{m.audit_history()}</h3>
          <EntryList label={m.audit_history()} subject={{ reservation: id }} emptyText={m.audit_history_empty()} />
        </section>
      </div>
    </Modal>
  );
}
