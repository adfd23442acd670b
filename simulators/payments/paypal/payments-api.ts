import { Hono } from 'hono';
import type { TransactionSql } from 'postgres';
import { withConnectionFaults, withFaultsOfReading } from '../connection-faults.ts';
import { type FaultPlan, getDelaySeconds } from '../faults.ts';
import type { OrderStore, StoredOrder } from '../order-store.ts';
import type { SimulatorDependencies, SimulatorEnv } from '../simulator-env.ts';
import { readMoney } from './money.ts';
import { parseBody, type RefundRequest, refundSchema } from './order-request.ts';
import { createBusinessError, createNotFoundError } from './paypal-error.ts';
import {
  createPayPalId,
  getRefundedTotal,
  getSettledStatus,
  getTotal,
  type PayPalOrder,
  type Refund,
} from './paypal-order.ts';
import { describeCapture, describeRefund, getView, type View } from './representations.ts';
import { respondOnce } from './respond-once.ts';
import { queueWebhook } from './webhooks/queue-webhook.ts';

const REFUND_DAYS = 180;
const REFUND_ID_HOURS = 45 * 24;
const MAX_REFUNDS = 100;

type Dependencies = SimulatorDependencies & { orders: OrderStore<PayPalOrder>; onWebhook: () => void };

/** The amount to give back in cents. @throws PayPalError when PayPal would not */
function readRefundAmount(order: PayPalOrder, { amount }: RefundRequest, now: Date): number {
  const { capture } = order;
  const status = capture === null ? 'DECLINED' : getSettledStatus(capture, now);
  if (status === 'PENDING') throw createBusinessError('PENDING_CAPTURE');
  if (capture === null || status !== 'COMPLETED') throw createBusinessError('CAPTURE_STATUS_NOT_VALID');
  if (order.refunds.length >= MAX_REFUNDS) throw createBusinessError('MAX_NUMBER_OF_REFUNDS_EXCEEDED');
  if (order.dispute !== null) throw createBusinessError('TRANSACTION_DISPUTED');
  const isLate = now.getTime() > new Date(capture.createTime).getTime() + REFUND_DAYS * 86_400_000;
  if (isLate) throw createBusinessError('REFUND_TIME_LIMIT_EXCEEDED');
  const left = getTotal(order) - getRefundedTotal(order, now);
  if (left === 0) throw createBusinessError('CAPTURE_FULLY_REFUNDED');
  if (amount === undefined) return left;
  const cents = readMoney(amount, '/amount');
  if (amount.currency_code !== order.unit.amount.currency_code) {
    throw createBusinessError('REFUND_CAPTURE_CURRENCY_MISMATCH', '/amount/currency_code');
  }
  if (cents <= 0) throw createBusinessError('CANNOT_BE_ZERO_OR_NEGATIVE', '/amount/value');
  if (cents > left) throw createBusinessError('REFUND_AMOUNT_EXCEEDED', '/amount/value');
  return cents;
}

function getRefundStatus(plan: FaultPlan, now: Date): Pick<Refund, 'status' | 'settles'> {
  const has = (fault: FaultPlan['faults'][number]) => plan.faults.includes(fault);
  if (has('refund-failed')) return { status: 'FAILED', settles: null };
  if (!has('refund-pending') && !has('refund-pending-failed')) return { status: 'COMPLETED', settles: null };
  const at = new Date(now.getTime() + getDelaySeconds(plan, 'refund-pending') * 1000).toISOString();
  return { status: 'PENDING', settles: { at, status: has('refund-pending-failed') ? 'FAILED' : 'COMPLETED' } };
}

const EVENTS = {
  COMPLETED: 'PAYMENT.CAPTURE.REFUNDED',
  PENDING: 'PAYMENT.REFUND.PENDING',
  FAILED: 'PAYMENT.REFUND.FAILED',
  DECLINED: 'PAYMENT.REFUND.FAILED',
} as const;

async function queueRefundWebhooks(tx: TransactionSql, order: PayPalOrder, refund: Refund, { origin, now }: View) {
  const times = refund.settles === null ? [now] : [now, new Date(refund.settles.at)];
  for (const at of times) {
    const type = EVENTS[getSettledStatus(refund, at)];
    await queueWebhook(tx, { type, resource: describeRefund(order, refund, { origin, now: at }), at }, order.plan);
  }
}

type Refunding = {
  orders: OrderStore<PayPalOrder>;
  stored: StoredOrder<PayPalOrder>;
  request: RefundRequest;
  view: View;
};

/** Gives money back, for the merchant or from PayPal's own pages. @throws PayPalError when PayPal would not */
export async function refundCapture(tx: TransactionSql, { orders, stored, request, view }: Refunding) {
  const { content: order } = stored;
  const amount = readRefundAmount(order, request, view.now);
  const added: Refund = {
    id: createPayPalId(),
    amount,
    ...(request.invoice_id === undefined ? {} : { invoiceId: request.invoice_id }),
    ...(request.custom_id === undefined ? {} : { customId: request.custom_id }),
    ...(request.note_to_payer === undefined ? {} : { note: request.note_to_payer }),
    ...getRefundStatus(order.plan, view.now),
    createTime: view.now.toISOString(),
  };
  const content = { ...order, refunds: [...order.refunds, added], updateTime: view.now.toISOString() };
  const refundReferences = [...stored.refundReferences, added.id];
  await orders.save(tx, { ...stored, content, refundReferences, changedAt: view.now });
  await queueRefundWebhooks(tx, content, added, view);
  return describeRefund(content, added, view);
}

/** `/v2/payments`: captures and their refunds. */
export function createPaymentsApi({ sql, stopping, orders, onWebhook }: Dependencies): Hono<SimulatorEnv> {
  const app = new Hono<SimulatorEnv>().basePath('/v2/payments');

  async function requireOrder(by: { reference: string } | { refund: string }) {
    const order = await orders.find(by);
    if (order === undefined) throw createNotFoundError();
    return order;
  }

  app.get('/captures/:id', async (c) => {
    const { content: order } = await requireOrder({ reference: c.req.param('id') });
    const { capture } = order;
    if (capture === null) throw createNotFoundError();
    return withFaultsOfReading(c, order.plan, stopping, () => c.json(describeCapture(order, capture, getView(c))));
  });

  app.get('/refunds/:id', async (c) => {
    const { content: order } = await requireOrder({ refund: c.req.param('id') });
    const found = order.refunds.find(({ id }) => id === c.req.param('id'));
    if (found === undefined) throw createNotFoundError();
    return withFaultsOfReading(c, order.plan, stopping, () => c.json(describeRefund(order, found, getView(c))));
  });

  app.post('/captures/:id/refund', async (c) => {
    const [id, body, now] = [c.req.param('id'), await c.req.text(), c.get('now')];
    const request = parseBody(refundSchema, body);
    const { content: order } = await requireOrder({ reference: id });
    return withConnectionFaults(c, order.plan, stopping, async () => {
      const operation = {
        operation: `refund ${id}`,
        id: c.req.header('PayPal-Request-Id'),
        body,
        now,
        hoursKept: REFUND_ID_HOURS,
      };
      const refunded = await respondOnce(sql, operation, async (tx) => {
        const stored = await orders.lock(tx, { reference: id });
        if (stored === undefined) throw createNotFoundError();
        return refundCapture(tx, { orders, stored, request, view: getView(c) });
      });
      onWebhook();
      return c.body(refunded.body, refunded.status, { 'content-type': 'application/json' });
    });
  });
  return app;
}
