import { Hono, type MiddlewareHandler } from 'hono';
import { limitBody } from '../../server/middleware/limit-body.ts';
import { requireThisMachine } from '../../supabase-server/local-request.ts';
import { createAzulPaymentPage } from './azul/payment-page.ts';
import { createAzulWebservice } from './azul/webservice.ts';
import { withConnectionFaults } from './connection-faults.ts';
import { createControlApi } from './control-api.ts';
import { createPayPalApi } from './paypal/paypal-api.ts';
import type { SigningCertificate } from './paypal/webhooks/certificate.ts';
import type { WebhookSender } from './paypal/webhooks/webhook-sender.ts';
import type { SimulatorDependencies, SimulatorEnv } from './simulator-env.ts';
import type { SimulatorSettings } from './simulator-settings.ts';

const MAX_BODY_BYTES = 32 * 1024;
const MAX_REQUESTS_PER_SECOND = 2000;

function limitRate(): MiddlewareHandler<SimulatorEnv> {
  let second = 0;
  let requests = 0;
  return async function limitRequests(c, next) {
    const current = Math.floor(Date.now() / 1000);
    if (current !== second) [second, requests] = [current, 0];
    requests += 1;
    if (requests > MAX_REQUESTS_PER_SECOND) return c.json({ name: 'RATE_LIMIT_REACHED' }, 429, { 'retry-after': '1' });
    await next();
  };
}

type Dependencies = SimulatorDependencies & {
  settings: SimulatorSettings;
  webhooks: WebhookSender;
  getCertificate: () => Promise<SigningCertificate>;
};

/** AZUL, PayPal and the control of both. */
export function createSimulatorApp({ settings, ...dependencies }: Dependencies): Hono<SimulatorEnv> {
  const { sql, log, stopping, webhooks } = dependencies;
  const app = new Hono<SimulatorEnv>();
  app.onError((error, c) => {
    // Nobody receives responses that are still delayed when the simulator stops.
    if (stopping.aborted) return c.body(null, 503);
    log.error({ err: error }, 'the payment simulator failed');
    return c.text('Internal Server Error', 500);
  });
  app.use(requireThisMachine, limitRate(), limitBody(MAX_BODY_BYTES));
  app.use(async function loadSettings(c, next) {
    const { now, everyFaults } = await settings.load();
    c.set('now', now);
    c.set('everyFaults', everyFaults);
    await next();
  });
  app.route('/', createControlApi({ sql, settings, onWebhook: webhooks.poke }));
  app.use(async function applyFaultsOfEveryCall(c, next) {
    const plan = c.get('everyFaults');
    if (plan.faults.length === 0) return next();
    c.res = await withConnectionFaults(c, plan, stopping, async () => {
      await next();
      return c.res;
    });
  });
  app.route('/', createAzulPaymentPage(dependencies));
  app.route('/', createAzulWebservice(dependencies));
  app.route('/', createPayPalApi(dependencies));
  return app;
}
