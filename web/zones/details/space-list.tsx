import { RotateCw, SquareParkingOff, WifiOff } from 'lucide-react';
import { PROBLEMS } from '../../../domain/problems.ts';
import type { Space } from '../../../domain/zones/zone.ts';
import { Button } from '../../ui/button.tsx';
import { InvalidRowNote } from '../../ui/invalid-rows.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatePanel } from '../../ui/state-panel.tsx';
import { formatFreeTime } from './free-time.ts';
import { SpaceRow } from './space-row.tsx';
import { useSpaceCheck } from './use-space-check.ts';
import { useSpaces } from './use-spaces.ts';
import { useTakenTimes } from './use-taken-times.ts';

const NO_SPACES: Space[] = [];

type SpaceListProps = {
  zoneId: string;
  /** Called with a space that is free for the next hour. */
  onReserve: (space: Space) => void;
};

/** The spaces of a zone; Reserve asks again whether the space is free before it goes on. */
export function SpaceList({ zoneId, onReserve }: SpaceListProps) {
  const spaces = useSpaces(zoneId);
  const taken = useTakenTimes(zoneId, spaces.data?.rows ?? NO_SPACES);
  const { checking, checkSpace } = useSpaceCheck(onReserve);

  if (spaces.data === undefined) {
    if (spaces.isError) return <NotLoaded onRetry={() => void spaces.refetch()} />;
    if (spaces.isPaused) return <StatePanel urgent icon={WifiOff} title={PROBLEMS.offline} />;
    return <Loading />;
  }
  if (spaces.data.count === 0) {
    return <StatePanel icon={SquareParkingOff} title="No parking spaces available in this zone." />;
  }
  return (
    <section
      aria-label="Parking spaces"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached from the keyboard
      tabIndex={0}
      className="border-line max-h-64 overflow-y-auto rounded-card border"
    >
      <ul className="divide-line divide-y">
        {spaces.data.rows.map((space) => (
          <SpaceRow
            key={space.id}
            space={space}
            freeTime={taken ? formatFreeTime(space, taken.get(space.id) ?? [], new Date()) : null}
            isBusy={checking !== null}
            isChecking={checking?.id === space.id}
            onReserve={() => checkSpace(space)}
          />
        ))}
        {spaces.data.invalid.map((row) => (
          <li key={row.id} className="p-4">
            <InvalidRowNote row={row} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading parking spaces" className="flex flex-col gap-2">
      <Skeleton className="h-15" />
      <Skeleton className="h-15" />
      <Skeleton className="h-15" />
    </div>
  );
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <StatePanel
      urgent
      icon={RotateCw}
      title="The parking spaces did not arrive"
      action={
        <Button variant="secondary" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}
