import { clsx } from 'clsx';
import { ChevronRight, Timer, TimerOff } from 'lucide-react';
import { lazy, Suspense, useId } from 'react';
import { Link } from 'react-router';
import { m } from '#messages';
import { formatPlace, type Reservation } from '../../../domain/reservations/reservation.ts';
import {
  getMsSinceEnd,
  getRemainingMs,
  isAwaitingEnd,
  isDuringReservation,
} from '../../../domain/reservations/times.ts';
import { paths } from '../../paths.ts';
import { useNow } from '../../ui/platform/use-now.ts';
import { EndingNotes } from '../ending/pending-ends.tsx';
import { useRateEndedReservation } from '../ending/reservation-rating.tsx';
import { formatEndedAgo, formatTimeLeft } from '../parking-time.ts';
import { OpenBarrier } from './barrier-button.tsx';
import { useCurrentReservation } from './use-current-reservation.ts';

// The map does not wait for dialogs.
const EndParkingButton = lazy(async () => ({ default: (await import('../ending/end-dialog.tsx')).EndParkingButton }));

/** The reservations that are being ended, and a link to the one under way or the way to end one that is over. */
export function CurrentReservationBanner() {
  return (
    <>
      <EndingNotes />
      <CurrentReservation />
    </>
  );
}

function CurrentReservation() {
  const reservation = useCurrentReservation();
  const rateEnded = useRateEndedReservation();
  const now = useNow();
  if (reservation === null) return null;
  if (isAwaitingEnd(reservation, now)) {
    return (
      <Suspense fallback={null}>
        <OverdueCard reservation={reservation} onEnded={rateEnded} />
      </Suspense>
    );
  }
  if (!isDuringReservation(reservation, now) || now >= reservation.endsAt) return null;
  return (
    <>
      <ParkedLink
        reservation={reservation}
        title={m.current_parked_at({ place: formatPlace(reservation) })}
        className="shadow-float w-full"
      />
      <OpenBarrier reservation={reservation} className="bg-raised shadow-float rounded-card p-2" />
    </>
  );
}

type ParkedLinkProps = { reservation: Reservation; title: string; detail?: string; className?: string };

export function ParkedLink({ reservation, title, detail, className }: ParkedLinkProps) {
  const now = useNow();
  return (
    <Link
      to={paths.parkingStatus}
      state={{ reservation }}
      className={clsx('bg-banner text-on-banner flex min-h-14 items-center gap-3 rounded-card px-4 py-2', className)}
    >
      <Timer aria-hidden="true" className="size-6 shrink-0" />
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="line-clamp-2 text-capped font-bold">{title}</span>
        {detail ? <span className="text-capped-sm font-medium">{detail}</span> : null}
        <span className="text-capped-sm font-medium tabular-nums">
          {formatTimeLeft(getRemainingMs(reservation, now))}
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0" />
    </Link>
  );
}

type OverdueCardProps = { reservation: Reservation; onEnded: (reservation: Reservation) => void };

/** A reservation that is over and was not ended: a link to its status, and the button that ends it. */
export function OverdueCard({ reservation, onEnded }: OverdueCardProps) {
  const titleId = useId();
  const endedAgo = formatEndedAgo(getMsSinceEnd(reservation, useNow()));
  return (
    <section
      aria-labelledby={titleId}
      className="bg-raised shadow-float flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border-2 border-danger px-4 py-2.5"
    >
      <Link
        to={paths.parkingStatus}
        state={{ reservation }}
        className="flex min-h-11 min-w-0 flex-[1_1_10rem] items-center gap-3"
      >
        <TimerOff aria-hidden="true" className="size-6 shrink-0 text-danger" />
        <span className="flex min-w-0 flex-1 flex-col">
          <span id={titleId} className="text-capped font-bold wrap-anywhere">
            {m.current_still_at({ place: formatPlace(reservation) })}
          </span>
          <span className="text-capped-sm font-medium text-danger tabular-nums">{endedAgo}</span>
        </span>
      </Link>
      <EndParkingButton
        size="small"
        className="flex-[1_0_auto]"
        aria-describedby={titleId}
        reservation={reservation}
        onEnded={() => onEnded(reservation)}
      />
      <OpenBarrier reservation={reservation} className="w-full" />
    </section>
  );
}
