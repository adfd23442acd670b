import type { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import * as z from 'zod';
import type { Sql, TransactionSql } from '../../supabase-server/connections/sql.ts';
import { readJson, type SimulatorContext, type SimulatorEnv } from '../simulator-server.ts';
import {
  APPROVED,
  type AzulOrder,
  type AzulReversal,
  DAY_MS,
  formatAzulTime,
  identifyTransaction,
  maskCardNumber,
  startOfDay,
} from './azul-order.ts';
import { withFaults } from './faults.ts';
import { AZUL_SERVICE_PATH, SIMULATED_AZUL } from './merchant.ts';
import type { OrderStore, StoredOrder } from './order-store.ts';

const VOID_MS = 20 * 60_000;
const REFUND_MS = 183 * DAY_MS;
const OTHER_ERROR = '99';

class AzulError extends HTTPException {
  constructor(description: string) {
    const body = { ErrorDescription: description, IsoCode: '', ResponseCode: 'Error', ResponseMessage: '' };
    super(200, { message: description, res: Response.json(body) });
  }
}

const call = { Channel: z.literal('EC'), Store: z.literal(SIMULATED_AZUL.merchantId) };
const azulOrderId = z.string().regex(/^\d{1,15}$/);
const cents = z.string().regex(/^\d{1,12}$/);

const searchSchema = z.object({ ...call, DateFrom: z.iso.date(), DateTo: z.iso.date() });
const voidSchema = z.object({ ...call, AzulOrderId: azulOrderId });
const refundSchema = z.object({
  ...call,
  TrxType: z.literal('Refund'),
  AzulOrderId: azulOrderId,
  Amount: cents,
  Itbis: cents,
  CurrencyPosCode: z.enum(['$', 'US$']),
  PosInputMode: z.literal('E-Commerce'),
  OrderNumber: z.string().regex(/^[A-Za-z0-9]{1,15}$/),
  AcquirerRefData: z.literal('1'),
  OriginalDate: z.string().regex(/^\d{8}$/),
});

async function parseCall<S extends z.ZodType>(c: SimulatorContext, schema: S): Promise<z.infer<S>> {
  const parsed = schema.safeParse(await readJson(c));
  if (!parsed.success) throw new AzulError(`VALIDATION_ERROR:${String(parsed.error.issues[0]?.path[0])}`);
  return parsed.data;
}

type Request = Pick<AzulReversal, 'type'> & { amount?: number | undefined; orderNumber?: string; isoCode?: string };

function requireReversible({ content: order, processedAt }: StoredOrder<AzulOrder>, request: Request, now: Date): void {
  if (order.transaction?.isoCode !== APPROVED || processedAt === null) throw new AzulError('WRONG TRANSACTION STATE');
  const earlier = order.reversals.find(({ isoCode }) => isoCode === APPROVED);
  if (earlier !== undefined) {
    const past = earlier.type === 'Void' ? 'voided' : 'returned';
    throw new AzulError(`The original transaction was already ${past}`);
  }
  const { amount = Number(order.form.Amount) } = request;
  if (amount < 1 || amount > Number(order.form.Amount)) throw new AzulError('VALIDATION_ERROR:Amount');
  const age = now.getTime() - processedAt.getTime();
  const isUnsettled = order.faults.includes('refund-after-settlement') && age < DAY_MS;
  const isLate = age > (request.type === 'Void' ? VOID_MS : REFUND_MS);
  if (isLate || (request.type === 'Refund' && isUnsettled)) throw new AzulError('WRONG TRANSACTION STATE');
}

/** A void, a refund or a chargeback that AZUL, the bank or the merchant makes; the whole amount by default. */
export async function reverseAtAzul(
  tx: TransactionSql,
  stored: StoredOrder<AzulOrder>,
  request: Request & { orders: OrderStore<AzulOrder>; now: Date },
): Promise<AzulReversal> {
  const { content: order } = stored;
  const { type, amount, orderNumber, isoCode = APPROVED, orders, now } = request;
  const reversal: AzulReversal = {
    ...identifyTransaction(now),
    type,
    amount: amount ?? Number(order.form.Amount),
    orderNumber: orderNumber ?? order.form.OrderNumber,
    isoCode,
  };
  const content = { ...order, reversals: [...order.reversals, reversal] };
  await orders.save(tx, { ...stored, content, changedAt: now });
  return reversal;
}

/** The payment and what was given back of it, each a transaction of its own. */
function listTransactions({ content: { transaction, form, reversals } }: StoredOrder<AzulOrder>) {
  if (transaction === null) return [];
  const sale = { ...transaction, orderNumber: form.OrderNumber, amount: form.Amount };
  return [sale, ...reversals].map((listed) => ({
    Amount: String(listed.amount),
    AzulOrderId: listed.azulOrderId,
    CardNumber: maskCardNumber(transaction.card),
    CurrencyPosCode: form.CurrencyCode,
    DateTime: listed.dateTime,
    ErrorDescription: '',
    IsoCode: listed.isoCode,
    OrderNumber: listed.orderNumber,
    RRN: listed.rrn,
    ResponseCode: 'ISO8583',
    TransactionType: listed.type,
  }));
}

type Serving = { sql: Sql; orders: OrderStore<AzulOrder> };

export function serveAzulWebservice(app: Hono<SimulatorEnv>, { sql, orders }: Serving): void {
  async function search(c: SimulatorContext) {
    const { DateFrom, DateTo } = await parseCall(c, searchSchema);
    const from = startOfDay(DateFrom);
    const to = startOfDay(DateTo, 1);
    const found = await orders.listChanged(from);
    // Each on its own day, whenever the payment was.
    const isOfDays = ({ DateTime: at }: { DateTime: string }) => at >= formatAzulTime(from) && at < formatAzulTime(to);
    return {
      ErrorDescription: '',
      ResponseCode: 'SEARCHED',
      Transactions: found.flatMap(listTransactions).filter(isOfDays),
    };
  }

  async function reverse(c: SimulatorContext, reference: string, request: Request): Promise<Response> {
    const faults = (await orders.find('reference', reference))?.content.faults ?? [];
    return withFaults(c, faults, async () => {
      const now = c.get('now');
      const made = await sql.begin(async (tx) => {
        const stored = await orders.lock(tx, 'reference', reference);
        if (stored === undefined) throw new AzulError('VALIDATION_ERROR:AzulOrderId');
        requireReversible(stored, request, now);
        const isoCode = faults.includes('refund-failed') ? OTHER_ERROR : APPROVED;
        return reverseAtAzul(tx, stored, { ...request, isoCode, orders, now });
      });
      return c.json({
        AzulOrderId: made.azulOrderId,
        DateTime: made.dateTime,
        ErrorDescription: '',
        IsoCode: made.isoCode,
        RRN: made.rrn,
        ResponseCode: 'ISO8583',
        ResponseMessage: made.isoCode === APPROVED ? 'APROBADA' : 'DECLINADA',
      });
    });
  }

  app.post(AZUL_SERVICE_PATH, async (c) => {
    const isMerchant = c.req.header('Auth1') === SIMULATED_AZUL.auth1 && c.req.header('Auth2') === SIMULATED_AZUL.auth2;
    if (!isMerchant) throw new AzulError('INVALID_AUTH:Auth');
    // The call is the name in the query, which has no value.
    if (c.req.query('SearchPayments') !== undefined) return c.json(await search(c));
    if (c.req.query('ProcessVoid') !== undefined) {
      const { AzulOrderId } = await parseCall(c, voidSchema);
      return reverse(c, AzulOrderId, { type: 'Void' });
    }
    const { AzulOrderId, Amount, OrderNumber } = await parseCall(c, refundSchema);
    return reverse(c, AzulOrderId, { type: 'Refund', amount: Number(Amount), orderNumber: OrderNumber });
  });
}
