import { useQuery, useQueryClient } from '@tanstack/react-query';
import { millisecondsInSecond } from 'date-fns/constants';
import { useEffect } from 'react';
import { logWarning } from '../../../ui/platform/log.ts';
import { useOnce } from '../../../ui/platform/use-once.ts';
import type { Payment } from '../data.ts';
import { checkPayment, loadPayment } from '../data.ts';
import { findOutcome } from './find-outcome.ts';

const WAITING_MS = 2 * millisecondsInSecond;
/** Whoever left may have paid in another tab. */
const LEFT_MS = 10 * millisecondsInSecond;

function findInterval(payment: Payment | null | undefined): number | false {
  if (!payment) return false;
  const outcome = findOutcome(payment, new Date());
  if (outcome === 'waiting' || outcome === 'hold-over') return WAITING_MS;
  return outcome === 'left' && LEFT_MS;
}

/** A payment of this driver, read again until it is over. The server asks the provider once. */
export function usePayment(id: string) {
  const queryClient = useQueryClient();
  const payment = useQuery({
    queryKey: ['payment', id],
    queryFn: () => loadPayment(id),
    refetchInterval: ({ state }) => findInterval(state.data),
  });
  const isOpen = payment.data?.state === 'pending';
  useOnce(isOpen, () => {
    checkPayment(id).then(
      () => queryClient.invalidateQueries({ queryKey: ['payment', id] }),
      // The server asks by itself later.
      (error: unknown) => logWarning('The provider was not asked', error),
    );
  });
  const state = payment.data?.state;
  useEffect(() => {
    // It changes the wallet, the reservations and the free spaces.
    if (state !== undefined && state !== 'pending') {
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'payment' });
    }
  }, [state, queryClient]);
  return payment;
}
