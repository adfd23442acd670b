import { useQuery } from '@tanstack/react-query';
import { Problem } from '../../../domain/problems.ts';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import { requestTicket } from './data.ts';
import { findSavedAddress, saveTicket } from './saved-tickets.ts';

/** The address of the ticket of a reservation; without a connection the saved one, perhaps from before a change. */
export function useTicket(reservation: Reservation) {
  return useQuery({
    queryKey: ['ticket', reservation],
    queryFn: async () => {
      const saved = findSavedAddress(reservation);
      if (saved !== null && !saved.isOutdated) return saved;
      try {
        const address = await requestTicket(reservation.id);
        saveTicket({ reservation, address, requestedAt: Date.now() });
        return { address, isOutdated: false };
      } catch (error) {
        if (saved === null || (error instanceof Problem && error.key === 'ticket-not-active')) throw error;
        return saved;
      }
    },
    networkMode: 'always',
    retry: false,
    gcTime: 0,
  });
}
