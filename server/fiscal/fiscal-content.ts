import * as z from 'zod';
import { periodColumns } from '../../domain/days/period.ts';
import { daySchema, FISCAL_TYPES, issuerSchema } from '../../domain/fiscal/fiscal-document.ts';
import { amountSchema, toCents } from '../../domain/money/cents.ts';

const time = z.coerce.date();

const rowSchema = z.object({
  id: z.uuid(),
  type: z.enum(FISCAL_TYPES),
  encf: z.string(),
  expires_on: daySchema,
  amount: amountSchema,
  tax: amountSchema,
  issuer: issuerSchema,
  buyer_tax_number: z.string().nullable(),
  buyer_name: z.string().nullable(),
  state: z.enum(['numbered', 'signed', 'sent']),
  xml: z.string().nullable(),
  summary: z.string().nullable(),
  security_code: z.string().nullable(),
  track_id: z.string().nullable(),
  content: z.object({
    receipt_number: z.number(),
    zone_name: z.string().nullable(),
    space_name: z.string().nullable(),
    plate: z.string().nullable(),
    ...periodColumns,
    tax_rate: z.number().nullable(),
    paid_by: z.array(z.object({ method: z.enum(['wallet', 'card', 'paypal']), amount: amountSchema })),
    modified_encf: z.string().nullable(),
    modified_signed_at: time.nullable(),
    modified_amount: amountSchema.nullable(),
  }),
});

/** What a fiscal document is made of. Amounts include the tax and are above zero. */
export type FiscalContent = ReturnType<typeof toContent>;

function toContent({ content, ...row }: z.infer<typeof rowSchema>) {
  const { modified_encf: encf, modified_signed_at: signedAt, modified_amount: amount } = content;
  return {
    type: row.type,
    encf: row.encf,
    /** The last day of the number's range. */
    expiresOn: row.expires_on,
    amount: row.amount,
    tax: row.tax,
    /** A rate in percent; null where parts were charged at different rates. */
    taxRate: content.tax_rate,
    issuer: row.issuer,
    buyer: row.buyer_tax_number === null ? null : { taxNumber: row.buyer_tax_number, name: row.buyer_name ?? '' },
    receiptNumber: content.receipt_number,
    paidBy: content.paid_by.map((part) => ({ method: part.method, amount: toCents(Math.abs(part.amount)) })),
    parking: {
      ...{ zone: content.zone_name, space: content.space_name, plate: content.plate },
      ...{ startsAt: content.start_time, endsAt: content.end_time },
    },
    /** The document whose money a credit note gives back. */
    modified: encf === null || signedAt === null || amount === null ? null : { encf, signedAt, amount },
  };
}

/** A row of fiscal_documents and what private.read_fiscal_content adds to it. */
export const claimedSchema = rowSchema.transform((row) => ({ ...row, content: toContent(row) }));
export type Claimed = z.infer<typeof claimedSchema>;
