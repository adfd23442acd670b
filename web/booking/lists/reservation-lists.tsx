import { useInfiniteQuery } from '@tanstack/react-query';
import { CalendarPlus, History } from 'lucide-react';
import { type ComponentType, type ReactNode, useRef, useState } from 'react';
import { m } from '#messages';
import { formatPlace, isLocalReservation, type Reservation } from '../../../domain/reservations/reservation.ts';
import { canSwapSpace, isAwaitingEnd, isBarrierTime } from '../../../domain/reservations/times.ts';
import { hasStillPictures } from '../../map/map-service.ts';
import { paths } from '../../paths.ts';
import { InvalidRows } from '../../ui/feedback/invalid-rows.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { StatePanel } from '../../ui/feedback/state-panel.tsx';
import { useProblemToast } from '../../ui/feedback/use-problem-toast.ts';
import { NavigateButton } from '../../ui/form/button.tsx';
import { Card as Panel } from '../../ui/layout/card.tsx';
import { ShowMoreButton } from '../../ui/layout/show-more-button.tsx';
import { getNow } from '../../ui/platform/clock.ts';
import { useNow } from '../../ui/platform/use-now.ts';
import { joinRows, NO_ROWS, type ParsedRows } from '../../ui/table/parse-rows.ts';
import { CancelDialog } from '../changes/cancel-dialog.tsx';
import { useCancelReservation } from '../changes/cancel-reservation.ts';
import { SwapButton } from '../changes/swap-dialog.tsx';
import { OpenBarrier } from '../current/barrier-button.tsx';
import { OverdueCard, ParkedLink } from '../current/current-reservation-banner.tsx';
import { listSavedTickets } from '../current/saved-tickets.ts';
import { TicketButton } from '../current/ticket-dialog.tsx';
import { EndingNotes, useIsEnding } from '../ending/pending-ends.tsx';
import { bookingKeys } from '../keys.ts';
import { describeFreeCancellations, formatStartAndEnd } from '../parking-time.ts';
import { ReservationPicture } from '../reservation-parts.tsx';
import { type ReservationCardProps, useReservationNavigation } from './reservation-card.tsx';
import {
  groupOpenReservations,
  listPastReservations,
  PAST_PAGE_SIZE,
  useOpenReservations,
} from './reservations-of-driver.ts';

const LOADING = (
  <SkeletonList
    isShown
    label={m.reservations_loading()}
    shapes={['h-44 rounded-card', 'h-44 rounded-card', 'h-44 rounded-card']}
    className="gap-3"
  />
);

type ReservationListProps = {
  userId: string | null;
  Card: ComponentType<ReservationCardProps>;
  onEnded: (reservation: Reservation) => void;
};

/** The upcoming reservations of a person, which can be cancelled, below the reservations that are to be ended or under way. */
export function UpcomingList({ top, ...props }: ReservationListProps & { top?: ReactNode }) {
  const open = useOpenReservations(props.userId);
  const isEnding = useIsEnding();
  return (
    <div className="flex flex-col gap-3">
      <EndingNotes />
      {top}
      <QueryState query={open} loading={LOADING} failedText={m.reservations_failed()}>
        {({ rows, ...rest }) => (
          <OpenReservations reservations={{ ...rest, rows: rows.filter((row) => !isEnding(row)) }} {...props} />
        )}
      </QueryState>
      {open.data === undefined && !open.isLoading ? <SavedTicketCards /> : null}
    </div>
  );
}

type OpenReservationsProps = ReservationListProps & { reservations: ParsedRows<Reservation> };

function OpenReservations({ reservations, userId, Card, onEnded }: OpenReservationsProps) {
  const now = useNow();
  const { overdue, parked, upcoming } = groupOpenReservations(reservations.rows, now);
  const cancellation = useCancelReservation(userId);
  const [dialog, setDialog] = useState<{ reservation: Reservation; isOpen: boolean } | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const isListed = ({ id }: Reservation) => upcoming.some((reservation) => reservation.id === id);
  return (
    <div ref={list} tabIndex={-1} className="flex flex-col gap-3 outline-none">
      {overdue.map((reservation) => (
        <OverdueCard key={reservation.id} reservation={reservation} onEnded={onEnded} />
      ))}
      {parked.map((reservation) => (
        <ParkedNowCard key={reservation.id} reservation={reservation} userId={userId} />
      ))}
      {upcoming.length + reservations.invalid.length === 0 ? (
        <StatePanel
          icon={CalendarPlus}
          title={m.reservations_none_upcoming()}
          text={m.reservations_none_upcoming_text()}
          action={<NavigateButton to={paths.map}>{m.reservations_find_parking()}</NavigateButton>}
        />
      ) : (
        <p className="text-muted">{describeFreeCancellations()}</p>
      )}
      <ul className="flex flex-col gap-3">
        {upcoming.map((reservation) => (
          <li key={reservation.id} className="flex flex-col gap-2">
            <Card
              reservation={reservation}
              onCancel={() => {
                cancellation.reset();
                setDialog({ reservation, isOpen: true });
              }}
            />
            {isBarrierTime(reservation, now) ? <OpenBarrier reservation={reservation} /> : null}
            <SwapAtTime reservation={reservation} userId={userId} />
          </li>
        ))}
      </ul>
      {upcoming.length === 0 ? null : <PicturesAttribution />}
      <InvalidRows rows={reservations.invalid} />
      {dialog ? (
        <CancelDialog
          reservation={dialog.reservation}
          // A reservation that has begun or was cancelled leaves the list.
          open={dialog.isOpen && isListed(dialog.reservation)}
          cancellation={cancellation}
          onClose={() => setDialog({ ...dialog, isOpen: false })}
          focusAfter={() => (isListed(dialog.reservation) ? null : list.current)}
        />
      ) : null}
    </div>
  );
}

/** A reservation under way: a link to its countdown, and what its driver needs on arrival. */
function ParkedNowCard({ reservation, userId }: SwapAtTimeProps) {
  return (
    <div className="flex flex-col gap-2">
      <ParkedLink reservation={reservation} title={m.parked_now_title()} detail={formatPlace(reservation)} />
      <OpenBarrier reservation={reservation} />
      <SwapAtTime reservation={reservation} userId={userId} />
    </div>
  );
}

/** The reservations whose tickets this device keeps, for while the list of all cannot be loaded. */
function SavedTicketCards() {
  const tickets = listSavedTickets(useNow());
  if (tickets.length === 0) return null;
  return (
    <section aria-label={m.ticket_saved_title()} className="flex flex-col gap-3">
      <p className="text-muted">{m.ticket_saved_title()}</p>
      {tickets.map(({ reservation }) => (
        <Panel key={reservation.id} className="flex flex-col gap-3">
          <h2 className="text-lg font-bold wrap-anywhere">{formatPlace(reservation)}</h2>
          <p className="text-muted tabular-nums">{formatStartAndEnd(reservation)}</p>
          {reservation.spaceHint ? <p className="text-muted wrap-anywhere">{reservation.spaceHint}</p> : null}
          <ReservationPicture reservation={reservation} />
          <TicketButton reservation={reservation} />
        </Panel>
      ))}
    </section>
  );
}

type SwapAtTimeProps = { reservation: Reservation; userId: string | null };

/** "My space is taken" for a listed reservation, from 15 minutes before its start to its end. The list is loaded again. */
function SwapAtTime({ reservation, userId }: SwapAtTimeProps) {
  const now = useNow();
  const { toDirections } = useReservationNavigation();
  if (isLocalReservation(reservation) || !canSwapSpace(reservation, now)) return null;
  return (
    <SwapButton
      reservation={reservation}
      userId={userId}
      onSwapped={() => undefined}
      onDirections={(swapped) => toDirections(swapped)}
    />
  );
}

/** The reservations of a person that are over or cancelled, the latest first, page by page. */
export function PastList({ userId, Card, onEnded }: ReservationListProps) {
  const { list, past } = usePastReservations(userId);
  const isEnding = useIsEnding();
  return (
    <div className="flex flex-col gap-3">
      <EndingNotes />
      <QueryState
        query={list}
        loading={LOADING}
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
                      {...(isToBeEnded(reservation, getNow()) ? { onEnded: () => onEnded(reservation) } : {})}
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

function usePastReservations(userId: string | null) {
  const list = useInfiniteQuery({
    queryKey: bookingKeys.reservations(userId, 'past'),
    queryFn: ({ pageParam }) => (userId === null ? NO_ROWS : listPastReservations(userId, getNow(), pageParam)),
    initialPageParam: 0,
    getNextPageParam: ({ count }, _pages, from) => (count < PAST_PAGE_SIZE ? null : from + count),
  });
  useProblemToast(list.error);
  return { list, past: joinRows<Reservation>(list.data?.pages ?? []) };
}

/** The thumbnails of a list are too small for the map's attribution. */
function PicturesAttribution() {
  if (!hasStillPictures()) return null;
  return <p className="text-center text-xs text-muted">{m.map_attribution_openstreetmap()}, GeoNames</p>;
}
