import * as z from 'zod';
import { periodColumns } from '../../domain/days/period.ts';
import { daySchema, FISCAL_TYPES, issuerSchema } from '../../domain/fiscal/fiscal-document.ts';
import { amountSchema, CURRENCIES } from '../../domain/money/cents.ts';

const time = z.coerce.date();

const partsSchema = { total: amountSchema, net: amountSchema, tax: amountSchema };

const rowSchema = z.object({
  id: z.uuid(),
  type: z.enum(FISCAL_TYPES),
  encf: z.string(),
  expires_on: daySchema,
  amount: amountSchema,
  issuer: issuerSchema,
  is_late: z.boolean(),
  currency: z.enum(CURRENCIES),
  exchange_rate: z.number(),
  paid_by: z.array(z.object({ form: z.int(), amount: amountSchema })),
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
    lines: z.array(z.object({ rate: z.number(), ...partsSchema, inReceipt: z.object(partsSchema) })),
    modified_encf: z.string().nullable(),
    modified_signed_at: time.nullable(),
    modified_amount: amountSchema.nullable(),
  }),
});

/** What a fiscal document is made of. Amounts include the tax and are above zero. */
export type FiscalContent = ReturnType<typeof toContent>;
export type FiscalLine = FiscalContent['lines'][number];

function toContent({ content, ...row }: z.infer<typeof rowSchema>) {
  const { modified_encf: encf, modified_signed_at: signedAt, modified_amount: amount } = content;
  return {
    type: row.type,
    encf: row.encf,
    /** The last day of the number's range. */
    expiresOn: row.expires_on,
    amount: row.amount,
    /** A line for each rate in percent, in pesos and in the currency of the receipt. */
    lines: content.lines,
    /** A note of more than 30 days after its document: its lines have no tax. */
    isLate: row.is_late,
    exchange: row.currency === 'DOP' ? null : { currency: row.currency, rate: row.exchange_rate },
    issuer: row.issuer,
    buyer: row.buyer_tax_number === null ? null : { taxNumber: row.buyer_tax_number, name: row.buyer_name ?? '' },
    receiptNumber: content.receipt_number,
    /** By DGII's codes. */
    paidBy: row.paid_by,
    parking: {
      zone: content.zone_name,
      space: content.space_name,
      plate: content.plate,
      startsAt: content.start_time,
      endsAt: content.end_time,
    },
    /** The document whose money a credit note gives back. */
    modified: encf === null || signedAt === null || amount === null ? null : { encf, signedAt, amount },
  };
}

/** A row of fiscal_documents and what private.read_fiscal_content adds to it. */
export const claimedSchema = rowSchema.transform((row) => ({ ...row, content: toContent(row) }));
export type Claimed = z.infer<typeof claimedSchema>;
