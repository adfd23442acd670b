import { useQuery } from '@tanstack/react-query';
import type { Reservation } from '../../domain/reservations/reservation.ts';
import { requestRoute } from '../map/route/request-route.ts';
import { getCurrentPosition } from '../platform/geolocation.ts';
import { useProblemToast } from '../ui/use-problem-toast.ts';
import { useDestination } from './use-destination.ts';

/** Traffic changes: a route this old is asked for again when the person comes back to it. */
const ROUTE_STALE_MS = 5 * 60_000;

export type Trip = ReturnType<typeof useTrip>;

/** The drive to a reservation, from where the device is and leaving now; each part that fails can be tried again. */
export function useTrip(reservation: Reservation, to: string | null) {
  const destination = useDestination(reservation, to);
  const origin = useQuery({
    queryKey: ['own-position'],
    queryFn: getCurrentPosition,
    // Where the device was at an earlier visit says nothing.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    // Who said no is not asked again for each look at another window.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
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
  useProblemToast(origin.error);
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
