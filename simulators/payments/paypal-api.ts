import { hash } from 'node:crypto';
import { Hono } from 'hono';
import { basicAuth } from 'hono/basic-auth';
import type { Logger } from 'pino';
import * as z from 'zod';
import { m } from '#messages';
import type { Sql, TransactionSql } from '../../supabase-server/connections/sql.ts';
import type { SigningCertificate } from '../certificates.ts';
import { createTokens, readJson, type SimulatorContext, type SimulatorEnv } from '../simulator-server.ts';
import { type Fault, type Settings, takeNextFaults, withFaults } from './faults.ts';
import { SIMULATED_PAYPAL } from './merchant.ts';
import type { OrderStore, StoredOrder } from './order-store.ts';
import { formatAmount, renderRow, servePaymentPage } from './payment-page.ts';
import {
  captureOrder,
  createNotFoundError,
  createPayPalId,
  describeCapture,
  describeDispute,
  describeOrder,
  describeRefund,
  PayPalError,
  type PayPalOrder,
  readMoney,
  refundCapture,
} from './paypal-order.ts';
import { CERTIFICATES_PATH, queueWebhook, type WebhookSender } from './paypal-webhooks.ts';

/** Nine hours, as PayPal's. */
const TOKEN_SECONDS = 32_400;
/** How long an order waits for its buyer, and PayPal remembers the request ids of orders. */
const ORDER_MS = 6 * 3_600_000;
/** How long PayPal remembers the request ids of captures and refunds. */
const REPEAT_MS = 45 * 86_400_000;

const text = z.string().min(1).max(127);
const moneySchema = z.object({ currency_code: z.string(), value: z.string() });

/** The part of PayPal's orders that the simulator has: one unit, captured, paid with a PayPal account. */
const orderSchema = z.object({
  intent: z.literal('CAPTURE'),
  purchase_units: z.tuple([z.object({ custom_id: text, invoice_id: text, amount: moneySchema })]),
  payment_source: z.object({
    paypal: z.object({
      experience_context: z.object({
        return_url: z.url(),
        cancel_url: z.url(),
        brand_name: text,
        locale: z.string().regex(/^[a-z]{2}-[A-Z]{2}$/),
        user_action: z.literal('PAY_NOW'),
        shipping_preference: z.literal('NO_SHIPPING'),
        payment_method_preference: z.literal('IMMEDIATE_PAYMENT_REQUIRED'),
      }),
    }),
  }),
});
const refundSchema = z.object({ amount: moneySchema, custom_id: text });
const timesSchema = z.object({ update_time_after: z.iso.datetime(), update_time_before: z.iso.datetime() });

function parse<S extends z.ZodType>(schema: S, value: unknown): z.infer<S> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new PayPalError(400, `INVALID_PARAMETER:/${parsed.error.issues[0]?.path.join('/')}`);
  return parsed.data;
}

function createOrder(body: unknown, faults: Fault[], now: Date): PayPalOrder {
  const { purchase_units, payment_source } = parse(orderSchema, body);
  const [{ amount, ...ids }] = purchase_units;
  const { return_url, cancel_url, brand_name, locale } = payment_source.paypal.experience_context;
  return {
    id: createPayPalId(),
    status: 'PAYER_ACTION_REQUIRED',
    amount: readMoney(amount),
    ids,
    brandName: brand_name,
    locale: locale.startsWith('es') ? 'es' : 'en',
    returnUrl: return_url,
    cancelUrl: cancel_url,
    faults,
    capture: null,
    refunds: [],
    dispute: null,
    createTime: now.toISOString(),
  };
}

const isExpired = ({ status, createTime }: PayPalOrder, now: Date): boolean =>
  status !== 'COMPLETED' && now.getTime() > Date.parse(createTime) + ORDER_MS;

/**
 * Does an operation once for each PayPal-Request-Id; a repeat gets the first response. The work is one transaction, whose
 * changes stay when it returns an error and are undone when it throws.
 * @throws PayPalError that the work returns or throws, and for an id of another request
 */
async function respondOnce(
  c: SimulatorContext,
  sql: Sql,
  operation: string,
  work: (tx: TransactionSql) => Promise<object>,
): Promise<Response> {
  const id = c.req.header('PayPal-Request-Id');
  if (id === undefined) throw new PayPalError(400, 'PAYPAL_REQUEST_ID_REQUIRED');
  const key = `${operation} ${id}`;
  const now = c.get('now');
  const expiresAt = new Date(now.getTime() + (operation === 'orders' ? ORDER_MS : REPEAT_MS));
  const digest = hash('sha256', await c.req.text());
  const outcome = await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${`payment simulator ${key}`}, 0))`;
    const [stored] = await tx<{ digest: string; body: string }[]>`
      select request_digest as digest, body from parqueo_server.simulated_responses
      where key = ${key} and expires_at > ${now}`;
    if (stored?.digest === digest) return stored.body;
    if (stored !== undefined) throw new PayPalError(422, 'DUPLICATE_REQUEST_ID');
    const result = await work(tx);
    if (result instanceof PayPalError) return result;
    const response = JSON.stringify(result);
    await tx`
      insert into parqueo_server.simulated_responses (key, request_digest, body, expires_at)
      values (${key}, ${digest}, ${response}, ${expiresAt})
      on conflict (key) do update set request_digest = excluded.request_digest, body = excluded.body,
        expires_at = excluded.expires_at`;
    return response;
  });
  if (outcome instanceof PayPalError) throw outcome;
  return c.body(outcome, 201, { 'content-type': 'application/json' });
}

type Serving = {
  sql: Sql;
  log: Logger;
  settings: Settings;
  orders: OrderStore<PayPalOrder>;
  webhooks: WebhookSender;
  certificate: SigningCertificate;
};

const getView = (c: SimulatorContext) => ({ origin: new URL(c.req.url).origin, now: c.get('now') });
const withToken = (address: string, { id }: PayPalOrder) => {
  const url = new URL(address);
  url.searchParams.set('token', id);
  return url.href;
};

export function createPayPalApi({ sql, log, settings, orders, webhooks, certificate }: Serving): Hono<SimulatorEnv> {
  const app = new Hono<SimulatorEnv>();
  const tokens = createTokens(SIMULATED_PAYPAL.clientSecret, TOKEN_SECONDS);

  app.post(
    '/v1/oauth2/token',
    basicAuth({
      username: SIMULATED_PAYPAL.clientId,
      password: SIMULATED_PAYPAL.clientSecret,
      invalidUserMessage: { error: 'invalid_client' },
    }),
    (c) => c.json({ access_token: tokens.issue(c.get('now')), token_type: 'Bearer', expires_in: TOKEN_SECONDS }),
  );
  app.get(`${CERTIFICATES_PATH}/:id`, (c) => {
    if (c.req.param('id') !== certificate.id) throw createNotFoundError();
    return c.text(certificate.pem);
  });

  for (const path of ['/v2/*', '/v1/customer/*']) {
    app.use(path, async function requireToken(c, next) {
      const token = c.req.header('authorization')?.replace('Bearer ', '') ?? '';
      if (!tokens.isValid(token, c.get('now'))) throw new PayPalError(401, 'INVALID_TOKEN');
      await next();
    });
  }

  async function requireOrder(c: SimulatorContext, key: 'id' | 'reference' | 'refund'): Promise<PayPalOrder> {
    const order = (await orders.find(key, c.req.param('id') ?? ''))?.content;
    if (order === undefined || isExpired(order, c.get('now'))) throw createNotFoundError();
    return order;
  }

  /** Responds once to a call that moves money, with the faults of its order. */
  async function change(
    c: SimulatorContext,
    name: string,
    { id, faults }: PayPalOrder,
    work: (tx: TransactionSql, stored: StoredOrder<PayPalOrder>) => Promise<object>,
  ) {
    return withFaults(c, faults, async () => {
      const response = await respondOnce(c, sql, `${name} ${id}`, async (tx) => {
        const stored = await orders.lock(tx, 'id', id);
        if (stored === undefined) throw createNotFoundError();
        return work(tx, stored);
      });
      void webhooks.deliver();
      return response;
    });
  }

  app.post('/v2/checkout/orders', (c) =>
    respondOnce(c, sql, 'orders', async (tx) => {
      const order = createOrder(await readJson(c), takeNextFaults(settings), c.get('now'));
      await orders.insert(tx, { id: order.id, number: order.id, content: order });
      return describeOrder(order, getView(c));
    }),
  );
  app.get('/v2/checkout/orders/:id', async (c) => c.json(describeOrder(await requireOrder(c, 'id'), getView(c))));
  app.post('/v2/checkout/orders/:id/capture', async (c) =>
    change(c, 'capture', await requireOrder(c, 'id'), async (tx, stored) => {
      const captured = await captureOrder(tx, stored, { orders, now: c.get('now') });
      return captured instanceof PayPalError ? captured : describeOrder(captured, getView(c));
    }),
  );

  app.get('/v2/payments/captures/:id', async (c) => {
    const order = await requireOrder(c, 'reference');
    if (order.capture === null) throw createNotFoundError();
    return c.json(describeCapture(order, order.capture, c.get('now')));
  });
  app.post('/v2/payments/captures/:id/refund', async (c) =>
    change(c, 'refund', await requireOrder(c, 'reference'), async (tx, stored) => {
      const { amount, custom_id: customId } = parse(refundSchema, await readJson(c));
      return refundCapture(tx, stored, { amount: readMoney(amount), customId }, { orders, now: c.get('now') });
    }),
  );
  app.get('/v2/payments/refunds/:id', async (c) => {
    const { refunds } = await requireOrder(c, 'refund');
    const refund = refunds.find(({ id }) => id === c.req.param('id'));
    if (refund === undefined) throw createNotFoundError();
    return c.json(describeRefund(refund, c.get('now')));
  });

  const listDisputed = async (from: Date) =>
    (await orders.listChanged(from)).map(({ content }) => content).filter(({ dispute }) => dispute !== null);
  app.get('/v1/customer/disputes', async (c) => {
    const { update_time_after: from, update_time_before: to } = parse(timesSchema, c.req.query());
    const disputes = (await listDisputed(new Date(from))).map(describeDispute);
    return c.json({ items: disputes.filter(({ update_time: at = '' }) => at >= from && at < to), links: [] });
  });
  app.get('/v1/customer/disputes/:id', async (c) => {
    const found = (await listDisputed(new Date(0))).find(({ dispute }) => dispute?.id === c.req.param('id'));
    if (found === undefined) throw createNotFoundError();
    return c.json(describeDispute(found));
  });

  servePaymentPage<PayPalOrder>(
    app,
    '/checkoutnow',
    {
      provider: 'paypal',
      orders,
      merchant: ({ brandName }) => brandName,
      amount: ({ amount }) => formatAmount('US$', amount),
      rows: ({ id, locale }) => [renderRow(m.payment_simulator_order({}, { locale }), id)],
      decision: ({ status, locale }) =>
        status === 'PAYER_ACTION_REQUIRED' ? undefined : m.payment_simulator_approved({}, { locale }),
      isGone: isExpired,
      cancelUrl: (order) => withToken(order.cancelUrl, order),
      returnUrl: (order) => withToken(order.returnUrl, order),
      async decide(c, tx, stored) {
        const order = { ...stored.content, status: 'APPROVED' as const };
        const event = { type: 'CHECKOUT.ORDER.APPROVED', resource: describeOrder(order, getView(c)), at: c.get('now') };
        await queueWebhook(tx, event, order.faults);
        return { ...stored, content: order };
      },
      async beforeReturn({ faults }) {
        const delivered = webhooks.deliver();
        if (faults.includes('webhook-before-browser')) await delivered;
      },
    },
    { sql, log },
  );
  return app;
}
