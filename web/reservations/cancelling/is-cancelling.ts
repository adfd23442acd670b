import type { QueryClient } from '@tanstack/react-query';
import type { Reservation } from '../../../domain/reservations/reservation.ts';

/** Of the mutation that cancels the reservation with the id that it is called with. */
export const CANCEL_RESERVATION_KEY = ['cancel-reservation'];

/** Whether this page is cancelling the reservation. */
export function isCancelling(queryClient: QueryClient, { id }: Pick<Reservation, 'id'>): boolean {
  const pending = queryClient.getMutationCache().findAll({ mutationKey: CANCEL_RESERVATION_KEY, status: 'pending' });
  return pending.some(({ state }) => state.variables === id);
}
