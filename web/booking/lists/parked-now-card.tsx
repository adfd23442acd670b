import { ChevronRight, Timer } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '#messages';
import { formatPlace, type Reservation } from '../../../domain/reservations/reservation.ts';
import { getRemainingMs } from '../../../domain/reservations/stay.ts';
import { paths } from '../../paths.ts';
import { useNow } from '../../ui/platform/use-now.ts';
import { LateOpenBarrier } from '../barrier/late-open-barrier.tsx';
import { LateSwapButton } from '../changes/late-swap-button.tsx';
import { formatTimeLeft } from '../parking-time.ts';
import type { ListedReservation } from './listed-reservation.ts';

type ParkedNowCardProps = {
  reservation: ListedReservation;
  userId: string | null;
  onDirections: (reservation: Reservation) => void;
};

/** A link to the countdown of the stay that is under way, and what its driver needs on arrival. */
export function ParkedNowCard({ reservation, userId, onDirections }: ParkedNowCardProps) {
  const now = useNow();
  return (
    <div className="flex flex-col gap-2">
      <Link
        to={paths.parkingStatus}
        state={{ reservation }}
        className="bg-banner text-on-banner flex min-h-16 items-center gap-3 rounded-card px-4 py-3"
      >
        <Timer aria-hidden="true" className="size-7 shrink-0" />
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="font-bold">{m.parked_now_title()}</span>
          <span className="text-sm font-medium">{formatPlace(reservation)}</span>
          <span className="text-sm font-medium tabular-nums">{formatTimeLeft(getRemainingMs(reservation, now))}</span>
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0" />
      </Link>
      <LateOpenBarrier reservation={reservation} />
      <LateSwapButton reservation={reservation} userId={userId} onDirections={onDirections} />
    </div>
  );
}
