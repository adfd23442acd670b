import { m } from '#messages';
import { Skeleton } from '../../ui/skeleton.tsx';

export function ReservationListPlaceholder() {
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-muted">
        {m.reservations_loading()}
      </p>
      <Skeleton className="h-44 rounded-card" />
      <Skeleton className="h-44 rounded-card" />
      <Skeleton className="h-44 rounded-card" />
    </div>
  );
}
