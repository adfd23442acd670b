import { useState } from 'react';
import { useNavigate } from 'react-router';
import { isUncertain } from '../../../domain/money/is-uncertain.ts';
import { paths } from '../../paths.ts';
import { beginPayment, type PaymentRequest } from './data.ts';
import { leaveToProvider } from './leave-to-provider.ts';

type WithoutId<Request> = Request extends unknown ? Omit<Request, 'id'> : never;
export type NewPayment = WithoutId<PaymentRequest>;

/** Begins payments and leaves for the provider's page. The same payment has the same id for as long as the screen lives. */
export function usePay(): (payment: NewPayment) => Promise<void> {
  const navigate = useNavigate();
  const [ids] = useState(() => new Map<string, string>());
  return async (payment) => {
    const key = JSON.stringify(payment);
    const id = ids.get(key) ?? crypto.randomUUID();
    ids.set(key, id);
    try {
      const next = await beginPayment({ ...payment, id });
      if (!leaveToProvider(id, next)) await navigate(paths.payment(id), { replace: true });
    } catch (error) {
      if (!isUncertain(error)) ids.delete(key);
      throw error;
    }
  };
}
