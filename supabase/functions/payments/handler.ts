import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { isPaid, type Provider } from '../../../domain/money/payment.ts';
import {
  BodyTooLargeError,
  readBytes,
  readJson,
  readText,
  respond,
  respondError,
  respondInvalid,
  respondPreflight,
  respondTooLong,
} from '../shared/http.ts';
import { handleAzulReturn } from './azul-page.ts';
import { type Payment, parsePaymentRequest } from './payment-store.ts';
import { handleWebhook } from './paypal-webhook.ts';
import { askProvider, type PaymentsDependencies } from './providers.ts';
import { chargesIn } from './settings.ts';
import { respondProblem, startPayment } from './start-payment.ts';
import { workOnPayments } from './work-on-payments.ts';

const MAX_BODY_BYTES = 2048;
const MAX_QUERY_LENGTH = 8192;
const MAX_WEBHOOK_BYTES = 64 * 1024;

const idSchema = z.guid();

/** Sends the browser on without the address that it came with, which has what the provider said. */
function redirect(url: string): Response {
  const headers = { location: url, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' };
  return new Response(null, { status: 303, headers });
}

/** Seconds after which a browser that could not come back comes again. */
export const REFRESH_SECONDS = 5;

/** The browser comes again by itself: what it brings may be the only proof of a payment. */
function respondRetry(status: number): Response {
  const refresh = `${REFRESH_SECONDS}`;
  const headers = { refresh, 'retry-after': refresh, 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' };
  return new Response(null, { status, headers });
}

async function listMethods({ providers, readInstallation }: PaymentsDependencies): Promise<Response> {
  const { currency, chargesDrivers } = await readInstallation();
  const methods: string[] = [];
  if (chargesDrivers && providers.azul && chargesIn(currency, providers.azul.settings)) methods.push('card');
  // PayPal has no pesos.
  if (chargesDrivers && providers.paypal && currency === 'USD') methods.push('paypal');
  return respond(200, { methods, currency });
}

async function start(request: Request, dependencies: PaymentsDependencies): Promise<Response> {
  const driver = await dependencies.verifyDriver(request);
  if (driver === null) return respondError(401, 'Log in to pay');
  const parsed = await readJson(request, MAX_BODY_BYTES, parsePaymentRequest);
  if (typeof parsed === 'string') return respondInvalid(parsed);
  if (!(await dependencies.isAllowed('start', driver.id))) return respondProblem('too-many-payments');
  return startPayment(driver, parsed, dependencies);
}

async function check(request: Request, id: string, dependencies: PaymentsDependencies): Promise<Response> {
  if (!idSchema.safeParse(id).success) return respondError(400, 'No such id');
  const driver = await dependencies.verifyDriver(request);
  if (driver === null) return respondError(401, 'Log in to ask about a payment');
  const payment = await dependencies.store.read(id);
  if (payment?.userId !== driver.id) return respondError(403, 'There is no such payment of yours');
  if (isPaid(payment)) return respond(200, { state: payment.state });
  if (!(await dependencies.isAllowed('check', driver.id))) return respondProblem('too-many-payments');
  await askProvider(payment, 'check', dependencies);
  const settled = await dependencies.store.read(id);
  return respond(200, { state: settled?.state ?? payment.state });
}

/** The query of a return, or of the form that a provider had the browser post. Null when it is too long. */
async function readReturnFields(request: Request, url: URL): Promise<URLSearchParams | null> {
  if (url.search.length > MAX_QUERY_LENGTH) return null;
  if (request.method === 'GET') return url.searchParams;
  return new URLSearchParams(await readText(request.body, MAX_QUERY_LENGTH));
}

/** Leaves a payment that has not been paid. Should it be paid all the same, the money counts. */
const leave = (payment: Payment, { store }: PaymentsDependencies) =>
  store.close({ payment: payment.id, state: 'abandoned', failure: null, cause: 'return' });

async function takeAzulReturn(payment: Payment, fields: URLSearchParams, dependencies: PaymentsDependencies) {
  const { providers, store } = dependencies;
  const authKey = providers.azul?.settings.authKey;
  if (authKey === undefined) return payment.id;
  const canAsk = providers.azul?.webservice?.canSearch ?? false;
  const { show, ask, card } = await handleAzulReturn(payment, fields, { store, authKey, canAsk });
  if (ask) await askProvider(ask, 'return', dependencies, card);
  return show;
}

type ReturnPath = { provider: Provider; outcome: 'approved' | 'declined' | 'cancelled' };

/** A browser that comes back. It needs no session: what it brings is signed, or the provider is asked. */
async function takeReturn(request: Request, path: ReturnPath, dependencies: PaymentsDependencies) {
  const { store, appUrl, isAllowed } = dependencies;
  const url = new URL(request.url);
  const id = idSchema.safeParse(url.searchParams.get('payment'));
  const fields = await readReturnFields(request, url);
  if (!id.success || fields === null) return redirect(appUrl);
  if (!(await isAllowed('return'))) return respondRetry(429);
  const payment = await store.read(id.data);
  let shown = id.data;
  if (payment?.provider === path.provider) {
    if (path.outcome === 'cancelled') await leave(payment, dependencies);
    else if (path.provider === 'azul') shown = await takeAzulReturn(payment, fields, dependencies);
    else await askProvider(payment, 'return', dependencies);
  }
  return redirect(`${appUrl}/payment/${shown}`);
}

async function takeWebhook(request: Request, dependencies: PaymentsDependencies): Promise<Response> {
  const { providers, store, isAllowed } = dependencies;
  const { orders, verifyWebhook: verify } = providers.paypal ?? {};
  if (orders === undefined || verify === undefined) return respondError(404, 'No webhooks are set up');
  if (!(await isAllowed('webhook'))) return respondError(429, 'Too many webhooks');
  const body = await readBytes(request.body, MAX_WEBHOOK_BYTES);
  const result = await handleWebhook(request.headers, body, { orders, store, verify });
  if (result.kind === 'rejected') return respondError(400, 'This webhook is not signed by PayPal');
  // PayPal sends again what gets an error.
  if (result.kind === 'retry-later') return respondError(503, 'PayPal cannot be asked at this time');
  if (result.kind === 'verified' && !(await askProvider(result.payment, 'webhook', dependencies))) {
    return respondError(503, 'PayPal could not be asked about the payment');
  }
  return respond(200, {});
}

/** The work claims nothing more after this time, so that the platform does not end the function. */
const WORK_MS = 60_000;

async function work(request: Request, dependencies: PaymentsDependencies): Promise<Response> {
  if (!dependencies.isService(request)) return respondError(401, 'This takes the secret key');
  return respond(200, await workOnPayments({ ...dependencies, signal: AbortSignal.timeout(WORK_MS) }));
}

type Routes = { Bindings: PaymentsDependencies };

const routes = new Hono<Routes>({
  // The path below this function's own, however it is mounted.
  getPath: (request) => new URL(request.url).pathname.replace(/^.*?\/payments(?=\/|$)/, '').replace(/\/$/, '') || '/',
});

const returns = ({ req, env }: Context<Routes>, provider: Provider, outcome: ReturnPath['outcome']) =>
  takeReturn(req.raw, { provider, outcome }, env).catch((error: unknown) => {
    if (error instanceof BodyTooLargeError) throw error;
    env.report({ fault: 'return', error });
    return respondRetry(503);
  });

routes.options('*', respondPreflight);
routes.get('/methods', ({ env }) => listMethods(env));
routes.post('/', ({ req, env }) => start(req.raw, env));
routes.post('/:id{[0-9a-fA-F-]{36}}/check', ({ req, env }) => check(req.raw, req.param('id'), env));
for (const provider of ['azul', 'paypal'] as const) {
  for (const outcome of ['approved', 'declined', 'cancelled'] as const) {
    routes.on(['GET', 'POST'], `/${provider}/${outcome}`, (context) => returns(context, provider, outcome));
    routes.all(`/${provider}/${outcome}`, () => respondError(405, 'A return is a GET or a POST'));
  }
}
routes.post('/paypal/webhook', ({ req, env }) => takeWebhook(req.raw, env));
routes.post('/work', ({ req, env }) => work(req.raw, env));
routes.notFound(() => respondError(405, 'Payments do not take this'));
routes.onError((error) => {
  if (error instanceof BodyTooLargeError) return respondTooLong();
  throw error;
});

/** All of payments that needs the providers: see docs/payments.md for its requests and responses. */
export async function handlePayments(request: Request, dependencies: PaymentsDependencies): Promise<Response> {
  // Hono would answer it as a GET, and a return does something.
  if (request.method === 'HEAD') return respondError(405, 'Payments do not take this');
  return routes.fetch(request, dependencies);
}
