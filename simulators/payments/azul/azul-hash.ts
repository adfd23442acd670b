import { createHmac, timingSafeEqual } from 'node:crypto';

// Written apart from the application's code for the same messages, so that one mistake cannot hide the other.

type Encoding = 'utf8' | 'utf16le';
type Texts = Readonly<Record<string, string>>;

const REQUEST_FIELDS = [
  'MerchantId',
  'MerchantName',
  'MerchantType',
  'CurrencyCode',
  'OrderNumber',
  'Amount',
  'ITBIS',
  'ApprovedUrl',
  'DeclinedUrl',
  'CancelUrl',
  'UseCustomField1',
  'CustomField1Label',
  'CustomField1Value',
  'UseCustomField2',
  'CustomField2Label',
  'CustomField2Value',
] as const;

const RETURN_FIELDS = [
  'OrderNumber',
  'Amount',
  'AuthorizationCode',
  'DateTime',
  'ResponseCode',
  'IsoCode',
  'ResponseMessage',
  'ErrorDescription',
  'RRN',
] as const;

/** The key signs the message and ends it. The encoding is the message's; the key is always plain bytes. */
function sign(texts: Texts, fields: readonly string[], authKey: string, encoding: Encoding): string {
  const message = fields.map((field) => texts[field] ?? '').join('') + authKey;
  return createHmac('sha512', authKey).update(Buffer.from(message, encoding)).digest('hex');
}

/** AZUL takes requests whose message is in either encoding. */
export function isRequestHash(form: Texts, authKey: string): boolean {
  const given = Buffer.from(form.AuthHash ?? '');
  return (['utf8', 'utf16le'] as const).some((encoding) => {
    const expected = Buffer.from(sign(form, REQUEST_FIELDS, authKey, encoding));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** AZUL signs what it returns in UTF-16LE; a merchant must not accept UTF-8. */
export const signReturn = (query: Texts, authKey: string, encoding: Encoding = 'utf16le'): string =>
  sign(query, RETURN_FIELDS, authKey, encoding);
