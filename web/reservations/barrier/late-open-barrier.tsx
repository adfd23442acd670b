import { clsx } from 'clsx';
import { lazy, Suspense } from 'react';
import { hasBarrier } from '../../../domain/reservations/barrier.ts';
import type { HandedOverReservation } from '../../../domain/reservations/reservation.ts';

const OpenBarrier = lazy(async () => ({ default: (await import('./open-barrier.tsx')).OpenBarrier }));

type LateOpenBarrierProps = { reservation: HandedOverReservation; className?: string };

/** The button that opens the barrier of a reservation's space; nothing when the space has none. */
export function LateOpenBarrier({ reservation, className }: LateOpenBarrierProps) {
  if (!hasBarrier(reservation)) return null;
  return (
    <Suspense fallback={null}>
      <div className={clsx('empty:hidden', className)}>
        <OpenBarrier reservation={reservation} />
      </div>
    </Suspense>
  );
}
