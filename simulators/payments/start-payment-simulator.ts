import { Hono } from 'hono';
import type { Logger } from 'pino';
import * as z from 'zod';
import { toCents } from '../../domain/money/cents.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { createSigningCertificate } from '../certificates.ts';
import { createSimulatorApp, listen, readControl, type SimulatorEnv } from '../simulator-server.ts';
import type { AzulOrder } from './azul-order.ts';
import { serveAzulPage } from './azul-page.ts';
import { reverseAtAzul, serveAzulWebservice } from './azul-webservice.ts';
import { faultsSchema, readClock, type Settings, withFaults } from './faults.ts';
import { createOrderStore, type OrderStore } from './order-store.ts';
import { createPayPalApi } from './paypal-api.ts';
import { changeDispute, type PayPalOrder, refundCapture } from './paypal-order.ts';
import { startWebhookSender } from './paypal-webhooks.ts';

/** A year is more than every limit of the providers. */
const MAX_CLOCK_OFFSET_SECONDS = 366 * 86_400;

const clockSchema = z.strictObject({
  offsetSeconds: z.int().min(-MAX_CLOCK_OFFSET_SECONDS).max(MAX_CLOCK_OFFSET_SECONDS),
});

/** Reversals that a provider makes without a request of the merchant. `cents` is the whole amount by default. */
const cents = z.int().min(1).transform(toCents).optional();
const reversalSchema = z.discriminatedUnion('provider', [
  z.strictObject({ provider: z.literal('azul'), type: z.enum(['Void', 'Refund', 'Chargeback']), cents }),
  z.strictObject({
    provider: z.literal('paypal'),
    type: z.enum(['refund', 'dispute', 'dispute-won', 'dispute-lost']),
    cents,
  }),
]);

type Control = {
  sql: Sql;
  settings: Settings;
  azulOrders: OrderStore<AzulOrder>;
  paypalOrders: OrderStore<PayPalOrder>;
  deliver: () => Promise<unknown>;
};

/** The requests with which tests command the providers, see `docs/payments.md`. */
function createControlApi({ sql, settings, azulOrders, paypalOrders, deliver }: Control): Hono<SimulatorEnv> {
  const app = new Hono<SimulatorEnv>().basePath('/simulator');

  app.put('/faults/:target', async (c) => {
    const { faults } = await readControl(c, faultsSchema);
    const target = c.req.param('target');
    if (target === 'next') settings.nextFaults = faults;
    else if (target === 'every') settings.everyFaults = faults;
    else {
      const changed = await sql`
        update parqueo_server.simulated_orders set content = jsonb_set(content, '{faults}', ${sql.json(faults)})
        where number = ${target}`;
      if (changed.count === 0) return c.json({ error: 'There is no such order' }, 404);
    }
    return c.json({ faults });
  });

  app.put('/clock', async (c) => {
    const { offsetSeconds } = await readControl(c, clockSchema);
    settings.clockOffsetMs = offsetSeconds * 1000;
    void deliver();
    return c.json({ offsetSeconds });
  });

  app.get('/orders/:number', async (c) => {
    const rows = await sql<{ id: string; provider: string; reference: string | null; content: unknown }[]>`
      select id, provider, reference, content from parqueo_server.simulated_orders
      where number = ${c.req.param('number')} order by stored_at limit 100`;
    return c.json(rows);
  });

  app.post('/orders/:number/reversals', async (c) => {
    const reversal = await readControl(c, reversalSchema);
    const { provider, type, cents: amount } = reversal;
    const number = c.req.param('number');
    const now = c.get('now');
    const isKnown = await sql.begin(async (tx) => {
      if (provider === 'azul') {
        const stored = await azulOrders.lock(tx, 'number', number);
        if (stored) await reverseAtAzul(tx, stored, { type, amount, orders: azulOrders, now });
        return stored !== undefined;
      }
      const stored = await paypalOrders.lock(tx, 'number', number);
      if (stored === undefined) return false;
      const change = { orders: paypalOrders, now };
      if (type !== 'refund') await changeDispute(tx, stored, type, change);
      else await refundCapture(tx, stored, { amount, customId: stored.content.ids.custom_id }, change);
      return true;
    });
    void deliver();
    return isKnown ? c.json(reversal) : c.json({ error: 'There is no such order' }, 404);
  });
  return app;
}

export type PaymentSimulator = Awaited<ReturnType<typeof startPaymentSimulator>>;

type PaymentSimulatorOptions = {
  sql: Sql;
  log: Logger;
  /** The web app's address, the only one to which the simulated AZUL returns. */
  appUrl: string;
  /** Where the simulated PayPal sends its webhooks: at this server itself, which trusts this simulator's certificate. */
  webhookUrl: string;
  port?: number;
};

/**
 * Starts the simulated AZUL and PayPal, an HTTP server with both providers' contracts. Its payments are in the database, so
 * that they go on after a restart and several servers have the same providers.
 */
export async function startPaymentSimulator(options: PaymentSimulatorOptions) {
  const { sql, log, appUrl, webhookUrl, port } = options;
  const settings: Settings = { everyFaults: [], nextFaults: [], clockOffsetMs: 0 };
  const stopping = new AbortController();
  let url = '';
  // Every simulator has a key of its own, which is never stored.
  const certificate = await createSigningCertificate();
  const webhooks = startWebhookSender({ sql, log, settings, webhookUrl, getOrigin: () => url, certificate });
  const azulOrders = createOrderStore<AzulOrder>(sql, 'azul');
  const paypalOrders = createOrderStore<PayPalOrder>(sql, 'paypal');

  const app = createSimulatorApp(stopping.signal, (error) => log.error({ err: error }, 'the payment simulator failed'));
  app.use(async function applySettings(c, next) {
    c.set('now', readClock(settings));
    if (settings.everyFaults.length === 0 || c.req.path.startsWith('/simulator/')) return next();
    c.res = await withFaults(c, settings.everyFaults, async () => {
      await next();
      return c.res;
    });
  });
  app.route('/', createControlApi({ sql, settings, azulOrders, paypalOrders, deliver: webhooks.deliver }));
  const appOrigin = new URL(appUrl).origin;
  serveAzulPage(app, { sql, log, settings, orders: azulOrders, appOrigin });
  serveAzulWebservice(app, { sql, orders: azulOrders });
  app.route('/', createPayPalApi({ sql, log, settings, orders: paypalOrders, webhooks, certificate }));

  const listening = await listen(app, port).catch(async (error: unknown) => {
    await webhooks.close();
    throw error;
  });
  url = listening.url;
  return {
    url,
    async close() {
      stopping.abort();
      await listening.close();
      await webhooks.close();
    },
  };
}
