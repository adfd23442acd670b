import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { calculateDistanceKm, type Position } from '../../../../domain/zones/distance.ts';
import type { Nearby } from '../../../../domain/zones/nearest.ts';
import type { Period } from '../../../../domain/zones/occupancy.ts';
import type { Zone } from '../../../../domain/zones/zone.ts';
import { listNearestFreeZones } from '../data.ts';
import { ZONES_QUERY_KEY, ZONES_REFRESH_MS } from '../zone-queries.ts';

/** The nearest zones with a space that is free for the whole period, the nearest first. */
export function useNearbyFreeZones(from: Position | null, period: Period | null) {
  return useQuery({
    queryKey: [...ZONES_QUERY_KEY, 'nearby-free', from, period],
    queryFn: () => (from === null || period === null ? [] : listNearestFreeZones(from, period)),
    select: (zones) => (from === null ? [] : zones.flatMap((zone) => toNearby(zone, from))),
    enabled: from !== null && period !== null,
    refetchInterval: ZONES_REFRESH_MS,
    // The period moves on with each minute.
    placeholderData: keepPreviousData,
  });
}

function toNearby(zone: Zone, from: Position): Nearby[] {
  const { position } = zone;
  return position === null ? [] : [{ zone: { ...zone, position }, distanceKm: calculateDistanceKm(from, position) }];
}
