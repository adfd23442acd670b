import * as z from 'zod';
import { toCents } from '../../../domain/money/cents.ts';
import { PROVIDER_METHODS } from '../../../domain/money/payment.ts';
import { createParser } from '../shared/http.ts';

/** The most that the database takes. */
const MAX_CENTS = 9_999_999_999;

const common = {
  /** Made by the browser, so that a repeat of a request is the same payment. */
  id: z.guid(),
  method: z.enum(PROVIDER_METHODS),
  saveCard: z.boolean().optional(),
  card: z.guid().optional(),
  language: z.enum(['en', 'es']),
};
const reservation = z.guid();
/** Years that the database has too. */
const end = z.iso.datetime({ offset: true }).refine((time) => /^2[01]/.test(time) && !Number.isNaN(Date.parse(time)));
const amount = z.int().min(1).max(MAX_CENTS).transform(toCents);

const requestSchema = z.discriminatedUnion('purpose', [
  z.strictObject({ ...common, purpose: z.literal('reservation'), reservation, amount: amount.optional() }),
  // `end` is the new one of the reservation.
  z.strictObject({ ...common, purpose: z.literal('extension'), reservation, end, amount: amount.optional() }),
  z.strictObject({ ...common, purpose: z.literal('top_up'), amount }),
]);

/** What a driver asks to pay for. */
export type PaymentRequest = z.infer<typeof requestSchema>;

export const parsePaymentRequest = createParser(requestSchema, 'The body has a field that it may not have');
