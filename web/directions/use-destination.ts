import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { findReservationPosition, type Reservation } from '../../domain/reservations/reservation.ts';
import { locateAddress } from './data.ts';

/**
 * The position of a reservation, or of its address when it has none.
 * @param to replaces the address of the reservation
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
