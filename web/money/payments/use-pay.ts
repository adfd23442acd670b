import { useQuery, useQueryClient } from '@tanstack/react-query';
import { millisecondsInSecond } from 'date-fns/constants';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { Problem } from '../../../domain/problems.ts';
import { useUser } from '../../account/session/session-provider.tsx';
import { paths } from '../../paths.ts';
import { useAction } from '../../ui/form/use-action.ts';
import { getNow } from '../../ui/platform/clock.ts';
import { logWarning } from '../../ui/platform/log.ts';
import { ROOT } from '../../ui/platform/query-keys.ts';
import { useOnce } from '../../ui/platform/use-once.ts';
import { moneyKeys } from '../keys.ts';
import {
  beginPayment,
  checkPayment,
  findOutcome,
  loadPayment,
  type NextStep,
  type Payment,
  type PaymentRequest,
} from './payments.ts';
import { keepWaitingForm } from './waiting-form.ts';

type WithoutId<Request> = Request extends unknown ? Omit<Request, 'id'> : never;
export type NewPayment = WithoutId<PaymentRequest>;

/** Whether a payment that failed to begin may have begun all the same. */
export const isUncertain = (error: unknown): boolean =>
  !(error instanceof Problem) || error.key === 'payment-not-begun' || error.key === 'offline';

/** Begins payments and leaves for the provider's page. The same payment has the same id for as long as the screen lives. */
export function usePay(): (payment: NewPayment) => Promise<void> {
  const navigate = useNavigate();
  const userId = useUser()?.id;
  const [ids] = useState(() => new Map<string, string>());
  return async (payment) => {
    const key = JSON.stringify(payment);
    const id = ids.get(key) ?? crypto.randomUUID();
    ids.set(key, id);
    try {
      const next = await beginPayment({ ...payment, id });
      if (userId !== undefined) keepWaitingForm(userId);
      if (!leaveToProvider(id, next)) await navigate(paths.payment(id), { replace: true });
    } catch (error) {
      if (!isUncertain(error)) ids.delete(key);
      throw error;
    }
  };
}

function toRequest(payment: Payment): PaymentRequest {
  const { id, method, purpose, reservationId, newEnd, newStart, newSpaceId, newVehicleId, amount } = payment;
  if (purpose === 'top_up') return { id, method, purpose, amount };
  if (reservationId === null) throw new Problem('no-such-reservation');
  if (purpose === 'reservation' || purpose === 'exit')
    return { id, method, purpose, reservation: reservationId, amount };
  if (newEnd === null) throw new Problem('reservation-changed');
  if (purpose === 'change') {
    if (newStart === null || newSpaceId === null) throw new Problem('reservation-changed');
    const vehicle = newVehicleId === null ? {} : { vehicle: newVehicleId };
    return {
      id,
      method,
      purpose,
      reservation: reservationId,
      start: newStart,
      end: newEnd,
      space: newSpaceId,
      ...vehicle,
      amount,
    };
  }
  return { id, method, purpose, reservation: reservationId, end: newEnd, amount };
}

/** Leaves for the provider's page again, of a payment that has begun and is not over. */
export function useResumePayment() {
  const navigate = useNavigate();
  return useAction(
    async (payment: Payment) => {
      const next = await beginPayment(toRequest(payment));
      if (!leaveToProvider(payment.id, next)) await navigate(paths.payment(payment.id));
    },
    { isOnce: true },
  );
}

/** False where there is nowhere to go. Going back from there leads to the payment, not to its form. */
function leaveToProvider(paymentId: string, next: NextStep): boolean {
  if (next.kind === 'none') return false;
  window.history.replaceState(null, '', paths.payment(paymentId));
  // A page that the browser kept as it was still shows the form.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload();
  });
  if (next.kind === 'form') createForm(next).submit();
  else Object.assign(document.createElement('a'), { href: next.url }).click();
  return true;
}

function createForm({ action, fields }: Extract<NextStep, { kind: 'form' }>): HTMLFormElement {
  const form = Object.assign(document.createElement('form'), { method: 'post', action, hidden: true });
  for (const [name, value] of fields) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name, value });
    form.append(input);
  }
  document.body.append(form);
  return form;
}

const WAITING_MS = 2 * millisecondsInSecond;

/** A driver who left may have paid in another tab. */
const LEFT_MS = 10 * millisecondsInSecond;

function findInterval(payment: Payment | null | undefined): number | false {
  if (!payment) return false;
  const outcome = findOutcome(payment, getNow());
  if (outcome === 'waiting' || outcome === 'hold-over') return WAITING_MS;
  return outcome === 'left' && LEFT_MS;
}

/** A payment of a driver, read again until it is over. The server asks the provider once. */
export function usePayment(id: string) {
  const queryClient = useQueryClient();
  const payment = useQuery({
    queryKey: moneyKeys.payment(id),
    queryFn: () => loadPayment(id),
    refetchInterval: ({ state }) => findInterval(state.data),
  });
  const isOpen = payment.data?.state === 'pending';
  useOnce(isOpen, () => {
    checkPayment(id).then(
      () => queryClient.invalidateQueries({ queryKey: moneyKeys.payment(id) }),
      // The server asks by itself later.
      (error: unknown) => logWarning('The provider was not asked', error),
    );
  });
  const state = payment.data?.state;
  useEffect(() => {
    // It changes the wallet, the reservations and the free spaces.
    if (state !== undefined && state !== 'pending') {
      void queryClient.invalidateQueries({ queryKey: ROOT.booking });
      void queryClient.invalidateQueries({ queryKey: ROOT.money });
    }
  }, [state, queryClient]);
  return payment;
}
