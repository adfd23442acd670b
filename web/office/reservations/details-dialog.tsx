import { useQuery } from '@tanstack/react-query';
import { m } from '#messages';
import { getInstallation } from '../../../domain/installation.ts';
import { nameReservation } from '../../booking/desk/admin-reservation.ts';
import { ReservationFacts } from '../../booking/desk/ending-dialog.tsx';
import { BuyerButton } from '../../money/fiscal/buyer-choice.tsx';
import { ReservationMoney } from '../../money/reservation-money.tsx';
import { Modal } from '../../ui/feedback/modal.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { LoadingNote } from '../../ui/feedback/skeleton.tsx';
import { EntryList } from '../audit/entry-list.tsx';
import { officeKeys } from '../keys.ts';
import { ReservationActions } from './reservation-actions.tsx';
import { findReservation } from './reservations.ts';

/** A reservation, what an operator can do with it, what was paid for it, and what administrators did. */
export function DetailsDialog({ id, onClose }: { id: string; onClose: () => void }) {
  // A list may be older than the last change, and changes are rejected for whoever has not seen it.
  const query = useQuery({
    queryKey: officeKeys.reservations('one', id),
    queryFn: ({ signal }) => findReservation(id, signal),
  });
  return (
    <Modal
      open
      size="large"
      onClose={onClose}
      title={m.money_reservation_dialog()}
      {...(query.data ? { description: m.reservation_history_text(nameReservation(query.data)) } : {})}
    >
      <QueryState
        query={query}
        loading={<LoadingNote className="justify-center py-16">{m.status_loading()}</LoadingNote>}
      >
        {(reservation) => (
          <>
            <ReservationFacts reservation={reservation} />
            <ReservationActions reservation={reservation} onChanged={onClose} />
          </>
        )}
      </QueryState>
      <div className="flex flex-col gap-6">
        {getInstallation().keepsBooks ? <ReservationMoney reservationId={id} /> : null}
        {getInstallation().keepsBooks ? <BuyerButton reservationId={id} /> : null}
        <section aria-label={m.audit_history()} className="flex flex-col gap-3">
          <h3 className="text-lg font-bold">{m.audit_history()}</h3>
          <EntryList label={m.audit_history()} subject={{ reservation: id }} emptyText={m.audit_history_empty()} />
        </section>
      </div>
    </Modal>
  );
}
