import type { ProviderMethod } from '../../../domain/money/charge-method.ts';
import type { NewPayment } from './use-pay.ts';

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
