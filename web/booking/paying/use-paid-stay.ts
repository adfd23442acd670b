import { useQuery } from '@tanstack/react-query';
import { loadPaidStay } from './data.ts';

/** The reservation that a payment is for; null without one. */
export function usePaidStay(reservationId: string | null) {
  return useQuery({
    queryKey: ['paid-stay', reservationId],
    queryFn: () => (reservationId === null ? null : loadPaidStay(reservationId)),
  });
}
