import type { QueryClient } from '@tanstack/react-query';
import type { Reservation } from '../../../domain/reservations/reservation.ts';
import type { RefundTarget } from './cancel-reservation.ts';

/** `isCharged` where money comes back. */
export type Cancellation = { id: string; refund: RefundTarget; isCharged: boolean };

/** Of the mutation that carries out a `Cancellation`. */
export const CANCEL_RESERVATION_KEY = ['cancel-reservation'];

/** Whether this page is cancelling the reservation. */
export function isCancelling(queryClient: QueryClient, { id }: Pick<Reservation, 'id'>): boolean {
  const pending = queryClient.getMutationCache().findAll({ mutationKey: CANCEL_RESERVATION_KEY, status: 'pending' });
  return pending.some(({ state }) => (state.variables as Cancellation | undefined)?.id === id);
}
