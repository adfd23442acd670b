import type { SavedCard } from './azul/payment-return.ts';
import { toSantoDomingoDay } from './azul/santo-domingo.ts';
import { settleAzul } from './azul/settle-azul.ts';
import { type AzulTransaction, REQUEST_SEARCH_TIMEOUT_MS } from './azul/webservice.ts';
import { isSettled, type Payment } from './payment.ts';
import type { PaymentProviders } from './payment-providers.ts';
import type { Cause, PaymentStore } from './payment-store.ts';
import { settlePayPal } from './paypal/settle-paypal.ts';

export type Search = (from: string, to: string) => Promise<readonly AzulTransaction[]>;

type Options = {
  cause: Cause;
  providers: PaymentProviders;
  store: PaymentStore;
  now: number;
  /** AZUL's lists, when several payments are asked about at once and no request waits. */
  search?: Search | undefined;
  /** The card that AZUL's return names. */
  card?: SavedCard | null | undefined;
};

/**
 * Asks the provider what became of a payment, and records it. Also for payments that were given up here: a driver may have
 * paid in another tab, and for a return with an approval of a paid order, which may be a second one.
 * @returns whether there is somebody to ask
 * @throws ProviderError
 */
export async function settlePayment(payment: Payment, options: Options): Promise<boolean> {
  const { cause, providers, store, now, card } = options;
  const isOver = isSettled(payment) && !(payment.provider === 'azul' && cause === 'return');
  if (isOver || payment.providerOrder === null) return true;
  if (payment.provider === 'paypal') {
    if (providers.paypal) await settlePayPal(payment, cause, { orders: providers.paypal.orders, store, now });
    return providers.paypal !== undefined;
  }
  const webservice = providers.azul?.webservice;
  if (!webservice?.canSearch) return false;
  const { search = (from, to) => webservice.search(from, to, REQUEST_SEARCH_TIMEOUT_MS) } = options;
  const transactions = await search(toSantoDomingoDay(payment.createdAt.getTime()), toSantoDomingoDay(now));
  // The return itself proves nothing: it was AZUL's list.
  await settleAzul(payment, transactions, { store, cause: cause === 'return' ? 'check' : cause, card });
  return true;
}
