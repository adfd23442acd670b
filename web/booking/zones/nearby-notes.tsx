import { MapPinOff } from 'lucide-react';
import { m } from '#messages';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Says that distances are from the city centre. */
export function NearbyWithoutLocation({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="bg-brand-wash text-brand-ink flex flex-wrap items-center gap-x-3 rounded-card py-2 pr-2 pl-4">
      <MapPinOff aria-hidden="true" className="size-5 shrink-0" />
      <p role="status" className="min-w-0 flex-[1_1_10rem] text-sm font-semibold">
        {m.park_now_distances_from_centre()}
      </p>
      <Button variant="quiet" className="ml-auto px-3! text-sm!" onClick={onRetry}>
        {m.action_try_again()}
      </Button>
    </div>
  );
}

export function NearbyLocating({ onStopWaiting }: { onStopWaiting: () => void }) {
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-muted">
        {m.location_finding()}
      </p>
      <Skeleton className="h-28" />
      <Skeleton className="h-28" />
      <Skeleton className="h-28" />
      <Button variant="quiet" onClick={onStopWaiting}>
        {m.nearby_use_city_centre()}
      </Button>
    </div>
  );
}
