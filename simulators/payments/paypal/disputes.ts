import { Hono } from 'hono';
import type { TransactionSql } from 'postgres';
import type { OrderStore, StoredOrder } from '../order-store.ts';
import type { SimulatorDependencies, SimulatorEnv } from '../simulator-env.ts';
import { createNotFoundError, createRequestError } from './paypal-error.ts';
import type { PayPalOrder } from './paypal-order.ts';
import { queueWebhook } from './webhooks/queue-webhook.ts';

const MAX_DISPUTES = 1000;
const PATH = '/v1/customer/disputes';

function describeDispute({ dispute, capture, unit }: PayPalOrder) {
  return {
    dispute_id: dispute?.id,
    create_time: dispute?.createTime,
    update_time: dispute?.updateTime,
    disputed_transactions: [{ seller_transaction_id: capture?.id, custom: unit.custom_id }],
    reason: 'UNAUTHORISED',
    status: dispute?.outcome === undefined ? 'OPEN' : 'RESOLVED',
    dispute_amount: { currency_code: unit.amount.currency_code, value: unit.amount.value },
    ...(dispute?.outcome === undefined ? {} : { dispute_outcome: { outcome_code: dispute.outcome } }),
  };
}

type Change = {
  orders: OrderStore<PayPalOrder>;
  stored: StoredOrder<PayPalOrder>;
  to: 'open' | 'won' | 'lost';
  now: Date;
};

/** The buyer disputes a payment, or PayPal decides the dispute. */
export async function changeDispute(tx: TransactionSql, { orders, stored, to, now }: Change): Promise<void> {
  const { content: order } = stored;
  const time = now.toISOString();
  const { id = `PP-D-${order.id.slice(0, 8)}`, createTime = time } = order.dispute ?? {};
  const outcomes = { open: undefined, won: 'RESOLVED_SELLER_FAVOUR', lost: 'RESOLVED_BUYER_FAVOUR' } as const;
  const content = { ...order, dispute: { id, createTime, updateTime: time, outcome: outcomes[to] } };
  await orders.save(tx, { ...stored, content, changedAt: now });
  const type = to === 'open' ? 'CUSTOMER.DISPUTE.CREATED' : 'CUSTOMER.DISPUTE.RESOLVED';
  await queueWebhook(tx, { type, resource: describeDispute(content), at: now }, order.plan);
}

const readTime = (text: string | undefined): Date => {
  if (text === undefined || Number.isNaN(Date.parse(text))) {
    throw createRequestError([{ issue: 'INVALID_PARAMETER_SYNTAX', location: 'query' }]);
  }
  return new Date(text);
};

/** `/v1/customer/disputes`: those that were last changed in a time, and one of them. */
export function createDisputesApi({
  orders,
}: SimulatorDependencies & { orders: OrderStore<PayPalOrder> }): Hono<SimulatorEnv> {
  const app = new Hono<SimulatorEnv>();
  const list = async (from: Date) =>
    (await orders.listChanged({ from, limit: MAX_DISPUTES })).filter(({ content }) => content.dispute !== null);

  app.get(PATH, async (c) => {
    const [from, to] = [readTime(c.req.query('update_time_after')), readTime(c.req.query('update_time_before'))];
    const disputes = (await list(from)).map(({ content }) => describeDispute(content));
    const items = disputes.filter(({ update_time: at = '' }) => at >= from.toISOString() && at < to.toISOString());
    return c.json({ items: items.map(({ disputed_transactions: _, ...summary }) => summary), links: [] });
  });

  app.get(`${PATH}/:id`, async (c) => {
    const found = (await list(new Date(0))).find(({ content }) => content.dispute?.id === c.req.param('id'));
    if (found === undefined) throw createNotFoundError();
    return c.json(describeDispute(found.content));
  });
  return app;
}
