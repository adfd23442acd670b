import { useState } from 'react';
import type { ProviderMethod } from '../../../domain/money/charge-method.ts';
import type { NewPayment } from './use-pay.ts';
import { usePaymentMethods } from './use-payment-methods.ts';

/** `card` is the id of a saved one. */
export type ChosenPayment =
  | { method: 'wallet' }
  | { method: 'card'; card?: string; saveCard?: boolean }
  | { method: 'paypal' };

/** The method that stays possible: the wallet where the chosen one is not offered any more. */
export function toOffered(chosen: ChosenPayment, methods: readonly ProviderMethod[] | undefined): ChosenPayment {
  return chosen.method === 'wallet' || methods?.includes(chosen.method) ? chosen : { method: 'wallet' };
}

/** How a payment is made, of its request; null for the wallet. */
export function toPaymentFields(chosen: ChosenPayment): Pick<NewPayment, 'method' | 'card' | 'saveCard'> | null {
  if (chosen.method === 'wallet') return null;
  if (chosen.method === 'paypal') return { method: 'paypal' };
  return chosen.card === undefined
    ? { method: 'card', saveCard: chosen.saveCard ?? false }
    : { method: 'card', card: chosen.card };
}

/** With what to pay, where the wallet is no choice. */
export function useChosenProvider() {
  const methods = usePaymentMethods().data;
  const [picked, setChosen] = useState<ChosenPayment>({ method: 'card' });
  const isOffered = picked.method !== 'wallet' && (methods?.includes(picked.method) ?? false);
  const chosen: ChosenPayment = !isOffered && methods?.includes('paypal') ? { method: 'paypal' } : picked;
  return { chosen, setChosen, isPossible: methods !== undefined && methods.length > 0 };
}
