import type { SimulatorContext } from '../simulator-env.ts';
import { toMoney } from './money.ts';
import {
  type Capture,
  getReceivable,
  getRefundedTotal,
  getSettledStatus,
  getTotal,
  type PayPalOrder,
  type Refund,
} from './paypal-order.ts';

/** What PayPal says of its resources. `origin` is the simulator's own, for links. */
export type View = { origin: string; now: Date };

export const getView = (c: SimulatorContext): View => ({ origin: new URL(c.req.url).origin, now: c.get('now') });

const createLink = (href: string, rel: string, method = 'GET') => ({ href, rel, method });

const PAYER = { name: { given_name: 'Ana', surname: 'Pérez' }, email_address: 'buyer@example.com' };

const toDetails = (status: string, reason: string) =>
  status === 'PENDING' || status === 'DECLINED' || status === 'FAILED' ? { status_details: { reason } } : {};

function getCaptureStatus(order: PayPalOrder, capture: Capture, now: Date): string {
  const refunded = getRefundedTotal(order, now);
  if (refunded === 0) return getSettledStatus(capture, now);
  return refunded >= getTotal(order) ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
}

export function describeCapture(order: PayPalOrder, capture: Capture, { origin, now }: View) {
  const { invoice_id, custom_id, amount } = order.unit;
  const status = getCaptureStatus(order, capture, now);
  const self = `${origin}/v2/payments/captures/${capture.id}`;
  return {
    id: capture.id,
    status,
    ...toDetails(status, status === 'PENDING' ? 'PENDING_REVIEW' : 'DECLINED_BY_RISK_FRAUD_FILTERS'),
    amount: { currency_code: amount.currency_code, value: amount.value },
    final_capture: true,
    seller_protection: { status: 'ELIGIBLE', dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'] },
    ...(status === 'PENDING' || status === 'DECLINED' ? {} : { seller_receivable_breakdown: getReceivable(order) }),
    ...(invoice_id === undefined ? {} : { invoice_id }),
    ...(custom_id === undefined ? {} : { custom_id }),
    supplementary_data: { related_ids: { order_id: order.id } },
    links: [
      createLink(self, 'self'),
      createLink(`${self}/refund`, 'refund', 'POST'),
      createLink(`${origin}/v2/checkout/orders/${order.id}`, 'up'),
    ],
    create_time: capture.createTime,
    update_time: order.updateTime,
  };
}

export function describeRefund(order: PayPalOrder, refund: Refund, { origin, now }: View) {
  const { currency_code } = order.unit.amount;
  const status = getSettledStatus(refund, now);
  const amount = toMoney(currency_code, refund.amount);
  return {
    id: refund.id,
    status,
    ...toDetails(status, 'ECHECK'),
    amount,
    ...(refund.note === undefined ? {} : { note_to_payer: refund.note }),
    ...(refund.invoiceId === undefined ? {} : { invoice_id: refund.invoiceId }),
    ...(refund.customId === undefined ? {} : { custom_id: refund.customId }),
    seller_payable_breakdown: {
      gross_amount: amount,
      paypal_fee: toMoney(currency_code, 0),
      net_amount: amount,
      total_refunded_amount: toMoney(currency_code, getRefundedTotal(order, now)),
    },
    links: [
      createLink(`${origin}/v2/payments/refunds/${refund.id}`, 'self'),
      createLink(`${origin}/v2/payments/captures/${order.capture?.id}`, 'up'),
    ],
    create_time: refund.createTime,
    update_time: refund.createTime,
  };
}

function getOrderLinks({ id, status }: PayPalOrder, origin: string) {
  const self = `${origin}/v2/checkout/orders/${id}`;
  if (status === 'COMPLETED') return [createLink(self, 'self')];
  const next =
    status === 'APPROVED'
      ? createLink(`${self}/capture`, 'capture', 'POST')
      : createLink(`${origin}/checkoutnow?token=${id}`, 'payer-action');
  return [createLink(self, 'self'), next];
}

/** Without `Prefer: return=representation`. */
export const describeOrderBriefly = (order: PayPalOrder, { origin }: View) => ({
  id: order.id,
  status: order.status,
  payment_source: { paypal: {} },
  links: getOrderLinks(order, origin),
});

export function describeOrder(order: PayPalOrder, view: View) {
  const { unit, capture, refunds, payerId } = order;
  const isApproved = order.status !== 'PAYER_ACTION_REQUIRED';
  const { items: _items, ...said } = unit;
  const payments = capture && {
    captures: [describeCapture(order, capture, view)],
    ...(refunds.length > 0 ? { refunds: refunds.map((refund) => describeRefund(order, refund, view)) } : {}),
  };
  return {
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    payment_source: {
      paypal: isApproved ? { ...PAYER, account_id: payerId, account_status: 'VERIFIED' } : {},
    },
    purchase_units: [
      {
        ...said,
        payee: { email_address: 'merchant@example.com', merchant_id: 'SIMULATED4MERC' },
        ...(payments ? { payments } : {}),
      },
    ],
    ...(isApproved ? { payer: { ...PAYER, payer_id: payerId } } : {}),
    create_time: order.createTime,
    update_time: order.updateTime,
    links: getOrderLinks(order, view.origin),
  };
}
