import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import { html } from 'hono/html';
import type { Logger } from 'pino';
import { m } from '#messages';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import type { SimulatorEnv } from '../simulator-server.ts';
import {
  APPROVED,
  type AzulOrder,
  type AzulTransaction,
  CARDS_EXPIRE,
  DEFAULT_CARD,
  findTestCard,
  formSchema,
  identifyTransaction,
  maskCardNumber,
  signRequest,
  signReturn,
  TEST_CARDS,
  type TestCard,
} from './azul-order.ts';
import { type Fault, type Settings, takeNextFaults, withFaults } from './faults.ts';
import { AZUL_PAGE_PATH } from './merchant.ts';
import type { OrderStore } from './order-store.ts';
import { formatAmount, renderRow, sendError, servePaymentPage } from './payment-page.ts';

const SESSION_PATH = '/PaymentPage/Session';
const ALTERATION_CENTS = 100;
const DECLINED = '05';

/** @returns the form, or the error that AZUL's page shows */
function parseForm(body: string, appOrigin: string): AzulOrder['form'] | string {
  const fields = Object.fromEntries(new URLSearchParams(body));
  const parsed = formSchema.safeParse(fields);
  if (!parsed.success) return `VALIDATION_ERROR:${String(parsed.error.issues[0]?.path[0])}`;
  if (fields.AuthHash !== signRequest(fields)) return 'INVALID_AUTH:AuthHash';
  const urls = ['ApprovedUrl', 'DeclinedUrl', 'CancelUrl'] as const;
  const foreign = urls.find((field) => new URL(parsed.data[field]).origin !== appOrigin);
  return foreign === undefined ? parsed.data : `INVALID_BASEDOMAIN:${foreign}`;
}

const DECLINES: Partial<Record<Fault, string>> = {
  decline: DECLINED,
  'decline-51': '51',
};

function judge({ faults, form }: AzulOrder, card: string): string {
  const declined = faults.map((fault) => DECLINES[fault]).find((code) => code !== undefined);
  const { mostCents = Number.POSITIVE_INFINITY } = findTestCard(card) ?? {};
  return declined ?? (Number(form.Amount) > mostCents ? DECLINED : APPROVED);
}

function tryPayment(order: AzulOrder, card: string, now: Date): AzulTransaction {
  const isoCode = judge(order, card);
  const isApproved = isoCode === APPROVED;
  const isNewCard = isApproved && order.form.SaveToDataVault === '1';
  const token = isNewCard ? randomUUID().toUpperCase() : (order.form.DataVaultToken ?? '');
  return {
    ...identifyTransaction(now),
    type: order.faults.includes('approve-hold') ? 'Hold' : 'Sale',
    isoCode,
    authorizationCode: isApproved ? `OK${randomInt(1000, 10_000)}` : '',
    card,
    dataVaultToken: isApproved ? token : '',
  };
}

/** The address to which AZUL sends the browser after a payment was tried; signed fields in the order and casing of AZUL. */
function buildReturnUrl(order: AzulOrder): string {
  const { faults, transaction, form } = order;
  if (transaction === null) return form.ApprovedUrl;
  const { isoCode, card, dataVaultToken } = transaction;
  const isApproved = isoCode === APPROVED;
  const query = {
    OrderNumber: form.OrderNumber,
    Amount: form.Amount,
    Itbis: form.ITBIS,
    AuthorizationCode: transaction.authorizationCode,
    DateTime: transaction.dateTime,
    ResponseCode: 'ISO8583',
    IsoCode: isoCode,
    ResponseMessage: isApproved ? 'APROBADA' : 'DECLINADA',
    ErrorDescription: '',
    RRN: transaction.rrn,
    CustomOrderId: '',
    CardNumber: maskCardNumber(card),
    DataVaultToken: dataVaultToken,
    DataVaultExpiration: dataVaultToken && CARDS_EXPIRE,
    DataVaultBrand: dataVaultToken && (findTestCard(card)?.brand ?? ''),
    AzulOrderId: transaction.azulOrderId,
  };
  const hash = signReturn(query);
  const altered = (hash.startsWith('0') ? '1' : '0') + hash.slice(1);
  const url = new URL(isApproved ? form.ApprovedUrl : form.DeclinedUrl);
  for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value);
  url.searchParams.append('AuthHash', faults.includes('return-altered-hash') ? altered : hash);
  // The amount is altered after signing, as somebody on the way would do it.
  const more = String(Number(form.Amount) + ALTERATION_CENTS);
  if (faults.includes('return-altered-amount')) url.searchParams.set('Amount', more);
  return url.href;
}

function renderCards({ savedCard, form, locale }: AzulOrder) {
  const saved = findTestCard(savedCard);
  const label = saved === undefined ? m.payment_simulator_card : m.payment_simulator_saved_card;
  const describe = ({ brand, number, mostCents }: TestCard) => {
    const card = `${brand} ${maskCardNumber(number)}`;
    if (mostCents === undefined) return card;
    return m.payment_simulator_card_limit({ card, amount: formatAmount(form.CurrencyCode, mostCents) }, { locale });
  };
  const cards = saved === undefined ? TEST_CARDS : [saved];
  return html`<label for="card">${label({}, { locale })}</label>
<select id="card" name="card">${cards.map((card) => html`<option value="${card.number}">${describe(card)}</option>`)}</select>`;
}

const describeDecision = ({ transaction, locale }: AzulOrder) =>
  transaction?.isoCode === APPROVED
    ? m.payment_simulator_approved({}, { locale })
    : transaction && m.payment_simulator_declined({ code: transaction.isoCode }, { locale });

/** `appOrigin`: the merchant's registered domain, the only one to which AZUL returns. */
type Serving = { sql: Sql; log: Logger; settings: Settings; orders: OrderStore<AzulOrder>; appOrigin: string };

/** AZUL's Payment Page: a merchant's form opens it, a person decides, and the browser goes back with a signed query. */
export function serveAzulPage(app: Hono<SimulatorEnv>, serving: Serving): void {
  const { sql, settings, orders, appOrigin } = serving;

  app.post(AZUL_PAGE_PATH, async (c) => {
    const form = parseForm(await c.req.text(), appOrigin);
    if (typeof form === 'string') return sendError(c, 'AZUL', form, 400);
    // The card of the payment with which the driver saved it.
    const transaction = { dataVaultToken: form.DataVaultToken ?? null };
    const [saved] = await sql<{ card: string }[]>`
      select content -> 'transaction' ->> 'card' as card from parqueo_server.simulated_orders
      where provider = 'azul' and content @> ${sql.json({ transaction })} limit 1`;
    if (form.DataVaultToken && !saved) return sendError(c, 'AZUL', 'VALIDATION_ERROR:DataVaultToken', 400);
    const id = randomBytes(16).toString('hex');
    const faults = takeNextFaults(settings);
    const locale = form.Locale === 'EN' ? 'en' : 'es';
    return withFaults(c, faults, async () => {
      const content: AzulOrder = { locale, faults, form, savedCard: saved?.card, transaction: null, reversals: [] };
      await orders.insert(sql, { id, number: form.OrderNumber, content });
      return c.redirect(`${SESSION_PATH}/${id}`, 303);
    });
  });

  servePaymentPage<AzulOrder>(
    app,
    `${SESSION_PATH}/:id`,
    {
      provider: 'azul',
      orders,
      merchant: ({ form }) => form.MerchantName,
      amount: ({ form }) => formatAmount(form.CurrencyCode, Number(form.Amount)),
      rows: ({ form, locale }) => [
        renderRow(m.payment_simulator_tax({}, { locale }), formatAmount(form.CurrencyCode, Number(form.ITBIS))),
        renderRow(m.payment_simulator_order({}, { locale }), form.OrderNumber),
      ],
      fields: renderCards,
      decision: (order) => describeDecision(order) ?? undefined,
      // AZUL adds nothing to the address.
      cancelUrl: ({ form }) => form.CancelUrl,
      returnUrl: buildReturnUrl,
      async decide(c, _tx, stored, form) {
        const { content: order } = stored;
        const now = c.get('now');
        const card = order.savedCard ?? findTestCard(form.get('card'))?.number ?? DEFAULT_CARD.number;
        const transaction = tryPayment(order, card, now);
        const content = { ...order, transaction };
        return { ...stored, content, reference: transaction.azulOrderId, processedAt: now, changedAt: now };
      },
    },
    serving,
  );
}
