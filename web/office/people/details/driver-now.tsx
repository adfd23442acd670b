import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { m } from '#messages';
import { formatList } from '../../../../domain/language/format.ts';
import { useOwnVehicles } from '../../../account/vehicles/vehicles.ts';
import { nameReservation } from '../../../booking/desk/admin-reservation.ts';
import { DialogButton } from '../../../ui/feedback/dialog-button.tsx';
import { QueryProblem } from '../../../ui/feedback/query-state.tsx';
import { SummaryRow } from '../../../ui/layout/summary-row.tsx';
import { getNow } from '../../../ui/platform/clock.ts';
import { officeKeys } from '../../keys.ts';
import { DetailsDialog } from '../../reservations/details-dialog.tsx';
import { BarrierAction } from '../../reservations/reservation-actions.tsx';
import { listActiveReservations } from '../../reservations/reservations.ts';

/** The vehicles of a person, and what they have parked at this moment, with its barrier. */
export function DriverNow({ userId }: { userId: string }) {
  const vehicles = useOwnVehicles(userId);
  const reservations = useQuery({
    queryKey: officeKeys.activeReservations(userId),
    queryFn: ({ signal }) => listActiveReservations(userId, signal),
  });
  const running = (reservations.data ?? []).filter(({ startsAt }) => startsAt <= getNow());
  const plates = (vehicles.data ?? []).map(({ name, plate }) => m.vehicle_with_plate({ name, plate }));
  return (
    <section aria-label={m.driver_now()} className="flex flex-col gap-2">
      <dl className="-my-3">
        <SummaryRow
          label={m.driver_now_vehicles()}
          value={plates.length === 0 ? m.for_driver_no_plates() : formatList(plates)}
        />
      </dl>
      {reservations.isError ? <QueryProblem query={reservations} /> : null}
      {running.map((reservation) => (
        <div
          key={reservation.id}
          className="bg-brand-wash flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card px-4 py-2"
        >
          <p className="min-w-0 flex-[1_1_16rem] wrap-anywhere">
            {m.reservation_history_text(nameReservation(reservation))}
          </p>
          <ul className="flex flex-wrap gap-2">
            <BarrierAction reservation={reservation} />
            <li>
              <DialogButton icon={ReceiptText} label={m.user_reservation_show()}>
                {(close) => <DetailsDialog id={reservation.id} onClose={close} />}
              </DialogButton>
            </li>
          </ul>
        </div>
      ))}
    </section>
  );
}
