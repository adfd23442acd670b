import { clsx } from 'clsx';
import { lazy, Suspense } from 'react';
import { getBarrierOpening, hasBarrier, isBarrierTime } from '../../../domain/reservations/barrier.ts';
import type { HandedOverReservation } from '../../../domain/reservations/reservation.ts';
import { useNow } from '../../ui/platform/use-now.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

const OpenBarrier = lazy(async () => ({ default: (await import('./open-barrier.tsx')).OpenBarrier }));

type LateOpenBarrierProps = { reservation: HandedOverReservation; className?: string };

/** The button that opens the barrier of a reservation's space; nothing when the space has none. */
export function LateOpenBarrier({ reservation, className }: LateOpenBarrierProps) {
  if (!hasBarrier(reservation)) return null;
  return (
    <div className={clsx('empty:hidden', className)}>
      <Suspense fallback={<OpenBarrierSkeleton reservation={reservation} />}>
        <OpenBarrier reservation={reservation} />
      </Suspense>
    </div>
  );
}

/** As high as what follows: the button, or the line with the time from when on it is there. */
function OpenBarrierSkeleton({ reservation }: { reservation: HandedOverReservation }) {
  const now = useNow();
  if (isBarrierTime(reservation, now)) return <Skeleton className="h-14" />;
  return now < getBarrierOpening(reservation) ? <Skeleton className="h-6" /> : null;
}
