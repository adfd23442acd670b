import type { Currency } from '../../../domain/money/cents.ts';
import { ProviderError, type VerifiedPerson } from '../shared/http.ts';
import { settleAzul } from './azul-lists.ts';
import {
  type AzulTransaction,
  type AzulWebservice,
  createAzulWebservice,
  REQUEST_SEARCH_TIMEOUT_MS,
  toSantoDomingoDay,
} from './azul-webservice.ts';
import { type Cause, isSettled, type Payment, type PaymentStore, type SavedCard } from './payment-store.ts';
import { createPayPalClient, createPayPalOrders, type PayPalOrders } from './paypal-api.ts';
import { settlePayPal } from './paypal-settlement.ts';
import { createWebhookVerifier, type VerifyWebhook } from './paypal-webhook.ts';
import type { Azul, PaymentSettings } from './settings.ts';

/** The providers that the operator has set up, one of each for all requests. */
export type PaymentProviders = {
  azul?: { settings: Azul; webservice?: AzulWebservice | undefined } | undefined;
  paypal?: { orders: PayPalOrders; verifyWebhook?: VerifyWebhook | undefined; url: string } | undefined;
};

export const createPaymentProviders = ({ azul, paypal }: PaymentSettings): PaymentProviders => ({
  azul: azul && { settings: azul, webservice: azul.service && createAzulWebservice(azul.service, azul) },
  paypal: paypal && {
    orders: createPayPalOrders(createPayPalClient(paypal)),
    verifyWebhook: paypal.webhookId ? createWebhookVerifier({ ...paypal, webhookId: paypal.webhookId }) : undefined,
    url: paypal.url,
  },
});

/** What the operator reads in the log: no secrets, no returns of browsers, no tokens. */
type PaymentFault = {
  fault: 'start' | 'check' | 'return' | 'webhook' | 'refund' | 'comparison' | 'differences';
  payment?: string;
  code?: string;
  error?: unknown;
};

export type ReportFault = (fault: PaymentFault) => void;

/** Requests that are limited by person and by network. */
export type Limited = 'start' | 'check' | 'return' | 'webhook';

/** What the operator decided: their name, and whether drivers pay here and how. */
export type Installation = { appName: string; currency: Currency; chargesDrivers: boolean };

/** What differs between Supabase and this server. */
export type PaymentsDependencies = {
  providers: PaymentProviders;
  store: PaymentStore;
  verifyDriver: (request: Request) => Promise<VerifiedPerson | null>;
  /** Whether a request brings the secret key. */
  isService: (request: Request) => boolean;
  readInstallation: () => Promise<Installation>;
  /** False after too many requests. */
  isAllowed: (limited: Limited, person?: string) => Promise<boolean>;
  /** The address of this function, as browsers and providers reach it. */
  functionUrl: string;
  appUrl: string;
  now: () => number;
  report: ReportFault;
};

export type Search = (from: string, to: string) => Promise<readonly AzulTransaction[]>;

/** `search` has AZUL's lists, when several payments are asked about at once and no request waits. */
type Known = { search?: Search | undefined; card?: SavedCard | null | undefined };

/**
 * Asks the provider what became of a payment, and records it. It also asks about a payment that was given up here, as the
 * driver may have paid in another tab, and about a paid order whose return brings an approval, which may be a second one.
 * @returns whether there is somebody to ask
 * @throws ProviderError
 */
export async function settlePayment(
  payment: Payment,
  cause: Cause,
  { providers, store, now }: Pick<PaymentsDependencies, 'providers' | 'store' | 'now'>,
  known: Known = {},
): Promise<boolean> {
  const isOver = isSettled(payment) && !(payment.provider === 'azul' && cause === 'return');
  if (isOver || payment.providerOrder === null) return true;
  if (payment.provider === 'paypal') {
    if (providers.paypal) await settlePayPal(payment, cause, { orders: providers.paypal.orders, store, now: now() });
    return providers.paypal !== undefined;
  }
  const webservice = providers.azul?.webservice;
  if (!webservice?.canSearch) return false;
  const { search = (from, to) => webservice.search(from, to, REQUEST_SEARCH_TIMEOUT_MS), card } = known;
  const transactions = await search(toSantoDomingoDay(payment.createdAt.getTime()), toSantoDomingoDay(now()));
  // Recorded as `check`: the list proves the payment, not the return.
  await settleAzul(payment, transactions, { store, cause: cause === 'return' ? 'check' : cause, card });
  return true;
}

/**
 * Asks the provider what became of a payment, and records it. When it does not respond, a check asks again later.
 * @returns false when the provider failed; true also where none can be asked
 */
export async function askProvider(
  payment: Payment,
  cause: Cause,
  dependencies: PaymentsDependencies,
  card?: SavedCard | null,
): Promise<boolean> {
  try {
    await settlePayment(payment, cause, dependencies, { card });
    return true;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    dependencies.report({ fault: cause, payment: payment.id, code: error.code, error });
    return false;
  }
}
