import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { CircleParkingOff, MapPinOff } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { m } from '#messages';
import type { Period } from '../../../domain/days/period.ts';
import { formatRateRange } from '../../../domain/money/money.ts';
import { CITY_CENTRE, calculateDistanceKm, formatKm, type Position } from '../../../domain/zones/distance.ts';
import type { Nearby } from '../../../domain/zones/nearest.ts';
import type { Zone } from '../../../domain/zones/zone.ts';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { StatePanel } from '../../ui/feedback/state-panel.tsx';
import { Button } from '../../ui/form/button.tsx';
import { useOwnPosition } from '../../ui/platform/geolocation.ts';
import { bookingKeys } from '../keys.ts';
import { FreeBadge, ZoneOption } from './zone-facts.tsx';
import { findFreeSpace, listNearestFreeZones, ZONES_REFRESH_MS } from './zones.ts';

type NearbyChoiceProps = {
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
      {nearby.map(({ zone, distanceKm }) => (
        <ZoneOption
          key={zone.id}
          zone={zone}
          group={{ name, chosenId, onChoose }}
          className="border-line bg-surface has-checked:border-brand has-checked:bg-brand-wash rounded-card border p-4 transition-colors"
        >
          <span className="font-bold tabular-nums">{formatKm(distanceKm)}</span>
          <span className="tabular-nums">
            {formatRateRange({
              lowestRate: zone.pricePerHour,
              highestRate: zone.pricePerHour,
              hasRates: zone.hasRates,
            })}
          </span>
          <FreeBadge zone={zone} />
        </ZoneOption>
      ))}
    </div>
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

/** Shows the children once the device is located, or its driver stops waiting and distances are from the city centre. */
export function NearbyZones({ origin, children }: { origin: ReturnType<typeof useNearbyOrigin>; children: ReactNode }) {
  if (origin.position === null) {
    return (
      <div className="flex flex-col gap-3">
        <SkeletonList isShown label={m.location_finding()} shapes={['h-28', 'h-28', 'h-28']} className="gap-3" />
        <Button variant="quiet" onClick={origin.stopWaiting}>
          {m.nearby_use_city_centre()}
        </Button>
      </div>
    );
  }
  return (
    <>
      {origin.isOwn ? null : (
        <div className="bg-brand-wash text-brand-ink flex flex-wrap items-center gap-x-3 rounded-card py-2 pr-2 pl-4">
          <MapPinOff aria-hidden="true" className="size-5 shrink-0" />
          <p role="status" className="min-w-0 flex-[1_1_10rem] text-sm font-semibold">
            {m.park_now_distances_from_centre()}
          </p>
          <Button variant="quiet" className="ml-auto px-3! text-sm!" onClick={origin.retry}>
            {m.action_try_again()}
          </Button>
        </div>
      )}
      {children}
    </>
  );
}

/** The first space of a zone that is free for the whole period: undefined while it is searched, null when there is none. */
export function useOfferedSpace(zoneId: string | null, period: Period | null) {
  return useQuery({
    queryKey: bookingKeys.zones('offered-space', zoneId, period),
    queryFn: zoneId === null || period === null ? skipToken : () => findFreeSpace(zoneId, period, period.startsAt),
    // The period moves on with each minute.
    placeholderData: (space) => (space?.zoneId === zoneId ? space : undefined),
  });
}

/** The nearest zones with a space that is free for the whole period, the nearest first. */
export function useNearbyFreeZones(from: Position | null, period: Period | null) {
  return useQuery({
    queryKey: bookingKeys.zones('nearby-free', from, period),
    queryFn: from === null || period === null ? skipToken : () => listNearestFreeZones(from, period),
    select: (zones) => (from === null ? [] : zones.flatMap((zone) => toNearby(zone, from))),
    refetchInterval: ZONES_REFRESH_MS,
    // The period moves on with each minute.
    placeholderData: keepPreviousData,
  });
}

function toNearby(zone: Zone, from: Position): Nearby[] {
  const { position } = zone;
  return position === null ? [] : [{ zone: { ...zone, position }, distanceKm: calculateDistanceKm(from, position) }];
}
