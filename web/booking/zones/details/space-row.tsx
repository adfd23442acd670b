import { LoaderCircle } from 'lucide-react';
import { m } from '#messages';
import { formatHourlyRate } from '../../../../domain/reservations/money.ts';
import type { Space, SpaceStatus } from '../../../../domain/zones/zone.ts';
import { Button } from '../../../ui/button.tsx';

const STATUS_LABELS: Record<SpaceStatus, string> = {
  available: m.space_status_available(),
  occupied: m.space_status_occupied(),
  reserved: m.space_status_reserved(),
  maintenance: m.space_status_maintenance(),
};

type SpaceRowProps = {
  space: Space;
  /** Dollars. */
  hourlyRate: number;
  /** Null when that is unknown. */
  freeTime: string | null;
  /** Whether any space is being checked. */
  isBusy: boolean;
  isChecking: boolean;
  onReserve: () => void;
};

export function SpaceRow({ space, hourlyRate, freeTime, isBusy, isChecking, onReserve }: SpaceRowProps) {
  const isAvailable = space.status === 'available';
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
      <span className="min-w-0 flex-[1_1_9rem]">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="max-w-full font-semibold wrap-break-word">{space.name}</span>
          <span className="text-sm font-medium tabular-nums">{formatHourlyRate(hourlyRate)}</span>
        </span>
        <span className="flex flex-wrap gap-x-2 text-sm">
          <span className={isAvailable ? 'text-positive font-semibold' : 'text-danger font-semibold'}>
            {STATUS_LABELS[space.status]}
          </span>
          {freeTime === null ? null : <span className="text-muted">{freeTime}</span>}
        </span>
      </span>
      <Button
        className="ml-auto min-h-11! px-4!"
        disabled={!isAvailable || isBusy}
        aria-label={m.zone_spaces_reserve_space({ space: space.name })}
        aria-busy={isChecking}
        onClick={onReserve}
      >
        {isChecking ? <LoaderCircle aria-hidden="true" className="size-4 animate-spin" /> : null}
        {m.zone_spaces_reserve()}
      </Button>
    </div>
  );
}
