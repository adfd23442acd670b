import { useNavigate } from 'react-router';
import { Problem } from '../../../domain/problems.ts';
import { paths } from '../../paths.ts';
import { useOnlineMutation } from '../../ui/use-online-mutation.ts';
import { beginPayment, type PaymentRequest } from './data.ts';
import { leaveToProvider } from './leave-to-provider.ts';
import type { Payment } from './payment-row.ts';

/** The request that a payment was begun with. */
function toRequest({ id, method, purpose, reservationId, newEnd, amount }: Payment): PaymentRequest {
  if (purpose === 'top_up') return { id, method, purpose, amount };
  if (reservationId === null) throw new Problem('no-such-reservation');
  if (purpose === 'reservation') return { id, method, purpose, reservation: reservationId, amount };
  if (newEnd === null) throw new Problem('reservation-changed');
  return { id, method, purpose, reservation: reservationId, end: newEnd, amount };
}

/** Leaves for the provider's page again, of a payment that has begun and is not over. */
export function useResumePayment() {
  const navigate = useNavigate();
  return useOnlineMutation({
    mutationFn: async (payment: Payment) => {
      const next = await beginPayment(toRequest(payment));
      if (!leaveToProvider(payment.id, next)) await navigate(paths.payment(payment.id));
    },
  });
}
