import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { m } from '#messages';
import { isAwaitingEnd } from '../../../domain/reservations/local-reservation.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { InvalidRows } from '../../ui/feedback/invalid-rows.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { StatePanel } from '../../ui/feedback/state-panel.tsx';
import { useProblemToast } from '../../ui/feedback/use-problem-toast.ts';
import { ShowMoreButton } from '../../ui/layout/show-more-button.tsx';
import { joinRows, NO_ROWS } from '../../ui/table/parse-rows.ts';
import { EndingNotes } from '../ending/ending-note.tsx';
import { useIsEnding } from '../ending/pending-ends.ts';
import { bookingKeys } from '../keys.ts';
import { PicturesAttribution, ReservationListPlaceholder, type ReservationListProps } from './card-parts.tsx';
import { listPastReservations, PAST_PAGE_SIZE } from './listed-reservation.ts';

/** The reservations of a person that are over or cancelled, the latest first, page by page. */
export function PastList({ userId, Card, onEnded }: ReservationListProps) {
  const { list, past } = usePastReservations(userId);
  const isEnding = useIsEnding();
  return (
    <div className="flex flex-col gap-3">
      <EndingNotes />
      <QueryState
        query={list}
        loading={<ReservationListPlaceholder />}
        failedText={m.reservations_failed()}
        isEmpty={() => past.count === 0}
        empty={<StatePanel icon={History} title={m.reservations_none_past()} text={m.reservations_none_past_text()} />}
      >
        {() => (
          <div className="flex flex-col gap-3">
            <ul className="flex flex-col gap-3">
              {past.rows
                .filter((reservation) => !isEnding(reservation))
                .map((reservation) => (
                  <li key={reservation.id}>
                    <Card
                      reservation={reservation}
                      {...(isToBeEnded(reservation, new Date()) ? { onEnded: () => onEnded(reservation) } : {})}
                    />
                  </li>
                ))}
            </ul>
            <PicturesAttribution />
            <InvalidRows rows={past.invalid} />
            <ShowMoreButton list={list}>{m.reservations_show_more()}</ShowMoreButton>
          </div>
        )}
      </QueryState>
    </div>
  );
}

function isToBeEnded(reservation: Reservation, now: Date): boolean {
  return reservation.status === 'active' && isAwaitingEnd(reservation, now);
}

/** Page by page; none for a guest. */
function usePastReservations(userId: string | null) {
  const list = useInfiniteQuery({
    queryKey: bookingKeys.reservations(userId, 'past'),
    queryFn: ({ pageParam }) => (userId === null ? NO_ROWS : listPastReservations(userId, new Date(), pageParam)),
    initialPageParam: 0,
    getNextPageParam: ({ count }, _pages, from) => (count < PAST_PAGE_SIZE ? null : from + count),
  });
  useProblemToast(list.error);
  return { list, past: joinRows<Reservation>(list.data?.pages ?? []) };
}
