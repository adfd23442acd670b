import { History, LoaderCircle } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { InvalidRows } from '../../ui/invalid-rows.tsx';
import { StatePanel } from '../../ui/state-panel.tsx';
import type { ListCard } from './list-card.ts';
import type { ListedReservation } from './listed-reservation.ts';
import { ReservationListPlaceholder } from './reservation-list-placeholder.tsx';
import { usePastReservations } from './use-past-reservations.ts';

type PastListProps = {
  userId: string | null;
  card: ListCard;
  onDirections: (reservation: ListedReservation) => void;
};

/** What a person has parked or cancelled before, the latest first, page by page. */
export function PastList({ userId, card: Card, onDirections }: PastListProps) {
  const { list, past } = usePastReservations(userId);
  if (list.data === undefined) return <ReservationListPlaceholder list={list} />;
  if (past.count === 0) {
    return <StatePanel icon={History} title="No past reservations" text="Your completed bookings will appear here" />;
  }
  return (
    <div className="flex flex-col gap-3">
      <ul className="flex flex-col gap-3">
        {past.rows.map((reservation) => (
          <li key={reservation.id}>
            <Card reservation={reservation} onDirections={() => onDirections(reservation)} />
          </li>
        ))}
      </ul>
      <InvalidRows rows={past.invalid} />
      {list.hasNextPage ? (
        <Button variant="secondary" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {list.isFetchingNextPage ? <LoaderCircle aria-hidden="true" className="size-4 animate-spin" /> : null}
          Show more
        </Button>
      ) : null}
    </div>
  );
}
