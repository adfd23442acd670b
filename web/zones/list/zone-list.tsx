import { LoaderCircle, MapPinOff, RotateCw, SearchX, WifiOff } from 'lucide-react';
import { PROBLEMS } from '../../../domain/problems.ts';
import { Button } from '../../ui/button.tsx';
import { InvalidRows } from '../../ui/invalid-rows.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatePanel } from '../../ui/state-panel.tsx';
import type { ZoneFilter } from '../data.ts';
import { useZoneList } from './use-zone-list.ts';
import { ZoneCard } from './zone-card.tsx';

type ZoneListProps = {
  filter: ZoneFilter;
  onClearFilter: () => void;
  /** The address of a zone. */
  toZone: (zoneId: string) => string;
};

/** Every zone that fits, with or without a place on the map: all of what the map offers, without a map. */
export function ZoneList({ filter, onClearFilter, toZone }: ZoneListProps) {
  const { list, zones, total } = useZoneList(filter);
  if (list.data === undefined) {
    if (list.isError) return <NotLoaded onRetry={() => void list.refetch()} />;
    if (list.isPaused) return <StatePanel urgent icon={WifiOff} title={PROBLEMS.offline} />;
    return <Loading />;
  }
  const isFiltered = filter.amenities.length > 0 || (filter.words ?? '').trim() !== '';
  return (
    <div className="flex flex-col gap-3" aria-busy={list.isPlaceholderData}>
      <p role="status" className="text-muted text-sm">
        {total === 1 ? '1 parking zone' : `${total} parking zones`}
      </p>
      {zones.count > 0 ? null : isFiltered ? (
        <StatePanel
          icon={SearchX}
          title="No parking zone fits"
          text="Take a word or an amenity away to see more."
          action={
            <Button variant="secondary" onClick={onClearFilter}>
              Show all zones
            </Button>
          }
        />
      ) : (
        <StatePanel icon={MapPinOff} title="No parking zones available" />
      )}
      <ul className="flex flex-col gap-2">
        {zones.rows.map((zone) => (
          <li key={zone.id}>
            <ZoneCard zone={zone} to={toZone(zone.id)} />
          </li>
        ))}
      </ul>
      <InvalidRows rows={zones.invalid} />
      {list.hasNextPage ? (
        <Button variant="secondary" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {list.isFetchingNextPage ? <LoaderCircle aria-hidden="true" className="size-4 animate-spin" /> : null}
          Show more zones
        </Button>
      ) : null}
    </div>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading parking zones" className="flex flex-col gap-2">
      <Skeleton className="h-24" />
      <Skeleton className="h-24" />
      <Skeleton className="h-24" />
      <Skeleton className="h-24" />
    </div>
  );
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <StatePanel
      urgent
      icon={RotateCw}
      title="The parking zones did not arrive"
      action={
        <Button variant="secondary" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}
