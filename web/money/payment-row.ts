import * as z from 'zod';
import { amountSchema } from '../../domain/money/amount-schema.ts';
import { PAYMENT_STATES, PROVIDER_METHODS, REFUND_STATES } from '../../domain/money/payment.ts';

/** Of the table `payment_refunds`, to be parsed by `refundSchema`. */
export const REFUND_COLUMNS = 'id, amount, reason, state, error, is_second_capture, capture_reference, created_at';

export const refundSchema = z
  .object({
    id: z.string(),
    amount: amountSchema,
    reason: z.string().nullable(),
    state: z.enum(REFUND_STATES),
    error: z.string().nullable(),
    is_second_capture: z.boolean(),
    capture_reference: z.string(),
    created_at: z.iso.datetime({ offset: true }),
  })
  .transform((row) => ({
    id: row.id,
    amount: row.amount,
    reason: row.reason,
    state: row.state,
    error: row.error,
    isSecondCapture: row.is_second_capture,
    captureReference: row.capture_reference,
    createdAt: row.created_at,
  }));

/** Of the table `payments`, to be parsed by `paymentSchema`. */
export const PAYMENT_COLUMNS = `id, purpose, method, state, amount, refunded, currency, provider_order, provider_reference, paid_with, created_at, payment_refunds(${REFUND_COLUMNS})`;

export const paymentSchema = z
  .object({
    id: z.string(),
    method: z.enum(PROVIDER_METHODS),
    state: z.enum(PAYMENT_STATES),
    amount: amountSchema,
    refunded: amountSchema,
    provider_order: z.string().nullable(),
    provider_reference: z.string().nullable(),
    paid_with: z.string().nullable(),
    created_at: z.iso.datetime({ offset: true }),
    payment_refunds: z.array(refundSchema),
  })
  .transform((row) => ({
    id: row.id,
    method: row.method,
    state: row.state,
    amount: row.amount,
    refunded: row.refunded,
    order: row.provider_order,
    reference: row.provider_reference,
    paidWith: row.paid_with,
    createdAt: row.created_at,
    refunds: row.payment_refunds,
  }));

/** A payment by card or PayPal, with what goes back of it. */
export type Payment = z.infer<typeof paymentSchema>;

/** Money on its way back to a card or PayPal account. */
export type Refund = z.infer<typeof refundSchema>;
