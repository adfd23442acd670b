import * as z from 'zod';
import { type Cents, formatCents, parseCents } from '../../../../domain/money/cents.ts';
import { ProviderError } from '../call-provider.ts';
import type { Payment } from '../payment.ts';
import type { PayPalClient } from './paypal-client.ts';

/** A locale that PayPal has; it knows none of the Dominican Republic. */
const LOCALES: Readonly<Record<string, string>> = { en: 'en-US', es: 'es-ES' };
const MAX_BRAND_LENGTH = 127;
/** With a question before it, within the time that the server gives a request. */
const CAPTURE_TIMEOUT_MS = 6000;
const REFUND_TIMEOUT_MS = 20_000;
const DISPUTES_PATH = '/v1/customer/disputes';
/** Of fifty disputes each. */
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

const captureSchema = z.object({ id: z.string().min(1).max(64), status: z.string(), amount: moneySchema });
const listedRefundSchema = z.object({ id: z.string().min(1).max(64), status: z.string(), amount: moneySchema });
const orderSchema = z.object({
  id: z.string().min(1).max(64),
  status: z.string(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).optional(),
  purchase_units: z
    .array(
      z.object({
        payments: z
          .object({ captures: z.array(captureSchema).optional(), refunds: z.array(listedRefundSchema).optional() })
          .optional(),
      }),
    )
    .optional(),
});
const disputeSchema = z.object({
  dispute_id: z.string().min(1).max(64),
  status: z.string(),
  dispute_amount: moneySchema,
  disputed_transactions: z.array(z.object({ seller_transaction_id: z.string().max(64).optional() })),
  dispute_outcome: z.object({ outcome_code: z.string().optional() }).optional(),
});
const disputesSchema = z.object({
  items: z.array(z.object({ dispute_id: z.string().min(1).max(64) })).optional(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).optional(),
});
const refundSchema = z.object({
  id: z.string().min(1).max(64),
  status: z.string(),
  status_details: z.object({ reason: z.string().optional() }).optional(),
});

export type PayPalCapture = z.infer<typeof captureSchema>;

export type PayPalOrder = {
  id: string;
  status: string;
  /** Where the driver approves the payment; null when there is nothing to approve. */
  approveUrl: string | null;
  /** Null before the money was asked for. */
  capture: PayPalCapture | null;
  refunds: z.infer<typeof listedRefundSchema>[];
};

export type PayPalRefund = z.infer<typeof refundSchema>;

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new ProviderError('malformed', 'unknown-shape');
  return parsed.data;
}

function toOrder(value: unknown): PayPalOrder {
  const { id, status, links = [], purchase_units: units } = parse(orderSchema, value);
  const link = links.find(({ rel }) => rel === 'payer-action') ?? links.find(({ rel }) => rel === 'approve');
  const { captures = [], refunds = [] } = units?.[0]?.payments ?? {};
  return { id, status, approveUrl: link?.href ?? null, capture: captures[0] ?? null, refunds };
}

function nullIfMissing(error: unknown): null {
  if (error instanceof ProviderError && MISSING.has(error.code)) return null;
  throw error;
}

const toMoney = (amount: Cents, currency: string) => ({ currency_code: currency, value: formatCents(amount) });
const toPath = (id: string) => encodeURIComponent(id);

type OrderOptions = { brandName: string; returnUrl: string; cancelUrl: string };

/** What we ask of PayPal, each request with an id that makes a repeat the same request. */
export function createPayPalOrders(callPayPal: PayPalClient) {
  return {
    async create(payment: Payment, { brandName, returnUrl, cancelUrl }: OrderOptions): Promise<PayPalOrder> {
      const { id, amount, currency, language } = payment;
      const body = {
        intent: 'CAPTURE',
        purchase_units: [{ custom_id: id, invoice_id: id, amount: toMoney(amount, currency) }],
        payment_source: {
          paypal: {
            experience_context: {
              return_url: returnUrl,
              cancel_url: cancelUrl,
              brand_name: brandName.slice(0, MAX_BRAND_LENGTH),
              locale: LOCALES[language] ?? 'en-US',
              user_action: 'PAY_NOW',
              shipping_preference: 'NO_SHIPPING',
              payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
            },
          },
        },
      };
      return toOrder(await callPayPal({ method: 'POST', path: '/v2/checkout/orders', body, requestId: id }));
    },
    /** Null when PayPal has forgotten the order, as it does with those that nobody approved. */
    async find(order: string): Promise<PayPalOrder | null> {
      try {
        return toOrder(await callPayPal({ method: 'GET', path: `/v2/checkout/orders/${toPath(order)}` }));
      } catch (error) {
        return nullIfMissing(error);
      }
    },
    async capture(order: string, payment: string): Promise<PayPalOrder> {
      const path = `/v2/checkout/orders/${toPath(order)}/capture`;
      const requestId = `capture-${payment}`;
      return toOrder(await callPayPal({ method: 'POST', path, requestId, timeoutMs: CAPTURE_TIMEOUT_MS }));
    },
    async findCapture(capture: string): Promise<PayPalCapture | null> {
      try {
        return parse(
          captureSchema,
          await callPayPal({ method: 'GET', path: `/v2/payments/captures/${toPath(capture)}` }),
        );
      } catch (error) {
        return nullIfMissing(error);
      }
    },
    async refund(capture: string, { id, amount, currency }: NewRefund): Promise<PayPalRefund> {
      const path = `/v2/payments/captures/${toPath(capture)}/refund`;
      const body = { amount: toMoney(amount, currency), custom_id: id };
      return parse(
        refundSchema,
        await callPayPal({ method: 'POST', path, body, requestId: id, timeoutMs: REFUND_TIMEOUT_MS }),
      );
    },
    async findDispute(dispute: string) {
      try {
        return parse(disputeSchema, await callPayPal({ method: 'GET', path: `${DISPUTES_PATH}/${toPath(dispute)}` }));
      } catch (error) {
        return nullIfMissing(error);
      }
    },
    /** The ids of disputes that were last changed in this time. */
    async listDisputes(from: Date, to: Date): Promise<string[]> {
      const ids: string[] = [];
      const range = { update_time_after: from.toISOString(), update_time_before: to.toISOString() };
      let query = new URLSearchParams({ ...range, page_size: '50' }).toString();
      for (let page = 0; page < MAX_DISPUTE_PAGES && query !== ''; page += 1) {
        const found = parse(disputesSchema, await callPayPal({ method: 'GET', path: `${DISPUTES_PATH}?${query}` }));
        ids.push(...(found.items ?? []).map(({ dispute_id: id }) => id));
        const next = found.links?.find(({ rel }) => rel === 'next')?.href ?? '';
        query = next.slice(next.indexOf('?') + 1);
      }
      return ids;
    },
    getRefund: async (refund: string) =>
      parse(refundSchema, await callPayPal({ method: 'GET', path: `/v2/payments/refunds/${toPath(refund)}` })),
  };
}

type NewRefund = { id: string; amount: Cents; currency: string };
export type PayPalOrders = ReturnType<typeof createPayPalOrders>;
