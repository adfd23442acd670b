import { ChevronRight, Timer } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { m } from '#messages';
import { isAwaitingEnd } from '../../../domain/reservations/local-reservation.ts';
import { formatPlace, type Reservation } from '../../../domain/reservations/reservation.ts';
import { getRemainingMs, getReservationEnd, isDuringReservation } from '../../../domain/reservations/times.ts';
import { paths } from '../../paths.ts';
import { useNow } from '../../ui/platform/use-now.ts';
import { LateOpenBarrier } from '../barrier/late-open-barrier.tsx';
import { usePendingEnds } from '../ending/pending-ends.ts';
import { formatTimeLeft } from '../parking-time.ts';
import { useCurrentReservation } from './use-current-reservation.ts';

const EndingNotes = lazy(async () => ({ default: (await import('../ending/ending-note.tsx')).EndingNotes }));
const OverdueCard = lazy(async () => ({ default: (await import('./overdue-card.tsx')).OverdueCard }));

type CurrentReservationBannerProps = { onEnded: (reservation: Reservation) => void };

/** The reservations that are being ended, and a link to the one under way or the way to end one that is over. */
export function CurrentReservationBanner({ onEnded }: CurrentReservationBannerProps) {
  const hasEnds = usePendingEnds().length > 0;
  return (
    <>
      {hasEnds ? (
        <Suspense fallback={null}>
          <EndingNotes />
        </Suspense>
      ) : null}
      <CurrentReservation onEnded={onEnded} />
    </>
  );
}

function CurrentReservation({ onEnded }: CurrentReservationBannerProps) {
  const reservation = useCurrentReservation();
  const now = useNow();
  if (reservation === null) return null;
  if (isAwaitingEnd(reservation, now)) {
    return (
      <Suspense fallback={null}>
        <OverdueCard reservation={reservation} onEnded={onEnded} />
      </Suspense>
    );
  }
  if (!isDuringReservation(reservation, now) || now >= getReservationEnd(reservation)) return null;
  return (
    <>
      <Link
        to={paths.parkingStatus}
        state={{ reservation }}
        className="bg-banner text-on-banner shadow-float flex min-h-14 w-full items-center gap-3 rounded-card px-4 py-2"
      >
        <Timer aria-hidden="true" className="size-6 shrink-0" />
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="line-clamp-2 text-capped font-bold">
            {m.current_parked_at({ place: formatPlace(reservation) })}
          </span>
          <span className="text-capped-sm font-medium tabular-nums">
            {formatTimeLeft(getRemainingMs(reservation, now))}
          </span>
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0" />
      </Link>
      <LateOpenBarrier reservation={reservation} className="bg-raised shadow-float rounded-card p-2" />
    </>
  );
}
