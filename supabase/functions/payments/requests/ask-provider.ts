import type { SavedCard } from '../azul/payment-return.ts';
import { ProviderError } from '../call-provider.ts';
import type { PaymentsDependencies } from '../dependencies.ts';
import type { Payment } from '../payment.ts';
import type { Cause } from '../payment-store.ts';
import { settlePayment } from '../settle-payment.ts';

/**
 * Asks the provider what became of a payment, and records it. When it does not respond, a check asks again later.
 * @returns whether it responded
 */
export async function askProvider(
  payment: Payment,
  cause: Cause,
  dependencies: PaymentsDependencies,
  card?: SavedCard | null,
): Promise<boolean> {
  const { providers, store, now, report } = dependencies;
  try {
    await settlePayment(payment, { cause, providers, store, now: now(), card });
    return true;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    report({ fault: cause, payment: payment.id, code: error.code, error });
    return false;
  }
}
