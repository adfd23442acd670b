import * as z from 'zod';
import { toCamelCase } from '../camel-case.ts';
import { momentSchema, periodColumns, withPeriod } from '../days/period.ts';
import { fiscalDocumentSchema } from '../fiscal/fiscal-document.ts';
import { amountSchema, type Cents, CURRENCIES } from './cents.ts';
import { CHARGE_METHODS } from './payment.ts';

/** What a driver pays with at the desk; a terminal and a transfer have a reference. */
export const DESK_METHODS = ['cash', 'terminal', 'transfer'] as const;

/** How a receipt was paid. */
export const RECEIPT_METHODS = [...CHARGE_METHODS, ...DESK_METHODS] as const;

export const paidBySchema = z.array(
  z
    .object({ method: z.enum(RECEIPT_METHODS), paid_with: z.string().nullable(), amount: amountSchema })
    .transform(toCamelCase),
);

/** A receipt as the database keeps it: for what was paid, or with amounts below zero for what was given back. */
export const receiptSchema = z
  .object({
    id: z.uuid(),
    number: z.int().positive(),
    /** The number of the first receipt of the reservation, which this one corrects. */
    corrects_number: z.int().positive().nullable().default(null),
    legal_name: z.string(),
    tax_number: z.string().nullable(),
    legal_address: z.string().nullable(),
    zone_name: z.string().nullable(),
    space_name: z.string().nullable(),
    place: z.string().nullable(),
    ...periodColumns,
    plate: z.string().nullable(),
    amount: amountSchema,
    tax: amountSchema,
    /** In percent; null where parts of the reservation were charged at different rates. */
    tax_rate: z.number().nullable(),
    currency: z.enum(CURRENCIES),
    /** All that paid, or got money back. */
    paid_by: paidBySchema.nonempty(),
    transaction_id: z.string(),
    issued_at: momentSchema,
    /** In the mail; the screen asks for them. */
    fiscal_documents: z.array(fiscalDocumentSchema).default([]),
  })
  .transform(({ place, ...row }) => ({ ...toCamelCase(withPeriod(row)), address: place }));

export type Receipt = z.infer<typeof receiptSchema>;

/** Such as '000042'. */
export const formatReceiptNumber = (number: number): string => String(number).padStart(6, '0');

export const isRefund = ({ amount: total }: { amount: Cents }): boolean => total < 0;
