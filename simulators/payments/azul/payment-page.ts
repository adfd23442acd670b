import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { extractLocaleFromRequest } from '#language';
import { AZUL_PAGE_PATH } from '../../../server/payments/simulated-accounts.ts';
import { withConnectionFaults } from '../connection-faults.ts';
import { type FaultPlan, planOutcome } from '../faults.ts';
import { createOrderStore, type StoredOrder } from '../order-store.ts';
import { visitReturnUrl } from '../return-visit.ts';
import type { SimulatorContext, SimulatorDependencies, SimulatorEnv } from '../simulator-env.ts';
import { sendPage } from '../simulator-page.ts';
import { takeNextFaults } from '../simulator-settings.ts';
import { type AzulOrder, azulOrderSchema } from './azul-order.ts';
import { parsePageRequest } from './page-request.ts';
import { buildReturnUrl } from './page-return.ts';
import { findSavedCard, processPayment } from './process-payment.ts';
import { renderCardForm, renderError, renderResult } from './render-payment-page.ts';
import { DEFAULT_CARD, findTestCard } from './test-cards.ts';

const SESSION_PATH = '/PaymentPage/Session';

/** AZUL's Payment Page: a merchant's form opens it, a person decides, and the browser goes back with a signed query. */
export function createAzulPaymentPage({ sql, log, appOrigin, stopping }: SimulatorDependencies): Hono<SimulatorEnv> {
  const orders = createOrderStore(sql, 'azul', azulOrderSchema);
  const app = new Hono<SimulatorEnv>();

  const sendError = (c: SimulatorContext, error: string) =>
    sendPage(c, renderError(error, extractLocaleFromRequest(c.req.raw)), { status: 400 });
  const sendResult = (c: SimulatorContext, { content }: StoredOrder<AzulOrder>) =>
    sendPage(c, renderResult(content, content.transaction && buildReturnUrl(content, content.transaction)));

  async function open(c: SimulatorContext): Promise<Response> {
    const request = parsePageRequest(await c.req.text(), appOrigin);
    if ('error' in request) return sendError(c, request.error);
    const { order, token } = request;
    const id = randomBytes(16).toString('hex');
    const savedCard = token === undefined ? null : await findSavedCard(sql, token);
    if (savedCard === undefined) return sendError(c, 'VALIDATION_ERROR:DataVaultToken');
    const plan = await takeNextFaults(sql);
    return withConnectionFaults(c, plan, stopping, async () => {
      await orders.insert(sql, { id, number: order.orderNumber }, { ...order, savedCard, plan });
      return c.redirect(`${SESSION_PATH}/${id}`, 303);
    });
  }

  /** @returns undefined when the payment was tried before */
  function decide(id: string, plan: FaultPlan, card: string | null, now: Date): Promise<AzulOrder | undefined> {
    return sql.begin(async (tx) => {
      const order = await orders.lock(tx, { id });
      if (order === undefined || order.content.transaction !== null) return undefined;
      const content = { ...order.content, plan };
      const number = content.savedCard?.card ?? findTestCard(card)?.number ?? DEFAULT_CARD.number;
      const transaction = await processPayment(tx, content, { card: number, now });
      const decided = { ...content, transaction };
      await orders.save(tx, {
        ...order,
        content: decided,
        reference: transaction.azulOrderId,
        processedAt: now,
        changedAt: now,
      });
      return decided;
    });
  }

  async function sendBack(c: SimulatorContext, order: AzulOrder, page: string): Promise<Response> {
    const { transaction, showsResult, plan } = order;
    const stays = showsResult || plan.faults.includes('return-never') || plan.faults.includes('return-late');
    if (transaction === null || stays) return c.redirect(page, 303);
    const url = buildReturnUrl(order, transaction);
    if (plan.faults.includes('return-twice')) await visitReturnUrl(url, log);
    return c.redirect(url, 303);
  }

  app.on('POST', [AZUL_PAGE_PATH, `${AZUL_PAGE_PATH}Default.aspx`], open);

  app.get(`${SESSION_PATH}/:id`, async (c) => {
    const order = await orders.find({ id: c.req.param('id') });
    if (order === undefined) return sendError(c, 'PROCESSING_ERROR');
    if (order.content.transaction !== null) return sendResult(c, order);
    return sendPage(c, renderCardForm(order.content), { formTargets: [appOrigin] });
  });

  app.post(`${SESSION_PATH}/:id`, async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const order = await orders.find({ id: c.req.param('id') });
    if (order === undefined) return sendError(c, 'PROCESSING_ERROR');
    const page = `${SESSION_PATH}/${order.id}`;
    // Nothing was tried, so that the page stays open, and AZUL adds nothing to the address.
    if (form.get('outcome') === 'leave') return c.redirect(new URL(order.content.cancelUrl).href, 303);
    const plan = planOutcome(order.content.plan, form.get('outcome'));
    if (plan === undefined) return c.redirect(page, 303);
    return withConnectionFaults(c, plan, stopping, async () => {
      const decided = await decide(order.id, plan, form.get('card'), c.get('now'));
      return decided === undefined ? c.redirect(page, 303) : sendBack(c, decided, page);
    });
  });

  return app;
}
