import { Hono } from 'hono';
import type { JSONValue, Sql } from 'postgres';
import * as z from 'zod';
import { reverseAtAzul } from './azul/reverse-payment.ts';
import { faultPlanSchema } from './faults.ts';
import { createOrderStore, isOrderKey } from './order-store.ts';
import { changeDispute } from './paypal/disputes.ts';
import { toMoney } from './paypal/money.ts';
import { refundCapture } from './paypal/payments-api.ts';
import { createNotFoundError, PayPalError } from './paypal/paypal-error.ts';
import { paypalOrderSchema } from './paypal/paypal-order.ts';
import { getView } from './paypal/representations.ts';
import type { SimulatorContext, SimulatorEnv } from './simulator-env.ts';
import { MAX_CLOCK_OFFSET_SECONDS, type SimulatorSettings } from './simulator-settings.ts';

const clockSchema = z.strictObject({
  offsetSeconds: z.int().min(-MAX_CLOCK_OFFSET_SECONDS).max(MAX_CLOCK_OFFSET_SECONDS),
});

/** What is done at the provider without a request of the merchant; `cents` of the whole by default. */
const reversalSchema = z.discriminatedUnion('provider', [
  z.strictObject({
    provider: z.literal('azul'),
    type: z.enum(['Void', 'Refund', 'Chargeback']),
    cents: z.int().min(1).optional(),
  }),
  z.strictObject({
    provider: z.literal('paypal'),
    type: z.enum(['refund', 'dispute', 'dispute-won', 'dispute-lost']),
    cents: z.int().min(1).optional(),
  }),
]);
type PayPalReversal = Extract<z.infer<typeof reversalSchema>, { provider: 'paypal' }>;
const DISPUTES = { dispute: 'open', 'dispute-won': 'won', 'dispute-lost': 'lost' } as const;

/** A web page in a browser on this machine can send text to any origin, but JSON only where that origin allows it. */
async function readJson(c: SimulatorContext): Promise<unknown> {
  if (c.req.header('content-type') !== 'application/json') return undefined;
  try {
    return JSON.parse(await c.req.text());
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

type Dependencies = {
  sql: Sql;
  settings: SimulatorSettings;
  /** Called when webhooks may be due. */
  onWebhook: () => void;
};

/**
 * For tests: `PUT /simulator/faults/<order number | next | every>` {faults, delaySeconds}, `PUT /simulator/clock`
 * {offsetSeconds}, `GET /simulator/orders/<order number>`, and `POST /simulator/orders/<order number>/reversals`
 * {provider, type, cents}.
 */
export function createControlApi({ sql, settings, onWebhook }: Dependencies): Hono<SimulatorEnv> {
  const app = new Hono<SimulatorEnv>().basePath('/simulator');

  async function setFaultsOfOrder(number: string, plan: z.infer<typeof faultPlanSchema>): Promise<boolean> {
    if (!isOrderKey(number)) return false;
    const changed = await sql`
      update parqueo_server.simulated_orders set content = jsonb_set(content, '{plan}', ${sql.json(plan)})
      where number = ${number}`;
    return changed.count > 0;
  }

  app.put('/faults/:target', async (c) => {
    const parsed = faultPlanSchema.safeParse(await readJson(c));
    if (!parsed.success) return c.json({ error: z.prettifyError(parsed.error) }, 400);
    const target = c.req.param('target');
    if (target === 'next' || target === 'every') await settings.setFaults(target, parsed.data);
    else if (!(await setFaultsOfOrder(target, parsed.data))) return c.json({ error: 'There is no such order' }, 404);
    return c.json(parsed.data);
  });

  app.put('/clock', async (c) => {
    const parsed = clockSchema.safeParse(await readJson(c));
    if (!parsed.success) return c.json({ error: z.prettifyError(parsed.error) }, 400);
    await settings.setClockOffset(parsed.data.offsetSeconds);
    onWebhook();
    return c.json(parsed.data);
  });

  app.get('/orders/:number', async (c) => {
    const number = c.req.param('number');
    if (!isOrderKey(number)) return c.json([]);
    const rows = await sql<{ id: string; provider: string; reference: string | null; content: JSONValue }[]>`
      select id, provider, reference, content from parqueo_server.simulated_orders
      where number = ${number} order by stored_at limit 100`;
    return c.json(rows);
  });

  /** @throws PayPalError when PayPal would not */
  function reverseAtPayPal(c: SimulatorContext, number: string, { type, cents }: PayPalReversal): Promise<void> {
    const orders = createOrderStore(sql, 'paypal', paypalOrderSchema);
    return sql.begin(async (tx) => {
      const stored = await orders.lock(tx, { number });
      if (stored?.content.capture == null) throw createNotFoundError();
      const { custom_id, amount } = stored.content.unit;
      const part = cents === undefined ? {} : { amount: toMoney(amount.currency_code, cents) };
      if (type !== 'refund') await changeDispute(tx, { orders, stored, to: DISPUTES[type], now: c.get('now') });
      else await refundCapture(tx, { orders, stored, request: { custom_id, ...part }, view: getView(c) });
    });
  }

  app.post('/orders/:number/reversals', async (c) => {
    const parsed = reversalSchema.safeParse(await readJson(c));
    if (!parsed.success) return c.json({ error: z.prettifyError(parsed.error) }, 400);
    const number = c.req.param('number');
    try {
      if (parsed.data.provider === 'paypal') {
        await reverseAtPayPal(c, number, parsed.data);
        onWebhook();
      } else if (!(await reverseAtAzul(sql, number, { ...parsed.data, cents: parsed.data.cents, now: c.get('now') }))) {
        return c.json({ error: 'There is no such payment' }, 404);
      }
    } catch (error) {
      if (error instanceof PayPalError) return c.json(error.body, error.status);
      throw error;
    }
    return c.json(parsed.data);
  });
  return app;
}
