import * as z from 'zod';
import { parseCents } from '../../../domain/money/cents.ts';
import { PROVIDERS } from '../../../domain/money/charge-method.ts';
import { CURRENCIES } from '../../../domain/money/currency.ts';
import { PAYMENT_PURPOSES } from '../../../domain/money/payment-purpose.ts';
import { isPaid, PAYMENT_STATES } from '../../../domain/money/payment-states.ts';

/** As text from one driver of the database and as a number from the other. */
export const centsSchema = z.union([z.string(), z.number()]).transform(parseCents);

const rowSchema = z.object({
  id: z.guid(),
  user_id: z.guid().nullable(),
  purpose: z.enum(PAYMENT_PURPOSES),
  provider: z.enum(PROVIDERS),
  amount: centsSchema,
  tax: centsSchema,
  currency: z.enum(CURRENCIES),
  state: z.enum(PAYMENT_STATES),
  provider_order: z.string().nullable(),
  provider_reference: z.string().nullable(),
  captured_by: z.string().nullable(),
  card_token: z.string().nullish(),
  save_card: z.boolean(),
  language: z.string(),
  created_at: z.coerce.date(),
  expires_at: z.coerce.date(),
  given_up: z.boolean().default(false),
  has_approval: z.boolean().default(false),
});

/** A row of `payments`. */
export type Payment = ReturnType<typeof parsePayment>;

export function parsePayment(value: unknown) {
  const row = rowSchema.parse(value);
  return {
    id: row.id,
    /** Null after the driver deleted their account. */
    userId: row.user_id,
    purpose: row.purpose,
    provider: row.provider,
    amount: row.amount,
    tax: row.tax,
    currency: row.currency,
    state: row.state,
    providerOrder: row.provider_order,
    providerReference: row.provider_reference,
    /** What told that it was paid; null before. */
    capturedBy: row.captured_by,
    cardToken: row.card_token ?? null,
    saveCard: row.save_card,
    language: row.language,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    /** Whether this is the last time that the checks ask about it, and whether AZUL has signed an approval of it. */
    givenUp: row.given_up,
    hasApproval: row.has_approval,
  };
}

/** Whether it is paid under the provider's own reference. An operator may have typed one, which the provider's replaces. */
export const isSettled = (payment: Payment): boolean => isPaid(payment) && payment.capturedBy !== 'operator';
