import * as z from 'zod';
import type { Provider } from '../../../domain/money/charge-method.ts';
import { isPaid } from '../../../domain/money/payment-states.ts';
import {
  BodyTooLargeError,
  readText,
  redirect,
  respond,
  respondError,
  respondPreflight,
  respondProblem,
  respondRetry,
} from '../shared/http.ts';
import { handleAzulReturn } from './azul/payment-page.ts';
import type { Payment } from './payment-store.ts';
import { handleWebhook } from './paypal/webhook.ts';
import { askProvider, type PaymentsDependencies } from './providers.ts';
import { chargesIn } from './settings.ts';
import { parsePaymentRequest, startPayment } from './start-payment.ts';
import { workOnPayments } from './work-on-payments.ts';

const MAX_BODY_BYTES = 2048;
const MAX_QUERY_LENGTH = 8192;
const MAX_WEBHOOK_BYTES = 64 * 1024;

const idSchema = z.guid();

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
  let body: unknown;
  try {
    body = JSON.parse(await readText(request.body, MAX_BODY_BYTES));
  } catch (error) {
    if (error instanceof SyntaxError) return respondError(400, 'The body is not JSON');
    throw error;
  }
  const parsed = parsePaymentRequest(body);
  if (typeof parsed === 'string') return respondError(400, parsed);
  if (!(await dependencies.isAllowed('start', driver.id))) return respondProblem('too-many-payments');
  return startPayment(driver, parsed, dependencies);
}

async function check(request: Request, id: string, dependencies: PaymentsDependencies): Promise<Response> {
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

type ReturnPath = { provider: Provider; outcome: string };

/** A browser that comes back. It needs no session: what it brings is signed, or the provider is asked. */
async function takeReturn(request: Request, url: URL, path: ReturnPath, dependencies: PaymentsDependencies) {
  const { store, appUrl, isAllowed } = dependencies;
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
  const { providers, store, now, isAllowed } = dependencies;
  const { orders, verifyWebhook: verify } = providers.paypal ?? {};
  if (orders === undefined || verify === undefined) return respondError(404, 'No webhooks are set up');
  if (!(await isAllowed('webhook'))) return respondError(429, 'Too many webhooks');
  const body = await readBytes(request.body, MAX_WEBHOOK_BYTES);
  const result = await handleWebhook(request.headers, body, { orders, store, verify, now: now() });
  if (result.kind === 'rejected') return respondError(400, 'This webhook is not signed by PayPal');
  // PayPal sends again what gets an error.
  if (result.kind === 'retry-later') return respondError(503, 'PayPal cannot be asked at this time');
  if (result.kind === 'verified' && !(await askProvider(result.payment, 'webhook', dependencies))) {
    return respondError(503, 'PayPal could not be asked about the payment');
  }
  return respond(200, {});
}

async function work(request: Request, dependencies: PaymentsDependencies): Promise<Response> {
  if (!dependencies.isService(request)) return respondError(401, 'This takes the secret key');
  return respond(200, await workOnPayments(dependencies));
}

const RETURN = /^\/(azul|paypal)\/(approved|declined|cancelled)$/;
const CHECK = /^\/([0-9a-f-]{36})\/check$/i;

/** The path below this function's own, however it is mounted. */
const readPath = (url: URL) => url.pathname.replace(/^.*?\/payments(?=\/|$)/, '').replace(/\/$/, '');

async function route(request: Request, url: URL, dependencies: PaymentsDependencies): Promise<Response> {
  const path = readPath(url);
  const call = `${request.method} ${path}`;
  const [, provider, outcome = ''] = RETURN.exec(path) ?? [];
  if (provider === 'azul' || provider === 'paypal') {
    if (request.method !== 'GET' && request.method !== 'POST') return respondError(405, 'A return is a GET or a POST');
    return takeReturn(request, url, { provider, outcome }, dependencies);
  }
  const checked = CHECK.exec(path)?.[1];
  if (checked !== undefined && request.method === 'POST') {
    return idSchema.safeParse(checked).success
      ? check(request, checked, dependencies)
      : respondError(400, 'No such id');
  }
  if (call === 'GET /methods') return listMethods(dependencies);
  if (call === 'POST ') return start(request, dependencies);
  if (call === 'POST /paypal/webhook') return takeWebhook(request, dependencies);
  if (call === 'POST /work') return work(request, dependencies);
  return respondError(405, 'Payments do not take this');
}

/** All of payments that needs the providers: see docs/payments.md for its requests and responses. */
export async function handlePayments(request: Request, dependencies: PaymentsDependencies): Promise<Response> {
  if (request.method === 'OPTIONS') return respondPreflight();
  const url = new URL(request.url);
  try {
    return await route(request, url, dependencies);
  } catch (error) {
    if (error instanceof BodyTooLargeError) return respondError(413, 'The body is too long');
    if (!RETURN.test(readPath(url))) throw error;
    dependencies.report({ fault: 'return', error });
    return respondRetry(503);
  }
}

/** Reads a body as it is, whatever its content-length says. @throws BodyTooLargeError beyond `maxBytes` */
async function readBytes(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new BodyTooLargeError(`more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
