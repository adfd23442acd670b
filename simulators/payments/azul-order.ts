import { createHmac, randomInt } from 'node:crypto';
import * as z from 'zod';
import { SIMULATED_AZUL } from './merchant.ts';
import type { OrderContent } from './order-store.ts';

export const APPROVED = '00';

export type AzulTransaction = {
  type: 'Sale' | 'Hold' | 'Void';
  isoCode: string;
  azulOrderId: string;
  authorizationCode: string;
  /** `YYYYMMDDHHMMSS`, Dominican time. */
  dateTime: string;
  rrn: string;
  card: string;
  dataVaultToken: string;
};

export type AzulReversal = {
  type: 'Void' | 'Refund' | 'Chargeback';
  /** A refund that a merchant asks for has a number of its own; what is made at AZUL has that of the payment. */
  orderNumber: string;
  amount: number;
} & Pick<AzulTransaction, 'azulOrderId' | 'isoCode' | 'dateTime' | 'rrn'>;

/** The fields that a merchant sends to the Payment Page; the signature covers more. */
export const formSchema = z.object({
  MerchantId: z.literal(SIMULATED_AZUL.merchantId),
  MerchantName: z.string().regex(/^\P{Cc}{1,100}$/u),
  CurrencyCode: z.enum(['$', 'US$']),
  OrderNumber: z.string().regex(/^[A-Z0-9]{1,15}$/),
  /** In cents. */
  Amount: z.string().regex(/^[1-9]\d{0,11}$/),
  /** In cents. Zero is "000"; a single "0" is invalid. */
  ITBIS: z.string().regex(/^(?:000|[1-9]\d{0,11})$/),
  ApprovedUrl: z.url({ protocol: /^https?$/ }),
  DeclinedUrl: z.url({ protocol: /^https?$/ }),
  CancelUrl: z.url({ protocol: /^https?$/ }),
  // With 1, the page waits for a button after the payment.
  ShowTransactionResult: z.literal('0'),
  Locale: z.enum(['ES', 'EN']),
  SaveToDataVault: z.literal('1').optional(),
  DataVaultToken: z.uuid().optional(),
});

export type AzulOrder = OrderContent & {
  form: z.infer<typeof formSchema>;
  /** The number of the card whose token is in the form. */
  savedCard: string | undefined;
  transaction: AzulTransaction | null;
  reversals: AzulReversal[];
};

export function identifyTransaction(now: Date) {
  const azulOrderId = String(randomInt(10 ** 11, 10 ** 12));
  const dateTime = formatAzulTime(now);
  return { azulOrderId, dateTime, rrn: dateTime + azulOrderId };
}

// ## Signatures, written apart from the application's code for the same messages, so that one mistake cannot hide the other.

type Texts = Readonly<Record<string, string>>;

const REQUEST_FIELDS =
  'MerchantId MerchantName MerchantType CurrencyCode OrderNumber Amount ITBIS ApprovedUrl DeclinedUrl CancelUrl UseCustomField1 CustomField1Label CustomField1Value UseCustomField2 CustomField2Label CustomField2Value';
const RETURN_FIELDS =
  'OrderNumber Amount AuthorizationCode DateTime ResponseCode IsoCode ResponseMessage ErrorDescription RRN';

/** The key signs the message and ends it. The encoding is the message's; the key is always plain bytes. */
function sign(texts: Texts, fields: string, authKey: string, encoding: 'utf8' | 'utf16le'): string {
  const message = fields.split(' ').map((field) => texts[field] ?? '');
  return createHmac('sha512', authKey)
    .update(Buffer.from(message.join('') + authKey, encoding))
    .digest('hex');
}

export const signRequest = (form: Texts, authKey: string = SIMULATED_AZUL.authKey): string =>
  sign(form, REQUEST_FIELDS, authKey, 'utf8');

/** AZUL signs what it returns in UTF-16LE. */
export const signReturn = (query: Texts, authKey: string = SIMULATED_AZUL.authKey): string =>
  sign(query, RETURN_FIELDS, authKey, 'utf16le');

// ## Times on the country's clocks, which have had no summer time since 2000

const OFFSET_MS = -4 * 3_600_000;
export const DAY_MS = 86_400_000;

/** `YYYYMMDDHHMMSS`, as AZUL writes times. */
export const formatAzulTime = (time: Date): string =>
  new Date(time.getTime() + OFFSET_MS).toISOString().replaceAll(/\D/g, '').slice(0, 14);

/** The first moment of a day written `YYYY-MM-DD`, and of the day after so many more. */
export const startOfDay = (day: string, daysLater = 0): Date =>
  new Date(Date.parse(`${day}T00:00:00Z`) - OFFSET_MS + daysLater * DAY_MS);

// ## The cards of AZUL's test environment

export type TestCard = {
  number: string;
  brand: 'VISA' | 'MASTERCARD' | 'DISCOVER';
  /** In cents; amounts above it are declined. */
  mostCents?: number;
};

export const DEFAULT_CARD: TestCard = { number: '4012000033330026', brand: 'VISA' };
export const TEST_CARDS: readonly TestCard[] = [
  DEFAULT_CARD,
  { number: '5413330089600119', brand: 'MASTERCARD' },
  { number: '6011000990099818', brand: 'DISCOVER' },
  { number: '5424180279791732', brand: 'MASTERCARD' },
  { number: '4260550061845872', brand: 'VISA' },
  { number: '4005520000000129', brand: 'VISA', mostCents: 7500 },
];
/** `YYYYMM` */
export const CARDS_EXPIRE = '203412';

export const findTestCard = (number: string | null | undefined): TestCard | undefined =>
  TEST_CARDS.find((card) => card.number === number);

/** Keeps the first eight and the last four digits, as AZUL does. */
export const maskCardNumber = (number: string): string => `${number.slice(0, 8)}****${number.slice(-4)}`;
