import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { findReservationPosition, type Reservation } from '../../domain/reservations/reservation.ts';
import { locateAddress } from './data.ts';

/**
 * Where a reservation is: at its own position, else where its address is.
 * @param to the address to show instead of the reservation's own
 */
export function useDestination(reservation: Reservation, to: string | null) {
  const address = to || reservation.address;
  const known = useMemo(() => findReservationPosition(reservation), [reservation]);
  const found = useQuery({
    queryKey: ['destination', address],
    queryFn: ({ signal }) => locateAddress(address, signal),
    enabled: known === null,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });
  return {
    address,
    position: known ?? found.data ?? null,
    problem: found.error,
    isBusy: found.isFetching,
    retry: () => void found.refetch(),
  };
}
