import { isPaid, type Provider } from '../../../domain/money/payment.ts';
import { ProviderError } from '../shared/http.ts';
import { workOnQueue } from '../shared/work-on-queue.ts';
import { compareWithAzul } from './azul-lists.ts';
import type { AzulWebservice } from './azul-webservice.ts';
import type { DueRefund, Payment, PaymentStore, RefundResult } from './payment-store.ts';
import { compareWithPayPal } from './paypal-settlement.ts';
import { type PaymentsDependencies, type Search, settlePayment } from './providers.ts';
import { refundAzul, refundPayPal } from './refunds.ts';

type Dependencies = Pick<PaymentsDependencies, 'providers' | 'store' | 'now' | 'report'> & {
  /** Nothing more is claimed after it is aborted. */
  signal?: AbortSignal | undefined;
};

function shareSearches(webservice: AzulWebservice | undefined): Search | undefined {
  if (webservice === undefined) return undefined;
  const searches = new Map<string, ReturnType<Search>>();
  return function search(from, to) {
    const key = `${from} ${to}`;
    const stored = searches.get(key) ?? webservice.search(from, to);
    searches.set(key, stored);
    return stored;
  };
}

/** @param unknown why asking failed; '' if nobody can be asked; null after an answer */
async function recordGivenUp(payment: Payment, unknown: string | null, store: PaymentStore): Promise<void> {
  if (!payment.givenUp) return;
  const isApproved = payment.hasApproval && !isPaid((await store.read(payment.id)) ?? payment);
  const detail = isApproved ? 'AZUL has signed an approval, and does not list a sale' : unknown;
  if (detail !== null) await store.recordDifference('not-confirmed', payment, detail);
}

async function checkPayments(dependencies: Dependencies): Promise<number> {
  const { store, providers, report, signal } = dependencies;
  const search = shareSearches(providers.azul?.webservice);
  return workOnQueue({
    claim: store.claimChecks,
    async handle(payment) {
      const isAsked = await settlePayment(payment, 'check', dependencies, { search });
      await recordGivenUp(payment, isAsked ? null : '', store);
    },
    async fail(payment, error) {
      report({ fault: 'check', payment: payment.id, error });
      await recordGivenUp(payment, error instanceof ProviderError ? error.message : 'failed', store);
    },
    signal,
  });
}

async function giveBack(refund: DueRefund, { providers, now }: Dependencies): Promise<RefundResult> {
  const { azul, paypal } = providers;
  if (refund.provider === 'azul') return refundAzul(refund, azul, now());
  if (paypal) return refundPayPal(refund, paypal.orders);
  return { outcome: 'manual', reference: null, error: 'not-configured' };
}

async function sendRefunds(dependencies: Dependencies): Promise<number> {
  const { store, report, signal } = dependencies;
  return workOnQueue({
    claim: store.claimRefunds,
    async handle(refund) {
      const result = await giveBack(refund, dependencies);
      await store.finishRefund(refund.id, result);
      if (result.error !== null) report({ fault: 'refund', payment: refund.paymentId, code: result.error });
    },
    fail: (refund, error) => report({ fault: 'refund', payment: refund.paymentId, error }),
    signal,
  });
}

async function compareDays({ store, providers, now, report, signal }: Dependencies): Promise<number> {
  const webservice = providers.azul?.webservice;
  const orders = providers.paypal?.orders;
  const comparisons: [Provider, (day: string) => Promise<number>][] = [];
  if (webservice?.canSearch) comparisons.push(['azul', (day) => compareWithAzul(day, { webservice, store })]);
  if (orders) {
    const reportDisputes = (error: ProviderError) =>
      report({ fault: 'comparison', code: `paypal disputes ${error.code}`, error });
    comparisons.push(['paypal', (day) => compareWithPayPal(day, { orders, store, now: now(), reportDisputes })]);
  }
  let compared = 0;
  for (const [provider, compare] of comparisons) {
    const day = signal?.aborted ? null : await store.claimComparison(provider);
    if (day === null) continue;
    try {
      const differences = await compare(day);
      if (differences > 0) report({ fault: 'differences', code: `${provider} ${day}: ${differences}` });
      await store.finishComparison(provider, day);
      compared += 1;
    } catch (error) {
      report({ fault: 'comparison', code: `${provider} ${day}`, error });
    }
  }
  return compared;
}

type PaymentWork = { checks: number; refunds: number; comparisons: number };

/** Asks the providers about open payments, gives back what is to be given back, and compares days that are over. */
export async function workOnPayments(dependencies: Dependencies): Promise<PaymentWork> {
  return {
    checks: await checkPayments(dependencies),
    refunds: await sendRefunds(dependencies),
    comparisons: await compareDays(dependencies),
  };
}
