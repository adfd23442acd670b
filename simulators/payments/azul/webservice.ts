import { createHash, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { AZUL_SERVICE_PATH, SIMULATED_AZUL } from '../../../server/payments/simulated-accounts.ts';
import { withConnectionFaults } from '../connection-faults.ts';
import { createOrderStore, type StoredOrder } from '../order-store.ts';
import type { SimulatorContext, SimulatorDependencies, SimulatorEnv } from '../simulator-env.ts';
import { APPROVED, type AzulOrder, type AzulReversal, azulOrderSchema } from './azul-order.ts';
import { addDays, formatAzulTime } from './dominican-time.ts';
import { addReversal, type ReversalRequest, reversePayment } from './reverse-payment.ts';
import { maskCardNumber } from './test-cards.ts';
import { AzulError, parseServiceCall, SERVICE_CALLS } from './webservice-request.ts';

const MAX_DAYS = 31;
const MAX_TRANSACTIONS = 10_000;
const PATHS = [AZUL_SERVICE_PATH, '/Webservices/JSON/default.aspx'];

const digest = (text: string) => createHash('sha256').update(text).digest();
const isSame = (given: string, expected: string) => timingSafeEqual(digest(given), digest(expected));

/** @throws AzulError without the right headers */
function requireCredentials(c: SimulatorContext): void {
  const [auth1, auth2] = [c.req.header('Auth1'), c.req.header('Auth2')];
  if (auth1 === undefined) throw new AzulError('MISSING_AUTH_HEADER:Auth1');
  if (auth2 === undefined) throw new AzulError('MISSING_AUTH_HEADER:Auth2');
  const isMerchant = isSame(auth1, SIMULATED_AZUL.auth1) && isSame(auth2, SIMULATED_AZUL.auth2);
  if (!isMerchant) throw new AzulError('INVALID_AUTH:Auth');
}

const toMessage = (isoCode: string) => (isoCode === APPROVED ? 'APROBADA' : 'DECLINADA');

function toReversalResponse({ azulOrderId, dateTime, isoCode, rrn }: AzulReversal) {
  return {
    AuthorizationCode: '',
    AzulOrderId: azulOrderId,
    CustomOrderId: '',
    DateTime: dateTime,
    ErrorDescription: '',
    IsoCode: isoCode,
    LotNumber: '',
    RRN: rrn,
    ResponseCode: 'ISO8583',
    ResponseMessage: toMessage(isoCode),
    Ticket: '',
  };
}

type Listed = Pick<AzulReversal, 'azulOrderId' | 'dateTime' | 'isoCode' | 'orderNumber' | 'rrn'> & {
  type: string;
  amount: string;
  itbis: string;
  authorizationCode: string;
};

function toTransaction(order: AzulOrder, listed: Listed) {
  return {
    Amount: listed.amount,
    AuthorizationCode: listed.authorizationCode,
    AzulOrderId: listed.azulOrderId,
    CardNumber: maskCardNumber(order.transaction?.card ?? ''),
    CurrencyPosCode: order.currencyCode,
    CustomOrderId: '',
    DateTime: listed.dateTime,
    ErrorDescription: '',
    Found: true,
    IsoCode: listed.isoCode,
    Itbis: listed.itbis,
    LotNumber: '',
    OrderNumber: listed.orderNumber,
    RRN: listed.rrn,
    ResponseCode: 'ISO8583',
    Ticket: '',
    TransactionType: listed.type,
  };
}

/** The payment and what was given back of it, each a transaction of its own. */
function listTransactions({ content: order }: StoredOrder<AzulOrder>) {
  const { transaction, orderNumber, amount, itbis, reversals } = order;
  if (transaction === null) return [];
  return [
    toTransaction(order, { ...transaction, orderNumber, amount, itbis }),
    ...reversals.map((reversal) =>
      toTransaction(order, { ...reversal, amount: String(reversal.amount), itbis: '000', authorizationCode: '' }),
    ),
  ];
}

/** AZUL's JSON webservice for searching, voiding and refunding what the page took. */
export function createAzulWebservice({ sql, stopping }: SimulatorDependencies): Hono<SimulatorEnv> {
  const orders = createOrderStore(sql, 'azul', azulOrderSchema);
  const app = new Hono<SimulatorEnv>();

  async function search(body: string) {
    const { DateFrom: from, DateTo: lastDay } = parseServiceCall(SERVICE_CALLS.search, body);
    const to = addDays(lastDay, 1);
    if (to <= from || to > addDays(from, MAX_DAYS)) throw new AzulError('VALIDATION_ERROR:DateTo');
    const found = await orders.listChanged({ from, limit: MAX_TRANSACTIONS });
    const [first, end] = [formatAzulTime(from), formatAzulTime(to)];
    // Each on its own day, whenever the payment was.
    const rows = found.flatMap(listTransactions).filter(({ DateTime: at }) => at >= first && at < end);
    return { ErrorDescription: '', ResponseCode: 'SEARCHED', Transactions: rows };
  }

  /** Finds what was sold over the webservice by CustomOrderId, and so nothing that the page took. */
  function verify(body: string) {
    parseServiceCall(SERVICE_CALLS.verify, body);
    return { ErrorDescription: '', Found: false, ResponseCode: 'SEARCHED' };
  }

  type Reversal = { azulOrderId: string; request: ReversalRequest };

  function reverse({ azulOrderId, request }: Reversal, now: Date): Promise<AzulReversal> {
    return sql.begin(async (tx) => {
      const order = await orders.lock(tx, { reference: azulOrderId });
      if (order === undefined || order.processedAt === null) throw new AzulError('VALIDATION_ERROR:AzulOrderId');
      const { content } = order;
      const reversal = await reversePayment(tx, { order: content, approvedAt: order.processedAt, now }, request);
      await orders.save(tx, { ...order, content: addReversal(content, reversal), changedAt: now });
      return reversal;
    });
  }

  async function respondReversal(c: SimulatorContext, reversal: Reversal): Promise<Response> {
    const order = await orders.find({ reference: reversal.azulOrderId });
    const plan = order?.content.plan ?? { faults: [] };
    return withConnectionFaults(c, plan, stopping, async () =>
      c.json(toReversalResponse(await reverse(reversal, c.get('now')))),
    );
  }

  app.onError((error, c) => {
    if (!(error instanceof AzulError)) throw error;
    return c.json({ ErrorDescription: error.message, IsoCode: '', ResponseCode: 'Error', ResponseMessage: '' });
  });

  app.on('POST', PATHS, async (c) => {
    requireCredentials(c);
    const body = await c.req.text();
    // The call is the name in the query, which has no value.
    const query = new URL(c.req.url).searchParams;
    if (query.has('VerifyPayment')) return c.json(verify(body));
    if (query.has('SearchPayments')) return c.json(await search(body));
    if (query.has('ProcessVoid')) {
      const { AzulOrderId: azulOrderId } = parseServiceCall(SERVICE_CALLS.void, body);
      return respondReversal(c, { azulOrderId, request: { type: 'Void' } });
    }
    const { AzulOrderId: azulOrderId, Amount, OrderNumber } = parseServiceCall(SERVICE_CALLS.refund, body);
    const request = { type: 'Refund' as const, amount: Number(Amount), orderNumber: OrderNumber };
    return respondReversal(c, { azulOrderId, request });
  });
  app.on(['GET', 'PUT', 'DELETE'], PATHS, () => {
    throw new AzulError('INVALID_HTTP_METHOD');
  });
  return app;
}
