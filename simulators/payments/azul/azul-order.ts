import * as z from 'zod';
import { FAULTS } from '../faults.ts';

const planSchema = z.object({ faults: z.array(z.enum(FAULTS)), delaySeconds: z.number().optional() });

/** What AZUL knows of a payment that was tried. */
const transactionSchema = z.object({
  type: z.enum(['Sale', 'Hold', 'Void']).default('Sale'),
  isoCode: z.string(),
  azulOrderId: z.string(),
  authorizationCode: z.string(),
  /** `YYYYMMDDHHMMSS`, Dominican time. */
  dateTime: z.string(),
  rrn: z.string(),
  card: z.string(),
  dataVaultToken: z.string(),
});

const reversalSchema = z.object({
  type: z.enum(['Void', 'Refund', 'Chargeback']),
  /** A refund that a merchant asks for has a number of its own; what is made at AZUL has that of the payment. */
  orderNumber: z.string(),
  amount: z.int(),
  azulOrderId: z.string(),
  isoCode: z.string(),
  dateTime: z.string(),
  rrn: z.string(),
});

export const azulOrderSchema = z.object({
  merchantName: z.string(),
  currencyCode: z.string(),
  orderNumber: z.string(),
  /** As sent: digits that count cents. */
  amount: z.string(),
  itbis: z.string(),
  approvedUrl: z.string(),
  declinedUrl: z.string(),
  cancelUrl: z.string(),
  customFields: z.array(z.object({ label: z.string(), value: z.string() })),
  showsResult: z.boolean(),
  locale: z.enum(['en', 'es']),
  savesCard: z.boolean(),
  /** The card of the token in the request. */
  savedCard: z.object({ token: z.string(), card: z.string() }).nullable(),
  plan: planSchema,
  transaction: transactionSchema.nullable(),
  reversals: z.array(reversalSchema),
});

export type AzulOrder = z.infer<typeof azulOrderSchema>;
export type AzulTransaction = z.infer<typeof transactionSchema>;
export type AzulReversal = z.infer<typeof reversalSchema>;

export const APPROVED = '00';
