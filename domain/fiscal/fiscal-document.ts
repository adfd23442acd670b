import * as z from 'zod';
import { toCamelCase } from '../camel-case.ts';
import { format, parseTime } from '../days/country-time.ts';
import { amountSchema, type Cents, formatCents, toCents } from '../money/cents.ts';

/** 31 crédito fiscal, 32 consumo, 34 nota de crédito. */
export const FISCAL_TYPES = ['31', '32', '34'] as const;
export type FiscalType = (typeof FISCAL_TYPES)[number];

export const FISCAL_ENVIRONMENTS = ['testecf', 'certecf', 'ecf'] as const;
export type FiscalEnvironment = (typeof FISCAL_ENVIRONMENTS)[number];

const WHOLE_FROM: Cents = toCents(250_000_00);

/** Whether DGII gets all of a document and not a summary. */
export const needsWholeDocument = ({ type, amount }: { type: FiscalType; amount: Cents }): boolean =>
  type !== '32' || amount >= WHOLE_FROM;

/** How DGII writes a moment, in the country's time. */
export const FISCAL_TIME = 'dd-MM-yyyy HH:mm:ss';

/** A day as the database writes it. */
export const daySchema = z.iso.date().transform(parseTime);

/** The number of a document as DGII writes it. */
export const toEncf = (type: FiscalType, number: number): string => `E${type}${String(number).padStart(10, '0')}`;

/** The issuer that a document names. The place is DGII’s code of a municipality, or of a whole province. */
export const issuerSchema = z
  .object({ tax_number: z.string(), name: z.string(), address: z.string(), place_code: z.string().nullable() })
  .transform(toCamelCase);

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
    issuer: issuerSchema,
    lines: z.array(z.object({ rate: z.number(), amount: amountSchema, tax: amountSchema })),
    modifies: z.string().nullable(),
    /** Whether a credit note gives back all of its document, and whether it comes too late to give back the tax. */
    is_whole: z.boolean().nullable(),
    is_late: z.boolean(),
  })
  .transform(({ buyer_tax_number: taxNumber, buyer_name: name, ...row }) => ({
    ...toCamelCase(row),
    buyer: taxNumber === null ? null : { taxNumber, name: name ?? '' },
  }));

export type FiscalDocument = z.infer<typeof fiscalDocumentSchema>;

/** The page of DGII that confirms a document, which its QR code opens. */
export function toStampUrl(document: FiscalDocument): string {
  const { environment, encf, amount, buyer, securityCode, signedAt } = document;
  const issuer = document.issuer.taxNumber;
  const total = formatCents(amount);
  const isSummary = !needsWholeDocument(document);
  const fields = isSummary
    ? { RncEmisor: issuer, ENCF: encf, MontoTotal: total, CodigoSeguridad: securityCode }
    : {
        RncEmisor: issuer,
        ...(buyer === null ? {} : { RncComprador: buyer.taxNumber }),
        ENCF: encf,
        FechaEmision: format(signedAt, 'dd-MM-yyyy'),
        MontoTotal: total,
        FechaFirma: format(signedAt, FISCAL_TIME),
        CodigoSeguridad: securityCode,
      };
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const page = isSummary ? 'https://fc.dgii.gov.do/{}/ConsultaTimbreFC' : 'https://ecf.dgii.gov.do/{}/ConsultaTimbre';
  return `${page.replace('{}', environment)}?${query.join('&')}`;
}
