import { LoaderCircle } from 'lucide-react';
import type { Space, SpaceStatus } from '../../../domain/zones/zone.ts';
import { Button } from '../../ui/button.tsx';

const STATUS_LABELS: Record<SpaceStatus, string> = {
  available: 'Available',
  occupied: 'Occupied',
  reserved: 'Reserved',
  maintenance: 'Maintenance',
};

type SpaceRowProps = {
  space: Space;
  /** Null when that is unknown. */
  freeTime: string | null;
  /** Whether any space is being checked. */
  isBusy: boolean;
  isChecking: boolean;
  onReserve: () => void;
};

export function SpaceRow({ space, freeTime, isBusy, isChecking, onReserve }: SpaceRowProps) {
  const isAvailable = space.status === 'available';
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{space.name}</span>
        <span className="flex flex-wrap gap-x-2 text-sm">
          <span className={isAvailable ? 'text-positive font-semibold' : 'text-danger font-semibold'}>
            {STATUS_LABELS[space.status]}
          </span>
          {freeTime === null ? null : <span className="text-muted">{freeTime}</span>}
        </span>
      </span>
      <Button
        className="min-h-11! px-4!"
        disabled={!isAvailable || isBusy}
        aria-label={`Reserve ${space.name}`}
        aria-busy={isChecking}
        onClick={onReserve}
      >
        {isChecking ? <LoaderCircle aria-hidden="true" className="size-4 animate-spin" /> : null}
        Reserve
      </Button>
    </li>
  );
}
