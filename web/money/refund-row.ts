import * as z from 'zod';
import { amountSchema } from '../../domain/money/amount-schema.ts';
import { REFUND_STATES } from '../../domain/money/payment-states.ts';

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

/** Money on its way back to a card or PayPal account. */
export type Refund = z.infer<typeof refundSchema>;
