import { useQuery } from '@tanstack/react-query';
import type { Reservation } from '../../domain/reservations/reservation.ts';
import { requestRoute } from '../map/route/request-route.ts';
import { useOwnPosition } from '../platform/position/use-own-position.ts';
import { useProblemToast } from '../ui/use-problem-toast.ts';
import { useDestination } from './use-destination.ts';

/** A route this old is requested again on the next visit, as traffic changes. */
const ROUTE_STALE_MS = 5 * 60_000;

export type Trip = ReturnType<typeof useTrip>;

/** The drive from the position of the device to a reservation. Each request that fails can be retried. */
export function useTrip(reservation: Reservation, to: string | null) {
  const destination = useDestination(reservation, to);
  const origin = useOwnPosition();
  const from = origin.data ?? null;
  const { position } = destination;
  const isComplete = from !== null && position !== null;
  const route = useQuery({
    queryKey: ['driving-route', from, position],
    queryFn: () => (isComplete ? requestRoute(from, position) : null),
    enabled: isComplete,
    gcTime: 0,
    staleTime: ROUTE_STALE_MS,
    networkMode: 'always',
  });
  useProblemToast(route.error);

  return {
    destination,
    origin: {
      position: from,
      problem: origin.error,
      isBusy: origin.isFetching,
      retry: () => void origin.refetch(),
    },
    route: {
      value: route.data ?? null,
      problem: route.data ? null : route.error,
      isBusy: route.isFetching,
      retry: () => void route.refetch(),
    },
  };
}
