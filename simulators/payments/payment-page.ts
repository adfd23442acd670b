import { createHash } from 'node:crypto';
import type { Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { Logger } from 'pino';
import { extractLocaleFromRequest } from '#language';
import { m } from '#messages';
import type { Language } from '../../domain/language/languages.ts';
import type { Sql, TransactionSql } from '../../supabase-server/connections/sql.ts';
import type { SimulatorContext, SimulatorEnv } from '../simulator-server.ts';
import { addOutcome, GROUPS, listChoices, withFaults } from './faults.ts';
import type { OrderContent, OrderStore, StoredOrder } from './order-store.ts';

const STYLE = `
:root{color-scheme:light dark;--canvas:#f7f4ef;--surface:#fff;--ink:#1f1a14;--muted:#5f574d;--line:#8a8074;--soft:#e4ddd2;--accent:#0b6b3a;--on-accent:#fff;--bad:#a8071a;--focus:#0b57d0}
@media (prefers-color-scheme:dark){:root{--canvas:#12100e;--surface:#1b1815;--ink:#f6f1ea;--muted:#b3a99c;--line:#81776b;--soft:#38322c;--accent:#2fa56c;--on-accent:#08130d;--bad:#ff8a8f;--focus:#8ab4f8}}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:30rem;margin:0 auto;padding:1rem}
.note{margin:0 0 1rem;padding:.75rem 1rem;border:2px dashed var(--line);border-radius:1rem;color:var(--muted)}
.note strong{display:block;color:var(--ink)}
section{padding:1.25rem;border:1px solid var(--soft);border-radius:1rem;background:var(--surface)}
h1{margin:0;font-size:1.375rem;line-height:1.25;overflow-wrap:anywhere}
.total{margin:.25rem 0 1rem;font-size:2rem;font-weight:700;line-height:1.2}
dl{margin:0 0 1.25rem}dl div{display:flex;justify-content:space-between;gap:1rem;padding:.5rem 0;border-top:1px solid var(--soft)}
dt{color:var(--muted)}dd{margin:0;text-align:end;overflow-wrap:anywhere}
label{display:block;margin-bottom:.25rem;font-weight:600}
select{width:100%;min-height:48px;margin-bottom:1rem;padding:0 .75rem;border:1px solid var(--line);border-radius:.75rem;background:var(--surface);color:inherit;font:inherit}
button,.button{display:flex;align-items:center;justify-content:center;width:100%;min-height:48px;margin-top:.5rem;padding:.5rem 1rem;border:1px solid var(--line);border-radius:.75rem;background:var(--surface);color:inherit;font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
.main{border-color:var(--accent);background:var(--accent);color:var(--on-accent)}
h1+.button{margin-top:1rem}
details{margin-top:1rem;border-top:1px solid var(--soft)}
summary{display:flex;align-items:center;justify-content:space-between;min-height:48px;font-weight:600;cursor:pointer}
summary::-webkit-details-marker{display:none}
summary::after{content:"";width:.5rem;height:.5rem;margin:0 .5rem .25rem;border:solid;border-width:0 2px 2px 0;transform:rotate(45deg)}
details[open] summary::after{transform:rotate(225deg);margin-bottom:-.25rem}
h2{margin:1rem 0 0;font-size:1rem;color:var(--muted)}
details button{justify-content:flex-start;font-weight:400;text-align:start}
code{color:var(--bad);overflow-wrap:anywhere}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

type Html = ReturnType<typeof html>;
type Page = { locale: Language; provider: 'AZUL' | 'PayPal'; title: string; content: Html };

/** Sends a page that loads nothing, runs nothing and is in no frame. `formTargets`: where its form may lead. */
async function sendPage(
  c: SimulatorContext,
  { locale, provider, title, content }: Page,
  { status = 200, formTargets = [] }: { status?: 200 | 400 | 404; formTargets?: string[] } = {},
) {
  const origins = new Set(formTargets.map((address) => new URL(address).origin));
  const formAction = origins.size === 0 ? "'none'" : ["'self'", ...origins].join(' ');
  c.header(
    'content-security-policy',
    `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`,
  );
  c.header('referrer-policy', 'no-referrer');
  c.header('cache-control', 'no-store');
  c.header('x-content-type-options', 'nosniff');
  const page = html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${title} · ${m.payment_simulator_title({}, { locale })}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<main>
<p class="note"><strong>${m.payment_simulator_title({}, { locale })}</strong>${m.payment_simulator_note({ provider }, { locale })}</p>
<section>
<h1>${title}</h1>
${content}
</section>
</main>
</body>
</html>`;
  return c.html(await page, status);
}

/** @param error AZUL's code, or a sentence */
export function sendError(c: SimulatorContext, provider: Page['provider'], error: string, status: 400 | 404) {
  const locale = extractLocaleFromRequest(c.req.raw);
  const page = { locale, provider, title: m.payment_simulator_error({}, { locale }) };
  return sendPage(c, { ...page, content: html`<p><code>${error}</code></p>` }, { status });
}

const AMOUNT = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 });

/** Such as 'RD$1,250.00'. */
export const formatAmount = (symbol: string, cents: number): string => symbol + AMOUNT.format(cents / 100);

export const renderRow = (label: string, value: string): Html => html`<div><dt>${label}</dt><dd>${value}</dd></div>`;

/** What the pages of both providers show of an order and do with it. */
type Payable<T extends OrderContent> = {
  provider: 'azul' | 'paypal';
  orders: OrderStore<T>;
  merchant: (order: T) => string;
  /** Such as 'RD$1,250.00'. */
  amount: (order: T) => string;
  rows: (order: T) => Html[];
  fields?: (order: T) => Html;
  /** What became of the order; undefined before the buyer has decided. */
  decision: (order: T) => string | undefined;
  isGone?: (order: T, now: Date) => boolean;
  cancelUrl: (order: T) => string;
  returnUrl: (order: T) => string;
  /** The order after the buyer has approved or declined it, for the transaction to save. */
  decide: (
    c: SimulatorContext,
    tx: TransactionSql,
    order: StoredOrder<T>,
    form: URLSearchParams,
  ) => Promise<StoredOrder<T>>;
  beforeReturn?: (order: T) => Promise<void>;
};

function renderForm<T extends OrderContent>(payable: Payable<T>, order: T): Html {
  const { locale } = order;
  const groups = (Object.keys(GROUPS) as (keyof typeof GROUPS)[])
    .map((group) => ({ group, choices: listChoices(payable.provider, group) }))
    .filter(({ choices }) => choices.length > 0);
  return html`<p class="total">${payable.amount(order)}</p>
<dl>
${payable.rows(order)}
</dl>
<form method="post">
${payable.fields?.(order) ?? ''}
<button class="main" name="outcome" value="approve">${m.payment_simulator_approve({}, { locale })}</button>
<button name="outcome" value="decline">${m.payment_simulator_decline({}, { locale })}</button>
<button name="outcome" value="leave">${m.payment_simulator_leave({}, { locale })}</button>
<details>
<summary>${m.payment_simulator_more({}, { locale })}</summary>
${groups.map(
  ({ group, choices }) =>
    html`<h2>${GROUPS[group]({}, { locale })}</h2>${choices.map(
      ([fault, label]) => html`<button name="outcome" value="${fault}">${label({}, { locale })}</button>`,
    )}`,
)}
</details>
</form>`;
}

/** The text for a person whose browser stays on the page after the decision. */
function renderDecided<T extends OrderContent>({ merchant, returnUrl }: Payable<T>, order: T): Html {
  const { locale, faults } = order;
  if (faults.includes('return-never')) return html`<p>${m.payment_simulator_no_return({}, { locale })}</p>`;
  const label = m.payment_simulator_continue({ merchant: merchant(order) }, { locale });
  return html`<a class="button main" href="${returnUrl(order)}">${label}</a>`;
}

/** Comes back to the merchant once more than the browser will. What the merchant responds does not matter. */
async function visit(url: string, log: Logger): Promise<void> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(10_000) });
    await response.body?.cancel();
  } catch (error) {
    log.warn({ err: error }, 'the payment simulator could not return twice');
  }
}

/**
 * Serves the page on which a buyer decides about a payment, and sends the browser back.
 * @param path has the id of the order as `:id`, or `token` in its query
 */
export function servePaymentPage<T extends OrderContent>(
  app: Hono<SimulatorEnv>,
  path: string,
  payable: Payable<T>,
  { sql, log }: { sql: Sql; log: Logger },
): void {
  const { orders, decision, merchant, cancelUrl, returnUrl } = payable;
  const provider = payable.provider === 'azul' ? 'AZUL' : 'PayPal';

  async function find(c: SimulatorContext): Promise<StoredOrder<T> | undefined> {
    const found = await orders.find('id', c.req.param('id') ?? c.req.query('token') ?? '');
    return found && payable.isGone?.(found.content, c.get('now')) ? undefined : found;
  }

  const sendGone = (c: SimulatorContext) => {
    const locale = extractLocaleFromRequest(c.req.raw);
    return sendError(c, provider, m.payment_simulator_gone({}, { locale }), 404);
  };

  app.get(path, async (c) => {
    const order = (await find(c))?.content;
    if (order === undefined) return sendGone(c);
    const { locale } = order;
    const decided = decision(order);
    if (decided !== undefined) {
      return sendPage(c, { locale, provider, title: decided, content: renderDecided(payable, order) });
    }
    const title = m.payment_simulator_pay({ merchant: merchant(order) }, { locale });
    const formTargets = [returnUrl(order), cancelUrl(order)];
    return sendPage(c, { locale, provider, title, content: renderForm(payable, order) }, { formTargets });
  });

  app.post(path, async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const outcome = form.get('outcome') ?? '';
    const found = await find(c);
    if (found === undefined) return sendGone(c);
    // Nothing was tried, so that the page stays open.
    if (outcome === 'leave') return c.redirect(cancelUrl(found.content), 303);
    const { pathname, search } = new URL(c.req.url);
    const reopen = () => c.redirect(pathname + search, 303);
    const faults = addOutcome(found.content.faults, outcome);
    if (faults === undefined) return reopen();
    return withFaults(c, faults, async () => {
      const decided = await sql.begin(async (tx) => {
        const order = await orders.lock(tx, 'id', found.id);
        // Somebody else was faster.
        if (order === undefined || decision(order.content) !== undefined) return undefined;
        const changed = await payable.decide(c, tx, { ...order, content: { ...order.content, faults } }, form);
        await orders.save(tx, changed);
        return { order: changed.content };
      });
      if (decided === undefined) return reopen();
      await payable.beforeReturn?.(decided.order);
      if (faults.includes('return-never') || faults.includes('return-late')) return reopen();
      const url = returnUrl(decided.order);
      if (faults.includes('return-twice')) await visit(url, log);
      return c.redirect(url, 303);
    });
  });
}
