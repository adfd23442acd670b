import { Hono } from 'hono';
import type { TransactionSql } from 'postgres';
import { withConnectionFaults, withFaultsOfReading } from '../connection-faults.ts';
import { type FaultPlan, getDelaySeconds } from '../faults.ts';
import type { OrderStore, StoredOrder } from '../order-store.ts';
import type { SimulatorContext, SimulatorDependencies, SimulatorEnv } from '../simulator-env.ts';
import { takeNextFaults } from '../simulator-settings.ts';
import { changeDispute } from './disputes.ts';
import { parseOrderRequest } from './order-request.ts';
import { createBusinessError, createNotFoundError, createRequestError } from './paypal-error.ts';
import { type Capture, createPayerId, createPayPalId, getSettledStatus, type PayPalOrder } from './paypal-order.ts';
import { describeCapture, describeOrder, describeOrderBriefly, getView, type View } from './representations.ts';
import { respondOnce } from './respond-once.ts';
import { queueWebhook } from './webhooks/queue-webhook.ts';

/** How long an order waits for its buyer, and PayPal remembers the request ids of orders. */
const ORDER_HOURS = 6;
const CAPTURE_ID_HOURS = 45 * 24;

type Dependencies = SimulatorDependencies & { orders: OrderStore<PayPalOrder>; onWebhook: () => void };

type Stored = StoredOrder<PayPalOrder>;

export const isExpired = ({ status, createTime }: PayPalOrder, now: Date): boolean =>
  status !== 'COMPLETED' && now.getTime() > new Date(createTime).getTime() + ORDER_HOURS * 3_600_000;

const describe = (c: SimulatorContext, order: PayPalOrder) =>
  c.req.header('Prefer') === 'return=representation'
    ? describeOrder(order, getView(c))
    : describeOrderBriefly(order, getView(c));

function createOrder(body: string, plan: FaultPlan, now: Date): PayPalOrder {
  const { unit, experience } = parseOrderRequest(body);
  const createTime = now.toISOString();
  return {
    id: createPayPalId(),
    status: 'PAYER_ACTION_REQUIRED',
    unit,
    brandName: experience.brand_name ?? '',
    locale: experience.locale.startsWith('es') ? 'es' : 'en',
    returnUrl: experience.return_url,
    cancelUrl: experience.cancel_url,
    payerId: createPayerId(),
    plan,
    capture: null,
    refunds: [],
    dispute: null,
    createTime,
    updateTime: createTime,
  };
}

const isInstrumentDeclined = ({ plan }: PayPalOrder) => plan.faults.some((fault) => fault.startsWith('decline-'));

function createCapture({ plan }: PayPalOrder, now: Date): Capture {
  const has = (fault: FaultPlan['faults'][number]) => plan.faults.includes(fault);
  const capture = { id: createPayPalId(), createTime: now.toISOString() };
  if (has('capture-declined')) return { ...capture, status: 'DECLINED', settles: null };
  if (!has('capture-pending') && !has('capture-pending-declined')) {
    return { ...capture, status: 'COMPLETED', settles: null };
  }
  const at = new Date(now.getTime() + getDelaySeconds(plan, 'capture-pending') * 1000).toISOString();
  const status = has('capture-pending-declined') ? 'DECLINED' : 'COMPLETED';
  return { ...capture, status: 'PENDING', settles: { at, status } };
}

async function queueCaptureWebhooks(tx: TransactionSql, order: PayPalOrder, capture: Capture, { origin, now }: View) {
  const times = capture.settles === null ? [now] : [now, new Date(capture.settles.at)];
  for (const at of times) {
    const type = `PAYMENT.CAPTURE.${getSettledStatus(capture, at)}` as 'PAYMENT.CAPTURE.COMPLETED';
    await queueWebhook(tx, { type, resource: describeCapture(order, capture, { origin, now: at }), at }, order.plan);
  }
}

/** `/v2/checkout/orders`: create, read, capture. */
export function createOrdersApi({ sql, stopping, orders, onWebhook }: Dependencies): Hono<SimulatorEnv> {
  const app = new Hono<SimulatorEnv>().basePath('/v2/checkout/orders');

  async function requireUnusedInvoice(tx: TransactionSql, { unit }: PayPalOrder): Promise<void> {
    if (unit.invoice_id === undefined) return;
    const [used] = await tx`
      select from parqueo_server.simulated_orders
      where provider = 'paypal' and content #>> '{unit,invoice_id}' = ${unit.invoice_id}
        and content #>> '{capture,status}' in ('COMPLETED', 'PENDING')
      limit 1`;
    if (used) throw createBusinessError('DUPLICATE_INVOICE_ID', '/purchase_units/@reference_id/invoice_id');
  }

  /** The new state, or an error with the state that follows from it. */
  async function capture(tx: TransactionSql, stored: Stored, view: View) {
    const { now } = view;
    const { content: order } = stored;
    const updateTime = now.toISOString();
    if (order.status === 'COMPLETED') throw createBusinessError('ORDER_ALREADY_CAPTURED');
    if (order.status !== 'APPROVED') throw createBusinessError('ORDER_NOT_APPROVED');
    await requireUnusedInvoice(tx, order);
    if (isInstrumentDeclined(order)) {
      // The buyer may choose another instrument at the same address.
      const faults = order.plan.faults.filter((fault) => !fault.startsWith('decline-'));
      const plan = { ...order.plan, faults };
      await orders.save(tx, { ...stored, content: { ...order, plan, updateTime, status: 'PAYER_ACTION_REQUIRED' } });
      return createBusinessError('INSTRUMENT_DECLINED');
    }
    const captured = createCapture(order, now);
    const content = { ...order, status: 'COMPLETED' as const, capture: captured, updateTime };
    const saved = { ...stored, content, reference: captured.id, processedAt: now, changedAt: now };
    await orders.save(tx, saved);
    await queueCaptureWebhooks(tx, content, captured, view);
    if (order.plan.faults.includes('dispute')) await changeDispute(tx, { orders, stored: saved, to: 'open', now });
    return content;
  }

  app.post('/', async (c) => {
    const body = await c.req.text();
    const id = c.req.header('PayPal-Request-Id');
    if (id === undefined) {
      throw createRequestError([{ issue: 'PAYPAL_REQUEST_ID_REQUIRED', location: 'header' }]);
    }
    const now = c.get('now');
    let plan: FaultPlan = { faults: [] };
    const request = { operation: 'orders', id, body, now, hoursKept: ORDER_HOURS };
    const created = await respondOnce(sql, request, async (tx) => {
      const order = createOrder(body, { faults: [] }, now);
      plan = await takeNextFaults(tx);
      await orders.insert(tx, { id: order.id, number: order.id }, { ...order, plan });
      return describe(c, order);
    });
    return withConnectionFaults(c, plan, stopping, () =>
      c.body(created.body, created.status, { 'content-type': 'application/json' }),
    );
  });

  app.get('/:id', async (c) => {
    const order = await orders.find({ id: c.req.param('id') });
    if (order === undefined || isExpired(order.content, c.get('now'))) throw createNotFoundError();
    return withFaultsOfReading(c, order.content.plan, stopping, () => c.json(describeOrder(order.content, getView(c))));
  });

  app.post('/:id/capture', async (c) => {
    const [id, body, now] = [c.req.param('id'), await c.req.text(), c.get('now')];
    const order = await orders.find({ id });
    if (order === undefined || isExpired(order.content, now)) throw createNotFoundError();
    return withConnectionFaults(c, order.content.plan, stopping, async () => {
      const request = {
        operation: `capture ${id}`,
        id: c.req.header('PayPal-Request-Id'),
        body,
        now,
        hoursKept: CAPTURE_ID_HOURS,
      };
      const captured = await respondOnce(sql, request, async (tx) => {
        const stored = await orders.lock(tx, { id });
        if (stored === undefined) throw createNotFoundError();
        const result = await capture(tx, stored, getView(c));
        return result instanceof Error ? result : describe(c, result);
      });
      onWebhook();
      return c.body(captured.body, captured.status, { 'content-type': 'application/json' });
    });
  });
  return app;
}
