import { TimerOff } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { m } from '#messages';
import { formatPlace, type Reservation } from '../../../domain/reservations/reservation.ts';
import { getMsSinceEnd } from '../../../domain/reservations/times.ts';
import { paths } from '../../paths.ts';
import { useNow } from '../../ui/platform/use-now.ts';
import { LateOpenBarrier } from '../barrier/late-open-barrier.tsx';
import { EndParkingButton } from '../ending/end-parking-button.tsx';
import { formatEndedAgo } from '../parking-time.ts';

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
      <LateOpenBarrier reservation={reservation} className="w-full" />
    </section>
  );
}
