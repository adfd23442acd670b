import { Hono } from 'hono';
import { html } from 'hono/html';
import { extractLocaleFromRequest } from '#language';
import { m } from '#messages';
import type { Language } from '../../../domain/language/languages.ts';
import { withConnectionFaults } from '../connection-faults.ts';
import { type FaultPlan, planOutcome } from '../faults.ts';
import type { OrderStore } from '../order-store.ts';
import { renderOutcomeForm } from '../outcome-form.ts';
import { visitReturnUrl } from '../return-visit.ts';
import type { SimulatorContext, SimulatorDependencies, SimulatorEnv } from '../simulator-env.ts';
import { formatAmount, renderPage, sendPage } from '../simulator-page.ts';
import { isExpired } from './orders-api.ts';
import { getCancelUrl, getReturnUrl, getTotal, type PayPalOrder } from './paypal-order.ts';
import { describeOrder } from './representations.ts';
import { queueWebhook } from './webhooks/queue-webhook.ts';

export const APPROVE_PATH = '/checkoutnow';

const getTitle = ({ brandName, locale }: PayPalOrder) =>
  m.payment_simulator_pay({ merchant: brandName === '' ? 'PayPal' : brandName }, { locale });

function renderOrder(order: PayPalOrder) {
  const { locale, unit } = order;
  const symbol = unit.amount.currency_code === 'USD' ? 'US$' : `${unit.amount.currency_code} `;
  return renderPage({
    locale,
    provider: 'PayPal',
    title: getTitle(order),
    content: html`<p class="total">${formatAmount(symbol, getTotal(order))}</p>
<dl>
${unit.description === undefined ? '' : html`<div><dt>${m.payment_simulator_description({}, { locale })}</dt><dd>${unit.description}</dd></div>`}
<div><dt>${m.payment_simulator_order({}, { locale })}</dt><dd>${order.id}</dd></div>
</dl>
${renderOutcomeForm('paypal', locale)}`,
  });
}

function renderApproved(order: PayPalOrder) {
  const { locale, plan } = order;
  return renderPage({
    locale,
    provider: 'PayPal',
    title: m.payment_simulator_approved({}, { locale }),
    content: plan.faults.includes('return-never')
      ? html`<p>${m.payment_simulator_no_return({}, { locale })}</p>`
      : html`<a class="button main" href="${getReturnUrl(order)}">${m.payment_simulator_continue(
          { merchant: order.brandName },
          { locale },
        )}</a>`,
  });
}

const renderGone = (locale: Language) =>
  renderPage({
    locale,
    provider: 'PayPal',
    title: m.payment_simulator_error({}, { locale }),
    content: html`<p>${m.payment_simulator_gone({}, { locale })}</p>`,
  });

type Dependencies = SimulatorDependencies & {
  orders: OrderStore<PayPalOrder>;
  /** Delivers webhooks and waits for the responses. */
  deliverWebhooks: () => Promise<void>;
  onWebhook: () => void;
};

/** The page on which a buyer approves an order at PayPal. */
export function createApprovePage(dependencies: Dependencies): Hono<SimulatorEnv> {
  const { sql, log, stopping, orders, deliverWebhooks, onWebhook } = dependencies;
  const app = new Hono<SimulatorEnv>();

  const sendGone = (c: SimulatorContext) =>
    sendPage(c, renderGone(extractLocaleFromRequest(c.req.raw)), { status: 404 });

  async function findOrder(c: SimulatorContext): Promise<PayPalOrder | undefined> {
    const order = await orders.find({ id: c.req.query('token') ?? '' });
    return order === undefined || isExpired(order.content, c.get('now')) ? undefined : order.content;
  }

  /** The order as approved; undefined when somebody else was faster. */
  function approve(c: SimulatorContext, id: string, plan: FaultPlan) {
    const now = c.get('now');
    return sql.begin(async (tx) => {
      const stored = await orders.lock(tx, { id });
      if (stored === undefined || stored.content.status !== 'PAYER_ACTION_REQUIRED') return undefined;
      const order = { ...stored.content, plan, status: 'APPROVED' as const, updateTime: now.toISOString() };
      await orders.save(tx, { ...stored, content: order });
      const resource = describeOrder(order, { origin: new URL(c.req.url).origin, now });
      await queueWebhook(tx, { type: 'CHECKOUT.ORDER.APPROVED', resource, at: now }, plan);
      return order;
    });
  }

  async function sendBack(c: SimulatorContext, order: PayPalOrder, page: string): Promise<Response> {
    const { faults } = order.plan;
    if (faults.includes('webhook-before-browser')) await deliverWebhooks();
    else onWebhook();
    if (faults.includes('return-never') || faults.includes('return-late')) return c.redirect(page, 303);
    if (faults.includes('return-twice')) await visitReturnUrl(getReturnUrl(order), log);
    return c.redirect(getReturnUrl(order), 303);
  }

  app.get(APPROVE_PATH, async (c) => {
    const order = await findOrder(c);
    if (order === undefined) return sendGone(c);
    if (order.status !== 'PAYER_ACTION_REQUIRED') return sendPage(c, renderApproved(order));
    return sendPage(c, renderOrder(order), { formTargets: [order.returnUrl, order.cancelUrl] });
  });

  app.post(APPROVE_PATH, async (c) => {
    const outcome = new URLSearchParams(await c.req.text()).get('outcome');
    const order = await findOrder(c);
    if (order === undefined) return sendGone(c);
    if (outcome === 'leave') return c.redirect(getCancelUrl(order), 303);
    const page = `${APPROVE_PATH}?token=${order.id}`;
    const plan = planOutcome(order.plan, outcome);
    if (plan === undefined) return c.redirect(page, 303);
    return withConnectionFaults(c, plan, stopping, async () => {
      const approved = await approve(c, order.id, plan);
      return approved === undefined ? c.redirect(page, 303) : sendBack(c, approved, page);
    });
  });
  return app;
}
