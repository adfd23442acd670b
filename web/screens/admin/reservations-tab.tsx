import { m } from '#messages';
import { showsSamples } from '../../data/connection.ts';
import { ReservationMoney } from '../../money/reservation/reservation-money.tsx';
import { EntryList } from '../../office/audit/entry-list.tsx';
import type { AdminReservation } from '../../office/reservations/admin-reservation.ts';
import { ReservationViews } from '../../office/reservations/reservation-views.tsx';

export function ReservationsTab() {
  return showsSamples() ? (
    <ReservationViews Details={ReservationHistory} hasVehicles={false} hasMoney={false} />
  ) : (
    <ReservationViews Details={MoneyAndHistory} hasVehicles hasMoney />
  );
}

function MoneyAndHistory({ reservation }: { reservation: AdminReservation }) {
  return (
    <div className="flex flex-col gap-6">
      <ReservationMoney reservationId={reservation.id} />
      <section aria-label={m.audit_history()} className="flex flex-col gap-3">
        <h3 className="text-lg font-bold">{m.audit_history()}</h3>
        <ReservationHistory reservation={reservation} />
      </section>
    </div>
  );
}

function ReservationHistory({ reservation }: { reservation: AdminReservation }) {
  return (
    <EntryList
      label={m.audit_history()}
      subject={{ tables: ['reservations'], ids: [reservation.id] }}
      emptyText={m.audit_history_empty()}
    />
  );
}
