import { CalendarPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { paths } from '../../paths.ts';
import { useNow } from '../../platform/clock.ts';
import { InvalidRows } from '../../ui/invalid-rows.tsx';
import { NavigateButton } from '../../ui/navigate-button.tsx';
import { StatePanel } from '../../ui/state-panel.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import type { ListCard } from './list-card.ts';
import { groupOpenReservations, type ListedReservation } from './listed-reservation.ts';
import { ParkedNowCard } from './parked-now-card.tsx';
import { ReservationListPlaceholder } from './reservation-list-placeholder.tsx';
import { useCancelReservation } from './use-cancel-reservation.ts';
import { useOpenReservations } from './use-open-reservations.ts';

type UpcomingListProps = {
  userId: string | null;
  card: ListCard;
  onDirections: (reservation: ListedReservation) => void;
};

/** What a person has reserved and can still take back, below the stay that is under way. */
export function UpcomingList({ userId, card: Card, onDirections }: UpcomingListProps) {
  const open = useOpenReservations(userId);
  const now = useNow();
  const cancelling = useCancelReservation(userId);
  const [asked, setAsked] = useState<{ about: ListedReservation; isOpen: boolean } | null>(null);
  const list = useRef<HTMLDivElement>(null);
  if (open.data === undefined) return <ReservationListPlaceholder list={open} />;

  const { parked, upcoming } = groupOpenReservations(open.data.rows, now);
  const isListed = (id: string) => upcoming.some((reservation) => reservation.id === id);
  return (
    <div ref={list} tabIndex={-1} className="flex flex-col gap-3 outline-none">
      {parked.map((reservation) => (
        <ParkedNowCard key={reservation.id} reservation={reservation} />
      ))}
      {upcoming.length + open.data.invalid.length === 0 ? (
        <NothingAhead />
      ) : (
        <p className="text-muted">Free to cancel until it starts.</p>
      )}
      <ul className="flex flex-col gap-3">
        {upcoming.map((reservation) => (
          <li key={reservation.id}>
            <Card
              reservation={reservation}
              onDirections={() => onDirections(reservation)}
              onCancel={() => {
                cancelling.reset();
                setAsked({ about: reservation, isOpen: true });
              }}
            />
          </li>
        ))}
      </ul>
      <InvalidRows rows={open.data.invalid} />
      {asked ? (
        <CancelDialog
          reservation={asked.about}
          // One that is gone, cancelled here or elsewhere, or that has begun is nothing to ask about.
          open={asked.isOpen && isListed(asked.about.id)}
          isBusy={cancelling.isBusy(asked.about.id)}
          problem={cancelling.problemOf(asked.about.id)}
          onCancel={() => cancelling.cancel(asked.about.id)}
          onClose={() => setAsked({ ...asked, isOpen: false })}
          focusAfter={() => (isListed(asked.about.id) ? null : list.current)}
        />
      ) : null}
    </div>
  );
}

function NothingAhead() {
  return (
    <StatePanel
      icon={CalendarPlus}
      title="No upcoming reservations"
      text="Book your next parking spot to see it here"
      action={<NavigateButton to={paths.map}>FIND PARKING</NavigateButton>}
    />
  );
}
