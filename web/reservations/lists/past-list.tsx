import { History } from 'lucide-react';
import { InvalidRows } from '../../ui/invalid-rows.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { ShowMoreButton } from '../../ui/show-more-button.tsx';
import { StatePanel } from '../../ui/state-panel.tsx';
import type { ReservationListProps } from './list-card.ts';
import { ReservationListPlaceholder } from './reservation-list-placeholder.tsx';
import { usePastReservations } from './use-past-reservations.ts';

/** The reservations of a person that are over or cancelled, the latest first, page by page. */
export function PastList({ userId, card: Card, onDirections }: ReservationListProps) {
  const { list, past } = usePastReservations(userId);
  return (
    <QueryState
      query={list}
      loading={<ReservationListPlaceholder />}
      failedText="Your reservations did not arrive"
      isEmpty={() => past.count === 0}
      empty={<StatePanel icon={History} title="No past reservations" text="Your completed bookings will appear here" />}
    >
      {() => (
        <div className="flex flex-col gap-3">
          <ul className="flex flex-col gap-3">
            {past.rows.map((reservation) => (
              <li key={reservation.id}>
                <Card reservation={reservation} onDirections={() => onDirections(reservation)} />
              </li>
            ))}
          </ul>
          <InvalidRows rows={past.invalid} />
          <ShowMoreButton list={list}>Show more</ShowMoreButton>
        </div>
      )}
    </QueryState>
  );
}
