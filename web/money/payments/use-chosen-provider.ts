import { useState } from 'react';
import type { ChosenPayment } from './chosen-payment.ts';
import { usePaymentMethods } from './use-payment-methods.ts';

/** With what to pay, where the wallet is no choice. */
export function useChosenProvider() {
  const methods = usePaymentMethods().data;
  const [picked, setChosen] = useState<ChosenPayment>({ method: 'card' });
  const isOffered = picked.method !== 'wallet' && (methods?.includes(picked.method) ?? false);
  const chosen: ChosenPayment = !isOffered && methods?.includes('paypal') ? { method: 'paypal' } : picked;
  return { chosen, setChosen, isPossible: methods !== undefined && methods.length > 0 };
}
