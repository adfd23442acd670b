import { m } from '#messages';
import { ActivityCard } from '../booking/lists/activity-card.tsx';
import { ReservationCard } from '../booking/lists/reservation-card.tsx';
import { ReservationLists } from '../booking/lists/reservation-lists.tsx';
import { useReservationLists } from '../booking/lists/use-reservation-lists.tsx';
import { paths } from '../paths.ts';
import { ScreenHeader } from '../ui/screen-header.tsx';

export function ReservationsScreen() {
  return (
    <div className="mx-auto flex w-full max-w-lg flex-col gap-1 px-4 pb-8">
      <ScreenHeader title={m.reservations_title()} back={{ to: paths.map, label: m.action_back_to_map() }} />
      <ReservationLists card={ReservationCard} {...useReservationLists()} />
    </div>
  );
}

export function ActivityScreen() {
  return (
    <div className="mx-auto flex w-full max-w-lg flex-col gap-1 px-4 pb-8">
      <ScreenHeader title={m.activity_title()} back={{ to: paths.map, label: m.action_back_to_map() }} />
      <ReservationLists card={ActivityCard} {...useReservationLists()} />
    </div>
  );
}
