import { queryOptions, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import CheapRuler from 'cheap-ruler';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { Problem } from '../../../domain/problems.ts';
import { findReservationPosition, type Reservation } from '../../../domain/reservations/reservation.ts';
import { CITY_CENTRE, type Position } from '../../../domain/zones/distance.ts';
import type { DrivingRoute, RouteStep } from '../../map/contract.ts';
import { requestRoute } from '../../map/request-route.ts';
import { searchPlaces } from '../../map/search/search-places.ts';
import { useProblemToast } from '../../ui/feedback/use-problem-toast.ts';
import { useOwnPosition } from '../../ui/platform/geolocation.ts';
import { logWarning } from '../../ui/platform/log.ts';
import { bookingKeys } from '../keys.ts';

/** A route this old is requested again on the next visit, as traffic changes. */
const ROUTE_STALE_MS = 5 * 60_000;

const createRouteQuery = (from: Position | null, to: Position | null) =>
  queryOptions({
    queryKey: bookingKeys.drivingRoute(from, to),
    queryFn: () => (from !== null && to !== null ? requestRoute(from, to) : null),
    staleTime: ROUTE_STALE_MS,
    networkMode: 'always',
  });

export type Trip = ReturnType<typeof useTrip>;

/** The drive from the position of the device to a reservation. Each request that fails can be retried. */
export function useTrip(reservation: Reservation, to: string | null) {
  const queryClient = useQueryClient();
  const destination = useDestination(reservation, to);
  const origin = useOwnPosition();
  const [newStart, setNewStart] = useState<Position | null>(null);
  const isRerouting = useRef(false);
  const from = newStart ?? origin.data ?? null;
  const { position } = destination;
  const isComplete = from !== null && position !== null;
  const route = useQuery({ ...createRouteQuery(from, position), enabled: isComplete, gcTime: 0 });
  useProblemToast(route.error);

  /** Replaces the route by one from another start, once that is known. */
  const reroute = async (start: Position) => {
    if (isRerouting.current) return;
    isRerouting.current = true;
    try {
      await queryClient.fetchQuery(createRouteQuery(start, position));
      setNewStart(start);
    } catch (error) {
      logWarning('There is no new route yet', error);
    } finally {
      isRerouting.current = false;
    }
  };

  return {
    destination,
    origin: { position: from, ...toPart(origin, newStart !== null) },
    route: { value: route.data ?? null, ...toPart(route, Boolean(route.data)) },
    reroute,
  };
}

/**
 * The position of a reservation, or of its address when it has none.
 * @param to replaces the address of the reservation
 */
function useDestination(reservation: Reservation, to: string | null) {
  const address = to || reservation.address;
  const stored = useMemo(() => findReservationPosition(reservation), [reservation]);
  const found = useQuery({
    queryKey: bookingKeys.destination(address),
    queryFn: ({ signal }) => locateAddress(address, signal),
    enabled: stored === null,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });
  return { address, position: stored ?? found.data ?? null, ...toPart(found, false) };
}

type Request = Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;

/** A request of a trip for the screen. Its failure does not matter once the result is known in another way. */
const toPart = ({ error, isFetching, refetch }: Request, isKnown: boolean) => ({
  problem: isKnown ? null : error,
  isBusy: isFetching,
  retry: () => void refetch(),
});

async function locateAddress(address: string, signal: AbortSignal): Promise<Position> {
  if (address === '') throw new Problem('place-not-found');
  // Among streets with the same name the one nearest to the capital is meant.
  const [suggestion] = await searchPlaces(address, CITY_CENTRE, signal);
  if (suggestion === undefined) throw new Problem('place-not-found');
  return (await suggestion.locate()).position;
}

export type RouteProgress = {
  offRouteKm: number;
  /** The part of the route that is left, from 1 to 0. */
  left: number;
  /** The next maneuver and how far it is; null without steps. */
  next: { index: number; step: RouteStep; inKm: number } | null;
};

const toPoint = ({ lat, lng }: Position): [number, number] => [lng, lat];

/** Where a position is along a route; null for a route without a line. */
export function findRouteProgress(route: DrivingRoute, position: Position): RouteProgress | null {
  const line = route.path.map(toPoint);
  if (line.length < 2) return null;
  const ruler = new CheapRuler(position.lat, 'kilometers');
  const at = ruler.pointOnLine(line, toPoint(position));
  const before = [...line.slice(0, at.index + 1), at.point];
  const length = ruler.lineDistance(line);
  // The router measures along the streets, a little more exactly than the line shows.
  const travelled = length === 0 ? 0 : ruler.lineDistance(before) / length;
  return {
    offRouteKm: ruler.distance(toPoint(position), at.point),
    left: 1 - travelled,
    next: findNext(route.steps, travelled * route.distanceKm),
  };
}

/** A step begins with its maneuver, after the distances of the steps before it. */
function findNext(steps: readonly RouteStep[], travelledKm: number): RouteProgress['next'] {
  let startKm = 0;
  for (const [index, step] of steps.entries()) {
    if (index > 0 && startKm > travelledKm) return { index, step, inKm: startKm - travelledKm };
    startKm += step.distanceKm;
  }
  const last = steps.at(-1);
  return last === undefined ? null : { index: steps.length - 1, step: last, inKm: Math.max(0, startKm - travelledKm) };
}

const OFF_ROUTE_MS = 5000;
const OFF_ROUTE_KM = 0.06;
const ARRIVAL_MS = 10_000;

/**
 * Calls back when the driver has been more than 60 m off the route for 5 s, and every 5 s after that until they are on it.
 * @param offRouteKm null while there is no route or no position
 */
export function useOffRoute(offRouteKm: number | null, onOffRoute: () => void): void {
  const isOff = offRouteKm !== null && offRouteKm > OFF_ROUTE_KM;
  const callBack = useEffectEvent(onOffRoute);
  useEffect(() => {
    if (!isOff) return;
    const interval = setInterval(() => {
      if (document.visibilityState === 'visible') callBack();
    }, OFF_ROUTE_MS);
    return () => clearInterval(interval);
  }, [isOff]);
}

type Arrival = { isNear: boolean; isTimed: boolean; onArrived: () => void };

/** Calls back when the driver is near, or 10 s after driving began. That only opens a dialog; it never moves a barrier. */
export function useArrival(isDriving: boolean, { isNear, isTimed, onArrived }: Arrival): void {
  const arrive = useEffectEvent(onArrived);
  useEffect(() => {
    if (isDriving && isNear) arrive();
  }, [isDriving, isNear]);
  useEffect(() => {
    if (!isDriving || !isTimed) return;
    const timer = setTimeout(() => arrive(), ARRIVAL_MS);
    return () => clearTimeout(timer);
  }, [isDriving, isTimed]);
}
