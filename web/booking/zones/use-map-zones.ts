import { hashKey, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { Period } from '../../../domain/days/period.ts';
import { type Bounds, covers } from '../../../domain/zones/distance.ts';
import type { Zone } from '../../../domain/zones/zone.ts';
import type { MapZone } from '../../map/contract.ts';
import { useProblemToast } from '../../ui/feedback/use-problem-toast.ts';
import { getNow } from '../../ui/platform/clock.ts';
import { bookingKeys } from '../keys.ts';
import { findZone, listMapZones, type MapZones, ZONES_REFRESH_MS, type ZoneFilter } from './zones.ts';

/** A region much wider than the view loads many zones that nobody sees. */
const WIDEST_TO_VIEW = 8;

const WORLD: Bounds = { west: -180, south: -90, east: 180, north: 90 };

const getWidth = ({ west, east }: Bounds) => east - west;

const getHeight = ({ south, north }: Bounds) => north - south;

/** This many zones load fast. With more, the map shows clusters, where a single free space does not show. */
const FEW_ZONES = 1000;
const MANY_ZONES_REFRESH_MS = 120_000;

const isSame = (a: unknown, b: unknown) => hashKey([a]) === hashKey([b]);

/** The zones around the view of the map and those of its sheet, which are loaded together. */
export function useMapZones(view: Bounds, filter: ZoneFilter) {
  // Keep what loaded last until the next load is there.
  const [last, setLast] = useState<(MapZones & { region: Bounds; filter: ZoneFilter; loadedAt: number }) | null>(null);
  const [region, setRegion] = useState(() => findRegion(view, null));
  const isSparse = last !== null && isSame(last.region, region) && last.zones.length <= FEW_ZONES;
  const wanted = findRegion(view, { region, isSparse });
  if (wanted !== region) setRegion(wanted);

  const query = useQuery({
    queryKey: bookingKeys.zones('map', wanted, filter),
    queryFn: async ({ signal }) => ({
      ...(await listMapZones(wanted, filter, signal)),
      region: wanted,
      filter,
      loadedAt: getNow().getTime(),
    }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data.zones.length > FEW_ZONES ? MANY_ZONES_REFRESH_MS : ZONES_REFRESH_MS,
    // Comparing thousands of zones takes longer than drawing them.
    structuralSharing: false,
  });
  useProblemToast(query.error);
  if (query.data !== undefined && query.data !== last) setLast(query.data);

  // The first cards and pins are rendered in parts, between which a slow phone reacts to a touch.
  const newest = query.data ?? last;
  const loaded = useDeferredValue(newest !== null) ? newest : null;
  const isOfPeriod = loaded !== null && isSame(loaded.filter.period, filter.period);
  const isOfFilter = loaded !== null && isSame(loaded.filter, filter);
  const { isError, isPaused, error, refetch } = query;
  return {
    /** The previous period's zones while the next ones load. */
    zones: isOfPeriod || !isError ? loaded?.zones : undefined,
    /** Zones with the counts of the period, and when they were loaded; null until they are. */
    counted: isOfPeriod ? { zones: loaded.zones, at: loaded.loadedAt } : null,
    sheet: {
      data: isOfFilter || !isError ? loaded?.sheet : undefined,
      /** Whether they are of another filter. */
      isPlaceholderData: !isOfFilter,
      isError,
      isPaused,
      error,
      refetch,
    },
  };
}

/** The zones that have pins: those with a position and with all of these amenities. */
export function toMapZones(zones: readonly Zone[], amenities: readonly string[]): MapZone[] {
  return zones.flatMap(({ position, ...zone }) =>
    position !== null && amenities.every((flag) => zone.amenities.includes(flag)) ? [{ ...zone, position }] : [],
  );
}

/**
 * The region to load zones for. Small moves keep the previous region while it covers the view; otherwise the view
 * grows to the cells of a grid, so that the same places have the same cache key.
 * @param before the previous region, and whether it has so few zones that it may stay at any zoom: the keyboard reaches them all
 */
export function findRegion(view: Bounds, before: { region: Bounds; isSparse: boolean } | null): Bounds {
  if (view.east <= view.west) return WORLD;
  if (before !== null && covers(before.region, view)) {
    if (before.isSparse || getWidth(before.region) <= getWidth(view) * WIDEST_TO_VIEW) return before.region;
  }
  const cell = 2 ** Math.ceil(Math.log2(Math.max(getWidth(view), getHeight(view))));
  const down = (degrees: number) => Math.floor(degrees / cell) * cell;
  const up = (degrees: number) => Math.ceil(degrees / cell) * cell;
  const grown = {
    west: Math.max(WORLD.west, down(view.west)),
    south: Math.max(WORLD.south, down(view.south)),
    east: Math.min(WORLD.east, up(view.east)),
    north: Math.min(WORLD.north, up(view.north)),
  };
  // Around a tall and narrow view the cells themselves can be wider than the limit.
  return before !== null && isSame(before.region, grown) ? before.region : grown;
}

type LoadedZones = { zones: readonly Zone[]; at: number };

/**
 * A zone, refreshed regularly; null when the id is null or unknown.
 * @param period the time to count its available spaces for; null for now
 * @param loaded zones of a list, which can be shown at once, and when they were loaded
 */
export function useZone(id: string | null, period: Period | null, loaded: LoadedZones | null = null) {
  const zone = useQuery({
    queryKey: bookingKeys.zones('one', id, period),
    queryFn: () => (id === null ? null : findZone(id, period)),
    enabled: id !== null,
    initialData: () => loaded?.zones.find((candidate) => candidate.id === id),
    initialDataUpdatedAt: () => loaded?.at,
    // The zone stays while its spaces are counted for another period.
    placeholderData: (previous) => (previous?.id === id ? previous : undefined),
    refetchInterval: ZONES_REFRESH_MS,
  });
  useProblemToast(zone.error);
  return zone;
}
