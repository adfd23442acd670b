import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import type { Position } from '../../../domain/zones/distance.ts';
import { requestRoute } from '../../map/route/request-route.ts';
import { logWarning } from '../../ui/platform/log.ts';
import { useOwnPosition } from '../../ui/platform/position/use-own-position.ts';
import { useProblemToast } from '../../ui/use-problem-toast.ts';
import { useDestination } from './use-destination.ts';

/** A route this old is requested again on the next visit, as traffic changes. */
const ROUTE_STALE_MS = 5 * 60_000;

const createRouteQuery = (from: Position | null, to: Position | null) =>
  queryOptions({
    queryKey: ['driving-route', from, to],
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

  /** Replaces the way by one that starts elsewhere, once there is one. */
  const reroute = async (start: Position) => {
    if (isRerouting.current) return;
    isRerouting.current = true;
    try {
      await queryClient.fetchQuery(createRouteQuery(start, position));
      setNewStart(start);
    } catch (error) {
      logWarning('There is no new way yet', error);
    } finally {
      isRerouting.current = false;
    }
  };

  return {
    destination,
    origin: {
      position: from,
      problem: newStart === null ? origin.error : null,
      isBusy: origin.isFetching,
      retry: () => void origin.refetch(),
    },
    route: {
      value: route.data ?? null,
      problem: route.data ? null : route.error,
      isBusy: route.isFetching,
      retry: () => void route.refetch(),
    },
    reroute,
  };
}
