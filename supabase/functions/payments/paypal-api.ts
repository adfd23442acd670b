import { Buffer } from 'node:buffer';
import * as z from 'zod';
import { type Cents, formatCents, parseCents } from '../../../domain/money/cents.ts';
import { ProviderError, type ProviderResponse, parseJson, parseShape } from '../shared/http.ts';
import type { Payment } from './payment-store.ts';
import type { PayPalSettings } from './settings.ts';

const TIMEOUT_MS = 3000;
/** A token that ends within this time is not used any more. */
const TOKEN_MARGIN_MS = 5 * 60_000;
const UNAUTHORIZED = 401;

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number() });
const errorSchema = z.object({
  name: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional() })).optional(),
});

type Call = {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
  /** Repeats with the same id are the same operation. */
  requestId?: string;
  timeoutMs?: number;
};

/** Calls PayPal's API. @throws ProviderError; `rejected` has PayPal's issue as its code */
type PayPalClient = (call: Call) => Promise<unknown>;

function readBody({ status, text }: ProviderResponse): unknown {
  if (status >= 200 && status < 300) return parseJson(text);
  if (status >= 500 || status === 429) throw new ProviderError('no-response', `http-${status}`);
  const error = status >= 400 ? errorSchema.safeParse(parseJson(text)).data : undefined;
  throw new ProviderError('rejected', error?.details?.[0]?.issue ?? error?.name ?? `http-${status}`);
}

type Token = { text: string; expiresAt: number };

/** Logs in to PayPal. @throws ProviderError */
export async function requestPayPalToken(
  { url, clientId, clientSecret, call }: PayPalSettings,
  now = Date.now,
): Promise<Token> {
  const response = await call(`${url}/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
    },
    body: 'grant_type=client_credentials',
    timeoutMs: TIMEOUT_MS,
  });
  const parsed = tokenSchema.safeParse(readBody(response));
  if (!parsed.success) throw new ProviderError('malformed', 'token');
  const { access_token: text, expires_in } = parsed.data;
  return { text, expiresAt: now() + expires_in * 1000 };
}

export function createPayPalClient(settings: PayPalSettings, now = Date.now): PayPalClient {
  const { url, call } = settings;
  let current: Promise<Token> | null = null;

  /** However many calls need another token than the rejected one, one asks for it: PayPal limits how often. */
  async function getToken(rejected?: string): Promise<string> {
    const known = current;
    const token = await known?.catch(() => undefined);
    if (token && token.text !== rejected && now() < token.expiresAt - TOKEN_MARGIN_MS) return token.text;
    // Another call may have asked for it meanwhile.
    const requested = current === known || current === null ? requestPayPalToken(settings, now) : current;
    current = requested;
    return (await requested).text;
  }

  return async function callPayPal({ method, path, body, requestId, timeoutMs = TIMEOUT_MS }) {
    const send = (token: string) =>
      call(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json',
          prefer: 'return=representation',
          ...(requestId === undefined ? {} : { 'PayPal-Request-Id': requestId }),
        },
        ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
        timeoutMs,
      });
    const token = await getToken();
    const response = await send(token);
    return readBody(response.status === UNAUTHORIZED ? await send(await getToken(token)) : response);
  };
}

/** A locale that PayPal has; it knows none of the Dominican Republic. */
const LOCALES: Readonly<Record<string, string>> = { en: 'en-US', es: 'es-ES' };
const MAX_BRAND_LENGTH = 127;
/** A capture and a question before it end before the server ends the request. */
const CAPTURE_TIMEOUT_MS = 6000;
const REFUND_TIMEOUT_MS = 20_000;
const DISPUTES_PATH = '/v1/customer/disputes';
/** Each page has fifty disputes. */
const MAX_DISPUTE_PAGES = 20;
const MISSING = new Set(['RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID']);

const moneySchema = z.object({
  currency_code: z.string(),
  value: z.string().transform((value, context): Cents => {
    try {
      return parseCents(value);
    } catch {
      context.addIssue('is no amount of money');
      return z.NEVER;
    }
  }),
});

const id = z.string().min(1).max(64);
const moneyMoveSchema = z.object({ id, status: z.string(), amount: moneySchema });
const linksSchema = z.array(z.object({ rel: z.string(), href: z.string() })).default([]);
const orderSchema = z
  .object({
    id,
    status: z.string(),
    links: linksSchema,
    purchase_units: z
      .array(
        z.object({
          payments: z
            .object({ captures: z.array(moneyMoveSchema).optional(), refunds: z.array(moneyMoveSchema).optional() })
            .optional(),
        }),
      )
      .optional(),
  })
  .transform(({ id, status, links, purchase_units: units }) => {
    const link = links.find(({ rel }) => rel === 'payer-action') ?? links.find(({ rel }) => rel === 'approve');
    const { captures = [], refunds = [] } = units?.[0]?.payments ?? {};
    // There is nothing to approve without a link, and no capture before the money was asked for.
    return { id, status, approveUrl: link?.href ?? null, capture: captures[0] ?? null, refunds };
  });
const disputeSchema = z.object({
  dispute_id: id,
  status: z.string(),
  dispute_amount: moneySchema,
  disputed_transactions: z.array(z.object({ seller_transaction_id: z.string().max(64).optional() })),
  dispute_outcome: z.object({ outcome_code: z.string().optional() }).optional(),
});
const disputesSchema = z.object({ items: z.array(z.object({ dispute_id: id })).default([]), links: linksSchema });
const refundSchema = z.object({
  id,
  status: z.string(),
  status_details: z.object({ reason: z.string().optional() }).optional(),
});

export type PayPalCapture = z.infer<typeof moneyMoveSchema>;

export type PayPalOrder = z.infer<typeof orderSchema>;

export type PayPalRefund = z.infer<typeof refundSchema>;

const toMoney = (amount: Cents, currency: string) => ({ currency_code: currency, value: formatCents(amount) });
const toPath = (id: string) => encodeURIComponent(id);

type OrderOptions = { brandName: string; returnUrl: string; cancelUrl: string };
type NewRefund = { id: string; amount: Cents; currency: string };

/** What we ask of PayPal, each request with an id that makes a repeat the same request. */
export function createPayPalOrders(callPayPal: PayPalClient) {
  const call = async <T>(schema: z.ZodType<T>, request: Call): Promise<T> =>
    parseShape(schema, await callPayPal(request));
  /** Null when PayPal does not have it, or has forgotten it, as it does with orders that nobody approved. */
  async function find<T>(schema: z.ZodType<T>, path: string): Promise<T | null> {
    try {
      return await call(schema, { method: 'GET', path });
    } catch (error) {
      if (error instanceof ProviderError && MISSING.has(error.code)) return null;
      throw error;
    }
  }

  return {
    create({ id, amount, currency, language }: Payment, options: OrderOptions): Promise<PayPalOrder> {
      const body = {
        intent: 'CAPTURE',
        purchase_units: [{ custom_id: id, invoice_id: id, amount: toMoney(amount, currency) }],
        payment_source: {
          paypal: {
            experience_context: {
              return_url: options.returnUrl,
              cancel_url: options.cancelUrl,
              brand_name: options.brandName.slice(0, MAX_BRAND_LENGTH),
              locale: LOCALES[language] ?? 'en-US',
              user_action: 'PAY_NOW',
              shipping_preference: 'NO_SHIPPING',
              payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
            },
          },
        },
      };
      return call(orderSchema, { method: 'POST', path: '/v2/checkout/orders', body, requestId: id });
    },
    find: (order: string) => find(orderSchema, `/v2/checkout/orders/${toPath(order)}`),
    capture: (order: string, payment: string) =>
      call(orderSchema, {
        method: 'POST',
        path: `/v2/checkout/orders/${toPath(order)}/capture`,
        requestId: `capture-${payment}`,
        timeoutMs: CAPTURE_TIMEOUT_MS,
      }),
    findCapture: (capture: string) => find(moneyMoveSchema, `/v2/payments/captures/${toPath(capture)}`),
    refund: (capture: string, { id, amount, currency }: NewRefund) =>
      call(refundSchema, {
        method: 'POST',
        path: `/v2/payments/captures/${toPath(capture)}/refund`,
        body: { amount: toMoney(amount, currency), custom_id: id },
        requestId: id,
        timeoutMs: REFUND_TIMEOUT_MS,
      }),
    getRefund: (refund: string) =>
      call(refundSchema, { method: 'GET', path: `/v2/payments/refunds/${toPath(refund)}` }),
    findDispute: (dispute: string) => find(disputeSchema, `${DISPUTES_PATH}/${toPath(dispute)}`),
    /** The ids of disputes that were last changed in this time. */
    async listDisputes(from: Date, to: Date): Promise<string[]> {
      const ids: string[] = [];
      const range = { update_time_after: from.toISOString(), update_time_before: to.toISOString() };
      let query = new URLSearchParams({ ...range, page_size: '50' }).toString();
      for (let page = 0; page < MAX_DISPUTE_PAGES && query !== ''; page += 1) {
        const { items, links } = await call(disputesSchema, { method: 'GET', path: `${DISPUTES_PATH}?${query}` });
        ids.push(...items.map(({ dispute_id: id }) => id));
        const next = links.find(({ rel }) => rel === 'next')?.href ?? '';
        query = next.slice(next.indexOf('?') + 1);
      }
      return ids;
    },
  };
}

export type PayPalOrders = ReturnType<typeof createPayPalOrders>;
