import { isPaid } from '../../../domain/money/payment-states.ts';
import { toSantoDomingoDay } from './azul/santo-domingo.ts';
import { settleAzul } from './azul/settle-azul.ts';
import { type AzulTransaction, REQUEST_SEARCH_TIMEOUT_MS } from './azul/webservice.ts';
import type { Payment } from './payment.ts';
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
};

/**
 * Asks the provider what became of a payment, and records it. Also for payments that were given up here: a driver may have
 * paid in another tab.
 * @throws ProviderError
 */
export async function settlePayment(payment: Payment, options: Options): Promise<void> {
  const { cause, providers, store, now } = options;
  if (isPaid(payment) || payment.providerOrder === null) return;
  if (payment.provider === 'paypal') {
    if (providers.paypal) await settlePayPal(payment, cause, { orders: providers.paypal.orders, store, now });
    return;
  }
  const webservice = providers.azul?.webservice;
  if (!webservice?.canSearch) return;
  const { search = (from, to) => webservice.search(from, to, REQUEST_SEARCH_TIMEOUT_MS) } = options;
  const transactions = await search(toSantoDomingoDay(payment.createdAt.getTime()), toSantoDomingoDay(now));
  await settleAzul(payment, transactions, store);
}
