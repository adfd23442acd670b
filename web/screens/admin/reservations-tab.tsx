import { m } from '#messages';
import { EntryList } from '../../audit/entry-list.tsx';
import { showsSamples } from '../../data/connection.ts';
import type { AdminReservation } from '../../reservations/admin/admin-reservation.ts';
import { AdminReservations } from '../../reservations/admin/admin-reservations.tsx';

export function ReservationsTab() {
  return <AdminReservations History={ReservationHistory} hasVehicles={!showsSamples()} />;
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
