import { randomInt } from 'node:crypto';
import * as z from 'zod';
import { FAULTS } from '../faults.ts';
import { readMoney, toMoney } from './money.ts';
import { unitSchema } from './order-request.ts';

/** A state that changes by itself at a time. */
const settlingSchema = z.object({
  status: z.enum(['COMPLETED', 'PENDING', 'DECLINED', 'FAILED']),
  settles: z.object({ at: z.iso.datetime(), status: z.enum(['COMPLETED', 'DECLINED', 'FAILED']) }).nullable(),
  createTime: z.iso.datetime(),
});

const captureSchema = settlingSchema.extend({ id: z.string() });

const refundSchema = settlingSchema.extend({
  id: z.string(),
  /** In cents. */
  amount: z.int(),
  invoiceId: z.string().optional(),
  customId: z.string().optional(),
  note: z.string().optional(),
});

const disputeSchema = z.object({
  id: z.string(),
  /** Undefined while it is open. */
  outcome: z.enum(['RESOLVED_SELLER_FAVOUR', 'RESOLVED_BUYER_FAVOUR']).optional(),
  createTime: z.iso.datetime(),
  updateTime: z.iso.datetime(),
});

export const paypalOrderSchema = z.object({
  id: z.string(),
  status: z.enum(['PAYER_ACTION_REQUIRED', 'APPROVED', 'COMPLETED']),
  unit: unitSchema,
  brandName: z.string(),
  locale: z.enum(['en', 'es']),
  returnUrl: z.string(),
  cancelUrl: z.string(),
  payerId: z.string(),
  plan: z.object({ faults: z.array(z.enum(FAULTS)), delaySeconds: z.number().optional() }),
  capture: captureSchema.nullable(),
  refunds: z.array(refundSchema),
  dispute: disputeSchema.nullable().default(null),
  createTime: z.iso.datetime(),
  updateTime: z.iso.datetime(),
});

export type PayPalOrder = z.infer<typeof paypalOrderSchema>;
export type Capture = z.infer<typeof captureSchema>;
export type Refund = z.infer<typeof refundSchema>;

const ID_CHARACTERS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const ID_LENGTH = 17;
const PAYER_ID_LENGTH = 13;

const createCode = (length: number) =>
  Array.from({ length }, () => ID_CHARACTERS[randomInt(ID_CHARACTERS.length)]).join('');

/** As PayPal's ids of orders, captures and refunds. */
export const createPayPalId = () => createCode(ID_LENGTH);
export const createPayerId = () => createCode(PAYER_ID_LENGTH);

export const getTotal = ({ unit }: PayPalOrder): number => readMoney(unit.amount, 'amount');

export function getSettledStatus({ status, settles }: Pick<Capture, 'status' | 'settles'>, now: Date) {
  return settles !== null && now >= new Date(settles.at) ? settles.status : status;
}

/** What was given back or is about to be, in cents. */
export const getRefundedTotal = ({ refunds }: PayPalOrder, now: Date): number =>
  refunds
    .filter((refund) => getSettledStatus(refund, now) !== 'FAILED')
    .reduce((total, { amount }) => total + amount, 0);

export const getReturnUrl = ({ returnUrl, id, payerId }: PayPalOrder): string => {
  const url = new URL(returnUrl);
  url.searchParams.set('token', id);
  url.searchParams.set('PayerID', payerId);
  return url.href;
};

export const getCancelUrl = ({ cancelUrl, id }: PayPalOrder): string => {
  const url = new URL(cancelUrl);
  url.searchParams.set('token', id);
  return url.href;
};

/** PayPal's fee of an international payment, which stays with PayPal after a refund. */
const FEE_PARTS = 0.0449;
const FIXED_FEE_CENTS = 49;

export function getReceivable(order: PayPalOrder) {
  const gross = getTotal(order);
  const fee = Math.min(gross, Math.round(gross * FEE_PARTS) + FIXED_FEE_CENTS);
  const { currency_code } = order.unit.amount;
  return {
    gross_amount: toMoney(currency_code, gross),
    paypal_fee: toMoney(currency_code, fee),
    net_amount: toMoney(currency_code, gross - fee),
  };
}
