import { CircleParkingOff, MapPinOff } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { m } from '#messages';
import { formatHourlyRate } from '../../../domain/money/money.ts';
import { CITY_CENTRE, formatKm } from '../../../domain/zones/distance.ts';

import type { Nearby } from '../../../domain/zones/nearest.ts';
import { Button } from '../../ui/button.tsx';
import { useOwnPosition } from '../../ui/platform/geolocation.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { StatePanel } from '../../ui/state-panel.tsx';
import { FreeBadge, ZoneRadio, type ZoneRadioProps } from './zone-facts.tsx';

type NearbyChoiceProps = {
  /** The nearest first. */
  nearby: readonly Nearby[];
  chosenId: string | null;
  onChoose: (zoneId: string) => void;
};

export function NearbyChoice({ nearby, chosenId, onChoose }: NearbyChoiceProps) {
  const name = useId();
  if (nearby.length === 0) {
    return <StatePanel icon={CircleParkingOff} title={m.nearby_none()} />;
  }
  return (
    <div role="radiogroup" aria-label={m.nearby_zones()} className="flex flex-col gap-3">
      {nearby.map((found) => (
        <NearbyOption key={found.zone.id} {...found} radio={{ name, chosenId, onChoose }} />
      ))}
    </div>
  );
}

function NearbyOption({ zone, distanceKm, radio }: Nearby & { radio: ZoneRadioProps }) {
  const id = useId();
  return (
    <label
      htmlFor={`${id}-radio`}
      className="border-line bg-surface has-checked:border-brand has-checked:bg-brand-wash flex cursor-pointer items-center gap-3 rounded-card border p-4 transition-colors"
    >
      <ZoneRadio zoneId={zone.id} id={id} {...radio} />
      <span className="min-w-0 flex-1">
        <span id={`${id}-name`} className="block font-semibold">
          {zone.name}
        </span>
        <span id={`${id}-facts`} className="block">
          <span className="text-muted block text-sm">{zone.address}</span>
          <span className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <span className="font-bold tabular-nums">{formatKm(distanceKm)}</span>
            <span className="tabular-nums">{formatHourlyRate(zone.pricePerHour)}</span>
            <FreeBadge count={zone.availableSpaces} />
          </span>
        </span>
      </span>
    </label>
  );
}

/** The start of distances: the position of the device, or the city centre when that is unknown or takes too long. */
export function useNearbyOrigin() {
  const [isWaiting, setIsWaiting] = useState(true);
  const own = useOwnPosition();
  const isLocating = own.isFetching && isWaiting;
  return {
    /** Null while the device is being located. */
    position: own.data ?? (isLocating ? null : CITY_CENTRE),
    isOwn: own.data !== undefined,
    /** Uses the city centre, as a browser may wait for the permission forever. */
    stopWaiting: () => setIsWaiting(false),
    retry: () => {
      setIsWaiting(true);
      void own.refetch();
    },
  };
}

type NearbyZonesProps = {
  origin: ReturnType<typeof useNearbyOrigin>;
  /** Shown once there is a position to measure from. */
  children: ReactNode;
};

/** What is nearby, once the device is located or somebody has stopped waiting for that. */
export function NearbyZones({ origin, children }: NearbyZonesProps) {
  if (origin.position === null) return <NearbyLocating onStopWaiting={origin.stopWaiting} />;
  return (
    <>
      {origin.isOwn ? null : <NearbyWithoutLocation onRetry={origin.retry} />}
      {children}
    </>
  );
}

/** Says that distances are from the city centre. */
function NearbyWithoutLocation({ onRetry }: { onRetry: () => void }) {
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

function NearbyLocating({ onStopWaiting }: { onStopWaiting: () => void }) {
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
