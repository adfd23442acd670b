import { AdminReservations } from '../../reservations/admin/admin-reservations.tsx';

/** All reservations of all drivers. */
export function ReservationsTab() {
  return <AdminReservations />;
}
