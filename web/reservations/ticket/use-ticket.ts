import { useQuery } from '@tanstack/react-query';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { requestTicket } from './data.ts';
import { findSavedAddress, saveTicket } from './saved-tickets.ts';

/** The address of the ticket of a reservation; the saved one while there is no connection. */
export function useTicket(reservation: Reservation) {
  return useQuery({
    queryKey: ['ticket', reservation],
    queryFn: async () => {
      const saved = findSavedAddress(reservation);
      if (saved !== null) return saved;
      const address = await requestTicket(reservation.id);
      saveTicket({ reservation, address });
      return address;
    },
    networkMode: 'always',
    retry: false,
    gcTime: 0,
  });
}
