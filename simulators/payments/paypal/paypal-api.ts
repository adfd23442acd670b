import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Hono, type MiddlewareHandler } from 'hono';
import { auth } from 'hono/utils/basic-auth';
import * as z from 'zod';
import { SIMULATED_PAYPAL } from '../../../server/payments/simulated-accounts.ts';
import { createOrderStore } from '../order-store.ts';
import type { SimulatorDependencies, SimulatorEnv } from '../simulator-env.ts';
import { createApprovePage } from './approve-page.ts';
import { createDisputesApi } from './disputes.ts';
import { parseBody, textSchema } from './order-request.ts';
import { createOrdersApi } from './orders-api.ts';
import { createPaymentsApi } from './payments-api.ts';
import {
  createBusinessError,
  createMediaTypeError,
  createNotFoundError,
  createServerError,
  PayPalError,
} from './paypal-error.ts';
import { paypalOrderSchema } from './paypal-order.ts';
import type { SigningCertificate } from './webhooks/certificate.ts';
import type { WebhookSender } from './webhooks/webhook-sender.ts';
import { CERTIFICATES_PATH, isGenuineWebhook } from './webhooks/webhook-signature.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();
const isSame = (given: string, expected: string) => timingSafeEqual(digest(given), digest(expected));

const verificationSchema = z.object({
  auth_algo: textSchema(100),
  cert_url: textSchema(500),
  transmission_id: textSchema(50),
  transmission_sig: textSchema(500),
  transmission_time: textSchema(100),
  webhook_id: textSchema(50),
  webhook_event: z.record(z.string(), z.unknown()),
});

const requireAccessToken: MiddlewareHandler<SimulatorEnv> = async (c, next) => {
  const token = /^Bearer (.{1,500})$/.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
  if (!isAccessToken(token, c.get('now'))) {
    throw new PayPalError(401, { error: 'invalid_token', error_description: 'Token signature verification failed' });
  }
  await next();
};

const requireJson: MiddlewareHandler<SimulatorEnv> = async (c, next) => {
  const isJson = /^application\/json\b/.test(c.req.header('content-type') ?? '');
  if (c.req.method === 'POST' && !isJson) throw createMediaTypeError();
  await next();
};

const mockSchema = z.object({ mock_application_codes: z.string().regex(/^[A-Z_]{1,64}$/) });

/** Negative testing: the merchant names the error that it wants. */
const respondMocked: MiddlewareHandler<SimulatorEnv> = async (c, next) => {
  const header = c.req.header('PayPal-Mock-Response');
  if (header === undefined) return next();
  const { mock_application_codes: issue } = parseBody(mockSchema, header);
  throw issue === 'INTERNAL_SERVER_ERROR' ? createServerError() : createBusinessError(issue);
};

type Dependencies = SimulatorDependencies & {
  webhooks: WebhookSender;
  getCertificate: () => Promise<SigningCertificate>;
};

/** PayPal's REST interface and the page on which buyers approve. */
export function createPayPalApi({ webhooks, getCertificate, ...dependencies }: Dependencies): Hono<SimulatorEnv> {
  const orders = createOrderStore(dependencies.sql, 'paypal', paypalOrderSchema);
  const shared = { ...dependencies, orders, onWebhook: webhooks.poke };
  const app = new Hono<SimulatorEnv>();

  app.onError((error, c) => {
    if (!(error instanceof PayPalError)) throw error;
    return c.json(error.body, error.status);
  });

  app.post('/v1/oauth2/token', async (c) => {
    const { username = '', password = '' } = auth(c.req.raw) ?? {};
    const isClient = isSame(username, SIMULATED_PAYPAL.clientId) && isSame(password, SIMULATED_PAYPAL.clientSecret);
    if (!isClient) {
      return c.json({ error: 'invalid_client', error_description: 'Client Authentication failed' }, 401);
    }
    const form = new URLSearchParams(await c.req.text());
    if (form.get('grant_type') !== 'client_credentials') {
      return c.json({ error: 'unsupported_grant_type', error_description: 'Grant Type is NULL or unknown' }, 400);
    }
    return c.json({
      scope: 'https://uri.paypal.com/services/checkout',
      access_token: issueAccessToken(c.get('now')),
      token_type: 'Bearer',
      app_id: 'APP-SIMULATED',
      expires_in: TOKEN_SECONDS,
    });
  });

  app.get(`${CERTIFICATES_PATH}/:id`, async (c) => {
    const { id, pem } = await getCertificate();
    if (c.req.param('id') !== id) throw createNotFoundError();
    return c.text(pem);
  });

  app.use('/v2/*', requireAccessToken, requireJson, respondMocked);
  app.use('/v1/customer/*', requireAccessToken);
  app.use('/v1/notifications/verify-webhook-signature', requireAccessToken, requireJson);
  app.post('/v1/notifications/verify-webhook-signature', async (c) => {
    const claim = parseBody(verificationSchema, await c.req.text());
    const isGenuine = isGenuineWebhook(
      {
        algorithm: claim.auth_algo,
        certificateUrl: claim.cert_url,
        id: claim.transmission_id,
        signature: claim.transmission_sig,
        time: claim.transmission_time,
        webhookId: claim.webhook_id,
      },
      JSON.stringify(claim.webhook_event),
      await getCertificate(),
      new URL(c.req.url).origin,
    );
    return c.json({ verification_status: isGenuine ? 'SUCCESS' : 'FAILURE' });
  });

  app.route('/', createOrdersApi(shared));
  app.route('/', createPaymentsApi(shared));
  app.route('/', createDisputesApi(shared));
  app.route('/', createApprovePage({ ...shared, deliverWebhooks: webhooks.deliverDue }));
  return app;
}

/** Nine hours, as PayPal's. */
const TOKEN_SECONDS = 32_400;

const sign = (content: string) =>
  createHmac('sha256', SIMULATED_PAYPAL.clientSecret).update(content).digest('base64url');

/** Every simulator accepts the tokens of every other, as they are signed and not stored. */
function issueAccessToken(now: Date): string {
  const content = `A21AA${now.getTime() + TOKEN_SECONDS * 1000}-${randomBytes(12).toString('hex')}`;
  return `${content}.${sign(content)}`;
}

function isAccessToken(token: string, now: Date): boolean {
  const [content = '', signature = ''] = token.split('.');
  const expected = sign(content);
  const isGenuine =
    signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
  return isGenuine && Number(/^A21AA(\d+)-/.exec(content)?.[1]) > now.getTime();
}
