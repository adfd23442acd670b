import * as z from 'zod';
import { amountSchema } from '../../../domain/money/amount-schema.ts';
import { PROVIDER_METHODS } from '../../../domain/money/charge-method.ts';
import { PAYMENT_PURPOSES } from '../../../domain/money/payment-purpose.ts';
import { PAYMENT_STATES } from '../../../domain/money/payment-states.ts';

/** To be parsed by `paymentRowSchema`. */
export const PAYMENT_COLUMNS =
  'id, purpose, method, reservation_id, new_end, amount, state, failure, served, paid_with, provider_reference, created_at, expires_at';

const timeSchema = z.iso.datetime({ offset: true });

export const paymentRowSchema = z
  .object({
    id: z.guid(),
    purpose: z.enum(PAYMENT_PURPOSES),
    method: z.enum(PROVIDER_METHODS),
    reservation_id: z.string().nullable(),
    new_end: timeSchema.nullable(),
    amount: amountSchema,
    state: z.enum(PAYMENT_STATES),
    failure: z.string().nullable(),
    served: z.boolean().nullable(),
    paid_with: z.string().nullable(),
    provider_reference: z.string().nullable(),
    created_at: timeSchema,
    expires_at: timeSchema,
  })
  .transform((row) => ({
    id: row.id,
    purpose: row.purpose,
    method: row.method,
    reservationId: row.reservation_id,
    newEnd: row.new_end,
    amount: row.amount,
    state: row.state,
    /** The key of the reason why it was declined. */
    failure: row.failure,
    /** Whether the money did what it was for; null as long as there is none. */
    isServed: row.served,
    /** Such as 'Visa ···· 1732'; null before it was paid. */
    paidWith: row.paid_with,
    transaction: row.provider_reference,
    createdAt: row.created_at,
    /** Until when the space is held for it. */
    expiresAt: row.expires_at,
  }));

/** A try to pay, as its driver sees it. */
export type Payment = z.infer<typeof paymentRowSchema>;
