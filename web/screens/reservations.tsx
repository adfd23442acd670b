import { m } from '#messages';
import { ActivityCard } from '../booking/lists/activity-card.tsx';
import { ReservationCard } from '../booking/lists/reservation-card.tsx';
import { ReservationLists, useReservationLists } from '../booking/lists/reservation-lists.tsx';
import { paths } from '../paths.ts';
import { ScreenHeader } from '../ui/screen-header.tsx';

export function ReservationsScreen() {
  return <Lists title={m.reservations_title()} card={ReservationCard} />;
}

export function ActivityScreen() {
  return <Lists title={m.activity_title()} card={ActivityCard} />;
}

type ListsProps = { title: string; card: typeof ReservationCard };

function Lists({ title, card }: ListsProps) {
  return (
    <div className="mx-auto flex w-full max-w-lg flex-col gap-1 px-4 pb-8">
      <ScreenHeader title={title} back={{ to: paths.map, label: m.action_back_to_map() }} />
      <ReservationLists card={card} {...useReservationLists()} />
    </div>
  );
}
