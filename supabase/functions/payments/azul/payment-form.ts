import { type Cents, toCents } from '../../../../domain/money/cents.ts';
import type { Payment } from '../payment.ts';
import { hashRequest } from './azul-hash.ts';
import type { Azul } from './azul-settings.ts';

const ORDER_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const ORDER_LENGTH = 15;
/** The largest multiple of 36 in a byte; bytes beyond it would favour some characters. */
const UNBIASED = 252;

/** An order number that AZUL has never seen. */
export function createOrderNumber(): string {
  let order = '';
  while (order.length < ORDER_LENGTH) {
    const bytes = crypto.getRandomValues(new Uint8Array(ORDER_LENGTH)).filter((byte) => byte < UNBIASED);
    order += Array.from(bytes, (byte) => ORDER_CHARACTERS[byte % ORDER_CHARACTERS.length]).join('');
  }
  return order.slice(0, ORDER_LENGTH);
}

/** Cents without separators. AZUL takes no single zero. */
export const formatAzulAmount = (amount: Cents): string => (amount === 0 ? '000' : `${amount}`);

/** Reads what `formatAzulAmount` wrote; null for anything else. */
export const parseAzulAmount = (text: string): Cents | null => (/^\d{1,12}$/.test(text) ? toCents(Number(text)) : null);

/** A form that the browser posts to the provider. */
export type PaymentForm = { action: string; fields: [name: string, value: string][] };

/** Fields one to sixteen of the hash, in its order. */
function createSignedFields(payment: Payment, { azul, returnUrl }: FormOptions): [string, string][] {
  return [
    ['MerchantId', azul.merchantId],
    ['MerchantName', azul.merchantName],
    ['MerchantType', azul.merchantType],
    ['CurrencyCode', azul.currencyCode],
    ['OrderNumber', payment.providerOrder ?? ''],
    ['Amount', formatAzulAmount(payment.amount)],
    ['ITBIS', formatAzulAmount(payment.tax)],
    ['ApprovedUrl', returnUrl('approved')],
    ['DeclinedUrl', returnUrl('declined')],
    ['CancelUrl', returnUrl('cancelled')],
    ['UseCustomField1', '0'],
    ['CustomField1Label', ''],
    ['CustomField1Value', ''],
    ['UseCustomField2', '0'],
    ['CustomField2Label', ''],
    ['CustomField2Value', ''],
  ];
}

export type FormOptions = { azul: Azul; returnUrl: (outcome: 'approved' | 'declined' | 'cancelled') => string };

/** The form that opens AZUL's page for a payment whose order number is stored. */
export function createPaymentForm(payment: Payment, options: FormOptions): PaymentForm {
  const signed = createSignedFields(payment, options);
  const { authKey, pageUrl } = options.azul;
  const authHash = hashRequest(
    signed.map(([, value]) => value),
    authKey,
  );
  const fields: PaymentForm['fields'] = [
    ...signed,
    ['AuthHash', authHash],
    // Otherwise the driver has to press a button before they come back, and some never do.
    ['ShowTransactionResult', '0'],
    ['Locale', payment.language === 'es' ? 'ES' : 'EN'],
  ];
  if (payment.cardToken !== null) fields.push(['DataVaultToken', payment.cardToken]);
  else if (payment.saveCard) fields.push(['SaveToDataVault', '1']);
  return { action: pageUrl, fields };
}
