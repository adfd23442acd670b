import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Problem } from '../../../domain/problems.ts';
import { findReservationPosition, type Reservation } from '../../../domain/reservations/reservation.ts';
import { CITY_CENTRE } from '../../../domain/zones/city-centre.ts';
import type { Position } from '../../../domain/zones/distance.ts';
import { searchPlaces } from '../../map/search/search-places.ts';

/**
 * The position of a reservation, or of its address when it has none.
 * @param to replaces the address of the reservation
 */
export function useDestination(reservation: Reservation, to: string | null) {
  const address = to || reservation.address;
  const stored = useMemo(() => findReservationPosition(reservation), [reservation]);
  const found = useQuery({
    queryKey: ['destination', address],
    queryFn: ({ signal }) => locateAddress(address, signal),
    enabled: stored === null,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });
  return {
    address,
    position: stored ?? found.data ?? null,
    problem: found.error,
    isBusy: found.isFetching,
    retry: () => void found.refetch(),
  };
}

/** @throws Problem `place-not-found`, or `search-failed` without a response */
async function locateAddress(address: string, signal: AbortSignal): Promise<Position> {
  if (address === '') throw new Problem('place-not-found');
  // Of streets with the same name, the one nearest to the capital.
  const [suggestion] = await searchPlaces(address, CITY_CENTRE, signal);
  if (suggestion === undefined) throw new Problem('place-not-found');
  return (await suggestion.locate()).position;
}
