import { randomInt } from 'node:crypto';
import { HTTPException } from 'hono/http-exception';
import { type Cents, formatCents, parseCents, toCents } from '../../domain/money/cents.ts';
import type { TransactionSql } from '../../supabase-server/connections/sql.ts';
import type { Fault } from './faults.ts';
import type { OrderContent, OrderStore, StoredOrder } from './order-store.ts';
import { queueWebhook } from './paypal-webhooks.ts';

/** A state that changes by itself at a time. */
type Settling<Status> = { status: Status; settles: { at: string; status: Status } | null; createTime: string };

export type Capture = Settling<'COMPLETED' | 'PENDING' | 'DECLINED'> & { id: string };
type Refund = Settling<'COMPLETED' | 'PENDING' | 'FAILED'> & { id: string; amount: Cents; customId: string };

export type PayPalOrder = OrderContent & {
  id: string;
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED';
  amount: Cents;
  /** The merchant's own ids of the payment. */
  ids: { custom_id: string; invoice_id: string };
  brandName: string;
  returnUrl: string;
  cancelUrl: string;
  capture: Capture | null;
  refunds: Refund[];
  dispute: { id: string; isWon: boolean | null; updateTime: string } | null;
  createTime: string;
};

const ERROR_NAMES = {
  400: 'INVALID_REQUEST',
  401: 'INVALID_TOKEN',
  404: 'RESOURCE_NOT_FOUND',
  422: 'UNPROCESSABLE_ENTITY',
};

export class PayPalError extends HTTPException {
  constructor(status: keyof typeof ERROR_NAMES, issue: string) {
    super(status, {
      message: issue,
      res: Response.json({ name: ERROR_NAMES[status], details: [{ issue }] }, { status }),
    });
  }
}

export const createNotFoundError = () => new PayPalError(404, 'INVALID_RESOURCE_ID');

const ID_CHARACTERS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Makes an id like those of PayPal's orders, captures and refunds. */
export const createPayPalId = () =>
  Array.from({ length: 17 }, () => ID_CHARACTERS[randomInt(ID_CHARACTERS.length)]).join('');

const getStatus = <Status>({ status, settles }: Settling<Status>, now: Date): Status =>
  settles !== null && now >= new Date(settles.at) ? settles.status : status;

/** The amount that was refunded or is about to be. */
const getRefunded = ({ refunds }: PayPalOrder, now: Date): number =>
  refunds.filter((refund) => getStatus(refund, now) !== 'FAILED').reduce((total, { amount }) => total + amount, 0);

// ## What PayPal says of its resources

type Money = { currency_code: string; value: string };

/** The Dominican peso is not among PayPal's currencies, and this product has no third one. */
const CURRENCY = 'USD';

const toMoney = (amount: Cents): Money => ({ currency_code: CURRENCY, value: formatCents(amount) });

export function readMoney({ currency_code, value }: Money): Cents {
  if (currency_code !== CURRENCY) throw new PayPalError(422, 'CURRENCY_NOT_SUPPORTED');
  if (!/^\d{1,10}(\.\d{2})?$/.test(value)) throw new PayPalError(422, 'DECIMAL_PRECISION');
  const cents = parseCents(value);
  if (cents === 0) throw new PayPalError(422, 'CANNOT_BE_ZERO_OR_NEGATIVE');
  return cents;
}

export function describeCapture(order: PayPalOrder, capture: Capture, now: Date) {
  const refunded = getRefunded(order, now);
  const refundedStatus = refunded >= order.amount ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
  return {
    id: capture.id,
    status: refunded === 0 ? getStatus(capture, now) : refundedStatus,
    amount: toMoney(order.amount),
    ...order.ids,
    supplementary_data: { related_ids: { order_id: order.id } },
    create_time: capture.createTime,
  };
}

export function describeRefund(refund: Refund, now: Date) {
  const { id, amount, customId, createTime } = refund;
  const status = getStatus(refund, now);
  return {
    id,
    status,
    ...(status === 'COMPLETED' ? {} : { status_details: { reason: 'ECHECK' } }),
    amount: toMoney(amount),
    custom_id: customId,
    create_time: createTime,
  };
}

/** `origin` is the simulator's own, for the link to the page of the buyer. */
export function describeOrder(order: PayPalOrder, { origin, now }: { origin: string; now: Date }) {
  const { id, status, amount, ids, capture, refunds } = order;
  const payments = capture && {
    captures: [describeCapture(order, capture, now)],
    refunds: refunds.map((refund) => describeRefund(refund, now)),
  };
  const link = { href: `${origin}/checkoutnow?token=${id}`, rel: 'payer-action', method: 'GET' };
  return {
    id,
    intent: 'CAPTURE',
    status,
    purchase_units: [{ ...ids, amount: toMoney(amount), ...(payments && { payments }) }],
    links: status === 'PAYER_ACTION_REQUIRED' ? [link] : [],
    create_time: order.createTime,
  };
}

export function describeDispute({ dispute, capture, ids, amount }: PayPalOrder) {
  const outcome = { outcome_code: dispute?.isWon ? 'RESOLVED_SELLER_FAVOUR' : 'RESOLVED_BUYER_FAVOUR' };
  return {
    dispute_id: dispute?.id,
    update_time: dispute?.updateTime,
    disputed_transactions: [{ seller_transaction_id: capture?.id, custom: ids.custom_id }],
    reason: 'UNAUTHORISED',
    dispute_amount: toMoney(amount),
    ...(dispute?.isWon === null ? { status: 'OPEN' } : { status: 'RESOLVED', dispute_outcome: outcome }),
  };
}

// ## What happens to the money

const REFUND_MS = 180 * 86_400_000;
/** How long PayPal looks into a capture or a refund that is pending. */
const PENDING_MS = 30_000;

type Stored = StoredOrder<PayPalOrder>;

/** The state of something that PayPal decides at once, or looks into for a while. */
function settle<Status>(now: Date, status: Status | 'PENDING', then: Status) {
  const at = new Date(now.getTime() + PENDING_MS).toISOString();
  return { status, settles: status === 'PENDING' ? { at, status: then } : null, createTime: now.toISOString() };
}

/** Now and, for what settles by itself, when it has settled. */
const getTimes = ({ settles }: Capture | Refund, now: Date) => (settles === null ? [now] : [now, new Date(settles.at)]);

type Change = { orders: OrderStore<PayPalOrder>; now: Date };

/** The buyer disputes a payment, or PayPal decides the dispute. */
export async function changeDispute(tx: TransactionSql, stored: Stored, type: string, { orders, now }: Change) {
  const isWon = type === 'dispute' ? null : type === 'dispute-won';
  const { content: order } = stored;
  const content = { ...order, dispute: { id: `PP-D-${order.id.slice(0, 8)}`, isWon, updateTime: now.toISOString() } };
  await orders.save(tx, { ...stored, content, changedAt: now });
  const event = `CUSTOMER.DISPUTE.${isWon === null ? 'CREATED' : 'RESOLVED'}`;
  await queueWebhook(tx, { type: event, resource: describeDispute(content), at: now }, order.faults);
}

/** The new state, or an error with the state that follows from it. */
export async function captureOrder(
  tx: TransactionSql,
  stored: Stored,
  change: Change,
): Promise<PayPalOrder | PayPalError> {
  const { orders, now } = change;
  const { content: order } = stored;
  const has = (fault: Fault) => order.faults.includes(fault);
  if (order.status === 'COMPLETED') throw new PayPalError(422, 'ORDER_ALREADY_CAPTURED');
  if (order.status !== 'APPROVED') throw new PayPalError(422, 'ORDER_NOT_APPROVED');
  if (has('decline')) {
    // The buyer may choose another instrument at the same address.
    const faults = order.faults.filter((fault) => fault !== 'decline');
    await orders.save(tx, { ...stored, content: { ...order, faults, status: 'PAYER_ACTION_REQUIRED' } });
    return new PayPalError(422, 'INSTRUMENT_DECLINED');
  }
  const isPending = has('capture-pending') || has('capture-pending-declined');
  const status = isPending ? 'PENDING' : has('capture-declined') ? 'DECLINED' : 'COMPLETED';
  const then = has('capture-pending-declined') ? 'DECLINED' : 'COMPLETED';
  const captured: Capture = { id: createPayPalId(), ...settle(now, status, then) };
  const content = { ...order, status: 'COMPLETED' as const, capture: captured };
  const saved = { ...stored, content, reference: captured.id, processedAt: now, changedAt: now };
  await orders.save(tx, saved);
  for (const at of getTimes(captured, now)) {
    const type = `PAYMENT.CAPTURE.${getStatus(captured, at)}`;
    await queueWebhook(tx, { type, resource: describeCapture(content, captured, at), at }, order.faults);
  }
  if (has('dispute')) await changeDispute(tx, saved, 'dispute', change);
  return content;
}

function requireRefundable(order: PayPalOrder, amount: Cents | undefined, now: Date): Cents {
  const { capture } = order;
  const isCaptured = capture !== null && getStatus(capture, now) === 'COMPLETED';
  if (!isCaptured) throw new PayPalError(422, 'CAPTURE_STATUS_NOT_VALID');
  if (order.dispute !== null) throw new PayPalError(422, 'TRANSACTION_DISPUTED');
  const isLate = now.getTime() > Date.parse(capture.createTime) + REFUND_MS;
  if (isLate) throw new PayPalError(422, 'REFUND_TIME_LIMIT_EXCEEDED');
  const left = toCents(order.amount - getRefunded(order, now));
  if (left === 0) throw new PayPalError(422, 'CAPTURE_FULLY_REFUNDED');
  if (amount !== undefined && amount > left) throw new PayPalError(422, 'REFUND_AMOUNT_EXCEEDED');
  return amount ?? left;
}

const REFUND_EVENTS = {
  COMPLETED: 'PAYMENT.CAPTURE.REFUNDED',
  PENDING: 'PAYMENT.REFUND.PENDING',
  FAILED: 'PAYMENT.REFUND.FAILED',
};

type Wanted = { amount?: Cents | undefined; customId: string };

/** Gives money back, all of it by default. */
export async function refundCapture(tx: TransactionSql, stored: Stored, wanted: Wanted, { orders, now }: Change) {
  const { content: order } = stored;
  const amount = requireRefundable(order, wanted.amount, now);
  const has = (fault: Fault) => order.faults.includes(fault);
  const isPending = has('refund-pending') || has('refund-pending-failed');
  const status = isPending ? 'PENDING' : has('refund-failed') ? 'FAILED' : 'COMPLETED';
  const then = has('refund-pending-failed') ? 'FAILED' : 'COMPLETED';
  const refund: Refund = {
    id: createPayPalId(),
    amount,
    customId: wanted.customId,
    ...settle(now, status, then),
  };
  const content = { ...order, refunds: [...order.refunds, refund] };
  await orders.save(tx, { ...stored, content, changedAt: now });
  for (const at of getTimes(refund, now)) {
    const type = REFUND_EVENTS[getStatus(refund, at)];
    await queueWebhook(tx, { type, resource: describeRefund(refund, at), at }, order.faults);
  }
  return describeRefund(refund, now);
}
