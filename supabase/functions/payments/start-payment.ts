import type { Provider } from '../../../domain/money/payment.ts';
import { ProviderError, readRule, respond, respondError, type VerifiedPerson } from '../shared/http.ts';
import { createOrderNumber, createPaymentForm, type PaymentForm } from './azul-page.ts';
import type { Payment, PaymentRequest } from './payment-store.ts';
import type { PayPalOrder } from './paypal-api.ts';
import { askProvider, type PaymentsDependencies } from './providers.ts';
import { chargesIn } from './settings.ts';

/** @param problem a key of `domain/problems.ts`; `detail` is a value for its sentence */
export const respondProblem = (problem: string, detail: string | null = null) =>
  respond(problem === 'too-many-payments' ? 429 : 409, { problem, detail });

type Next = ({ kind: 'form' } & PaymentForm) | { kind: 'redirect'; url: string } | { kind: 'none' };

const NOTHING: Next = { kind: 'none' };

const respondNext = ({ id, state }: Pick<Payment, 'id' | 'state'>, next: Next) => respond(200, { id, state, next });

type Return = { provider: Provider; outcome: string; payment: string };

const toReturnUrl = (functionUrl: string, { provider, outcome, payment }: Return) =>
  `${functionUrl}/${provider}/${outcome}?payment=${payment}`;

/**
 * Keeps the provider's order. Two requests for the same payment at the same time get the order of the first. The driver may
 * have given up the hold meanwhile, and the payment with it.
 */
async function keepOrder(payment: Payment, order: string, { store }: PaymentsDependencies): Promise<Payment> {
  try {
    await store.start(payment.id, order);
    return { ...payment, state: 'pending', providerOrder: order };
  } catch (error) {
    const started = await store.read(payment.id);
    if (started?.providerOrder || started?.state === 'abandoned') return started;
    throw error;
  }
}

const isOpen = ({ state }: Payment) => state === 'created' || state === 'pending';

/** The driver may have paid at AZUL's page without coming back, and AZUL takes an order twice. */
async function readAgain(payment: Payment, dependencies: PaymentsDependencies): Promise<Payment> {
  await askProvider(payment, 'check', dependencies);
  return (await dependencies.store.read(payment.id)) ?? payment;
}

async function startAzul(payment: Payment, dependencies: PaymentsDependencies): Promise<Response> {
  const azul = dependencies.providers.azul?.settings;
  if (azul === undefined) return respondProblem('payment-method-unavailable');
  const started =
    payment.providerOrder === null
      ? await keepOrder(payment, createOrderNumber(), dependencies)
      : await readAgain(payment, dependencies);
  if (!isOpen(started)) return respondNext(started, NOTHING);
  const returnUrl = (outcome: string) =>
    toReturnUrl(dependencies.functionUrl, { provider: 'azul', outcome, payment: payment.id });
  return respondNext(started, { kind: 'form', ...createPaymentForm(started, { azul, returnUrl }) });
}

/** PayPal's own pages, or the simulator's next to its API. */
function isApproveUrl(url: string | null, apiUrl: string): url is string {
  if (url === null || !URL.canParse(url)) return false;
  const { protocol, hostname, origin } = new URL(url);
  const isPayPal = protocol === 'https:' && (hostname === 'paypal.com' || hostname.endsWith('.paypal.com'));
  return isPayPal || origin === new URL(apiUrl).origin;
}

async function startPayPal(payment: Payment, dependencies: PaymentsDependencies): Promise<Response> {
  const { providers, store, functionUrl, readInstallation, report } = dependencies;
  const { paypal } = providers;
  if (paypal === undefined) return respondProblem('payment-method-unavailable');
  const returnUrl = (outcome: string) => toReturnUrl(functionUrl, { provider: 'paypal', outcome, payment: payment.id });
  let order: PayPalOrder;
  try {
    // A repeat gets the same order, as its request id is that of the payment.
    order = await paypal.orders.create(payment, {
      brandName: (await readInstallation()).appName,
      returnUrl: returnUrl('approved'),
      cancelUrl: returnUrl('cancelled'),
    });
    if (!isApproveUrl(order.approveUrl, paypal.url)) throw new ProviderError('malformed', 'no-approve-link');
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    report({ fault: 'start', payment: payment.id, code: error.code, error });
    const failure = 'payment-provider-down';
    const { providerOrder } = (await store.read(payment.id)) ?? payment;
    // Nobody can approve an order whose address nobody has, so the space is free again at once.
    if (providerOrder === null) {
      await store.close({ payment: payment.id, state: 'abandoned', failure, cause: 'check' });
    }
    return respondProblem(failure);
  }
  const started = payment.providerOrder === null ? await keepOrder(payment, order.id, dependencies) : payment;
  if (!isOpen(started)) return respondNext(started, NOTHING);
  return respondNext(started, { kind: 'redirect', url: order.approveUrl ?? '' });
}

async function isAvailable({ method }: PaymentRequest, { providers, readInstallation }: PaymentsDependencies) {
  // The database takes PayPal with dollars only.
  if (method === 'paypal') return providers.paypal !== undefined;
  return providers.azul !== undefined && chargesIn((await readInstallation()).currency, providers.azul.settings);
}

/** Begins a payment and says where the driver pays it. A repeat of the same request is the same payment. */
export async function startPayment(
  driver: VerifiedPerson,
  request: PaymentRequest,
  dependencies: PaymentsDependencies,
): Promise<Response> {
  const { store, now } = dependencies;
  if (!(await isAvailable(request, dependencies))) return respondProblem('payment-method-unavailable');
  let payment: Payment;
  try {
    payment = await store.begin(driver, request);
  } catch (error) {
    const rule = readRule(error);
    return rule === null
      ? respondError(403, 'This session may not make this payment')
      : respondProblem(rule.problem, rule.detail);
  }
  if (!isOpen(payment) || payment.expiresAt.getTime() <= now()) return respondNext(payment, NOTHING);
  return payment.provider === 'azul' ? startAzul(payment, dependencies) : startPayPal(payment, dependencies);
}
