import { m } from '#messages';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

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
