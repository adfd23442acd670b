import { lazy, Suspense } from 'react';
import { canSwapSpace } from '../../../domain/reservations/extension.ts';
import { isLocalReservation } from '../../../domain/reservations/local-reservation.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { useNow } from '../../ui/platform/use-now.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

const SwapButton = lazy(async () => ({ default: (await import('./swap-dialog.tsx')).SwapButton }));

type LateSwapButtonProps = {
  reservation: Reservation;
  userId: string | null;
  onDirections: (reservation: Reservation) => void;
};

/** "My space is taken" for a listed reservation, from 15 minutes before its start to its end. The list is loaded again. */
export function LateSwapButton(props: LateSwapButtonProps) {
  const now = useNow();
  if (isLocalReservation(props.reservation) || !canSwapSpace(props.reservation, now)) return null;
  return (
    <Suspense fallback={<Skeleton className="h-12" />}>
      <SwapButton {...props} onSwapped={() => undefined} />
    </Suspense>
  );
}
