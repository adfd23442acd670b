import { paths } from '../paths.ts';
import { ReservationCard } from '../reservations/lists/reservation-card.tsx';
import { ReservationLists } from '../reservations/lists/reservation-lists.tsx';
import { ScreenHeader } from '../ui/screen-header.tsx';
import { useReservationLists } from './use-reservation-lists.ts';

export function ReservationsScreen() {
  return (
    <div className="mx-auto flex w-full max-w-lg flex-col gap-1 px-4 pb-8">
      <ScreenHeader title="Reservations" back={{ to: paths.map, label: 'Back to map' }} />
      <ReservationLists card={ReservationCard} {...useReservationLists()} />
    </div>
  );
}
