import { Skeleton } from '../../ui/skeleton.tsx';

/** Shown in the place of a list of reservations until it is loaded. */
export function ReservationListPlaceholder() {
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-muted">
        Loading reservations...
      </p>
      <Skeleton className="h-44 rounded-card" />
      <Skeleton className="h-44 rounded-card" />
      <Skeleton className="h-44 rounded-card" />
    </div>
  );
}
