import * as z from 'zod';
import { amountSchema } from '../money/amount-schema.ts';
import { type Cents, formatCents, toCents } from '../money/cents.ts';

/** 31 crédito fiscal, 32 consumo, 34 nota de crédito. */
export const FISCAL_TYPES = ['31', '32', '34'] as const;
export type FiscalType = (typeof FISCAL_TYPES)[number];

export const FISCAL_ENVIRONMENTS = ['testecf', 'certecf', 'ecf'] as const;
export type FiscalEnvironment = (typeof FISCAL_ENVIRONMENTS)[number];

/** From this total on, an E32 is sent whole and names its buyer; below it a summary is sent. */
export const WHOLE_FROM: Cents = toCents(250_000_00);

/** DGII's time: four hours behind UTC, all year. Such as { day: '06-10-2026', clock: '09:15:30' }. */
export function toFiscalTime(moment: Date): { day: string; clock: string } {
  const iso = new Date(moment.getTime() - 4 * 3_600_000).toISOString();
  const [year, month, day] = iso.slice(0, 10).split('-');
  return { day: `${day}-${month}-${year}`, clock: iso.slice(11, 19) };
}

/** A day as the database writes it, at noon: the same day in the country whatever the zone of the machine. */
export const daySchema = z.iso.date().transform((day) => new Date(`${day}T12:00:00-04:00`));

/** The number of a document as DGII writes it. */
export const toEncf = (type: FiscalType, number: number): string => `E${type}${String(number).padStart(10, '0')}`;

/** What a receipt shows of a fiscal document. */
export const fiscalDocumentSchema = z
  .object({
    environment: z.enum(FISCAL_ENVIRONMENTS),
    type: z.enum(FISCAL_TYPES),
    encf: z.string(),
    expires_on: daySchema.nullable(),
    amount: amountSchema,
    buyer_tax_number: z.string().nullable(),
    buyer_name: z.string().nullable(),
    security_code: z.string(),
    signed_at: z.coerce.date(),
    is_contingency: z.boolean(),
    modifies: z.string().nullable(),
  })
  .transform((row) => ({
    environment: row.environment,
    type: row.type,
    encf: row.encf,
    expiresOn: row.expires_on,
    amount: row.amount,
    buyer: row.buyer_tax_number === null ? null : { taxNumber: row.buyer_tax_number, name: row.buyer_name ?? '' },
    securityCode: row.security_code,
    signedAt: row.signed_at,
    isContingency: row.is_contingency,
    modifies: row.modifies,
  }));

export type FiscalDocument = z.infer<typeof fiscalDocumentSchema>;

/** The page of DGII that confirms a document, which its QR code opens. */
export function toStampUrl(document: FiscalDocument, issuer: string): string {
  const { environment, type, encf, amount, buyer, securityCode, signedAt } = document;
  const total = formatCents(amount);
  const isSummary = type === '32' && amount < WHOLE_FROM;
  const { day, clock } = toFiscalTime(signedAt);
  const fields = isSummary
    ? { RncEmisor: issuer, ENCF: encf, MontoTotal: total, CodigoSeguridad: securityCode }
    : {
        RncEmisor: issuer,
        ...(buyer === null ? {} : { RncComprador: buyer.taxNumber }),
        ENCF: encf,
        FechaEmision: day,
        MontoTotal: total,
        FechaFirma: `${day} ${clock}`,
        CodigoSeguridad: securityCode,
      };
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const page = isSummary ? 'https://fc.dgii.gov.do/{}/ConsultaTimbreFC' : 'https://ecf.dgii.gov.do/{}/ConsultaTimbre';
  return `${page.replace('{}', environment)}?${query.join('&')}`;
}
