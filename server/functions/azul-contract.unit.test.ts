import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { toCents } from '../../domain/money/cents.ts';
import {
  createOrderNumber,
  createPaymentForm,
  hashRequest,
  isReturnSigned,
  readReturn,
} from '../../supabase/functions/payments/azul-page.ts';
import { formatAzulAmount, parseAzulAmount } from '../../supabase/functions/payments/azul-webservice.ts';
import { createPayment } from '../testing/create-payment.ts';

// Vectors that were computed apart from this code, with an invented key.

const KEY = 'parqueo-demo-authkey-0123456789abcdef';

const REQUEST = [
  '39000000001',
  'PARQUEO DEMO',
  'ECommerce',
  '$',
  'PK0000000000042',
  '59000',
  '9000',
  'https://pay.example.do/azul/ok?i=7f3a',
  'https://pay.example.do/azul/no?i=7f3a',
  'https://pay.example.do/azul/cancel?i=7f3a',
  '1',
  'Reserva',
  '42',
  '0',
  '',
  '',
];
const REQUEST_HASH =
  'f647a3012e0f8f3b0e2027f345b83596cfaa9ff71f5f51b53d8ab7dc364ac28f871b620289eb15e6aae1bf56483c13404f11bb8e6bb58092099f14b92b6479f6';

const APPROVED_HASH =
  '8db2e903889ebbed2b20f5253bc69956ae618cfdba937f026be424c2fa16047a774d92c0c2c1996ed5a56d8510e5585ca80dbe32b1083e2a6b07886f0da11e5b';
const DECLINED_HASH =
  'df4b03ad7cb7c20c48eb7284629f4d0c22094cba4b71910a5119c56e421c3941b310e441ce6b5a649f4016f7042e056c50324c09b92b52810d354391efa2d8ab';
const APPROVED_HASH_AS_UTF8 =
  '194d7923e008d2a8220259eeac424ad1fed90fae4cfaa46446102e0ce9b1869e7209b78f059ebb6630a4015092ecc2ce3ff504b6e2dbc305266777416b56b89f';

const APPROVED = {
  OrderNumber: 'PK0000000000042',
  Amount: '59000',
  AuthorizationCode: 'OK7433',
  DateTime: '20260915103005',
  ResponseCode: 'ISO8583',
  IsoCode: '00',
  ResponseMessage: 'APROBADA',
  ErrorDescription: '',
  RRN: '2026091510300512345678',
};
const DECLINED = { ...APPROVED, AuthorizationCode: '', IsoCode: '51', ResponseMessage: 'DECLINADA' };

const toQuery = (fields: Record<string, string>) => new URLSearchParams(fields);
const read = (fields: Record<string, string>) => readReturn(toQuery(fields), KEY);

test('the hash of a request is the one that was computed apart from this code', () => {
  expect(hashRequest(REQUEST, KEY)).toBe(REQUEST_HASH);
});

test('a form for AZUL has its fields in the order of the hash, and the hash of what it sends', () => {
  const azul = {
    merchantId: '39000000001',
    merchantName: 'PARQUEO DEMO',
    merchantType: 'ECommerce',
    authKey: KEY,
    currencyCode: '$',
    pageUrl: 'https://pagos.azul.com.do/PaymentPage/Default.aspx',
  };
  const payment = createPayment({ amount: toCents(59_000), tax: toCents(0), providerOrder: 'PK0000000000042' });
  const { action, fields } = createPaymentForm(payment, { azul, returnUrl: (outcome) => `https://p.test/${outcome}` });
  expect(action).toBe(azul.pageUrl);
  expect(fields.slice(0, 16).join(' ')).toBe(
    'MerchantId,39000000001 MerchantName,PARQUEO DEMO MerchantType,ECommerce CurrencyCode,$ ' +
      'OrderNumber,PK0000000000042 Amount,59000 ITBIS,000 ApprovedUrl,https://p.test/approved ' +
      'DeclinedUrl,https://p.test/declined CancelUrl,https://p.test/cancelled UseCustomField1,0 CustomField1Label, ' +
      'CustomField1Value, UseCustomField2,0 CustomField2Label, CustomField2Value,',
  );
  const message = fields.slice(0, 16).map(([, value]) => value);
  const authHash = createHmac('sha512', KEY)
    .update(`${message.join('')}${KEY}`, 'utf8')
    .digest('hex');
  expect(fields.slice(16)).toEqual([
    ['AuthHash', authHash],
    ['ShowTransactionResult', '0'],
    ['Locale', 'EN'],
  ]);
});

test('AZUL keeps a card only where the driver asks for it, and takes one by its token', () => {
  const azul = { merchantId: '1', merchantName: 'P', merchantType: 'E', authKey: KEY, currencyCode: '$', pageUrl: 'x' };
  const createFields = (changes: Parameters<typeof createPayment>[0]) =>
    Object.fromEntries(createPaymentForm(createPayment(changes), { azul, returnUrl: String }).fields);
  expect(createFields({ saveCard: true, language: 'es' })).toMatchObject({ SaveToDataVault: '1', Locale: 'ES' });
  expect(createFields({ cardToken: 'token-of-the-card', saveCard: true })).toMatchObject({
    DataVaultToken: 'token-of-the-card',
  });
  expect(Object.keys(createFields({ cardToken: 'token-of-the-card' }))).not.toContain('SaveToDataVault');
  expect(Object.keys(createFields({}))).not.toContain('DataVaultToken');
});

test('order numbers have fifteen letters and digits, and none comes twice', () => {
  const numbers = Array.from({ length: 2000 }, createOrderNumber);
  expect(numbers.every((number) => /^[A-Z0-9]{15}$/.test(number))).toBe(true);
  expect(new Set(numbers).size).toBe(2000);
});

test('amounts for AZUL are cents without separators, and zero has three digits', () => {
  expect([1000, 1_748_321, 5, 0].map((cents) => formatAzulAmount(toCents(cents)))).toEqual([
    '1000',
    '1748321',
    '5',
    '000',
  ]);
  expect(['1000', '000', '10.00', '-5', '', '1e3'].map(parseAzulAmount)).toEqual([1000, 0, null, null, null, null]);
});

test('an approved return that AZUL signed is read', () => {
  expect(read({ ...APPROVED, AuthHash: APPROVED_HASH })).toEqual({
    kind: 'signed',
    order: 'PK0000000000042',
    amount: 59_000,
    isApproved: true,
    isoCode: '00',
    errorDescription: '',
    reference: 'PK0000000000042-2026091510300512345678',
    card: null,
  });
});

test('a declined return that AZUL signed is read', () => {
  const declined = read({ ...DECLINED, AuthHash: DECLINED_HASH.toUpperCase() });
  expect(declined).toMatchObject({ kind: 'signed', isApproved: false, isoCode: '51' });
});

test('the hash of a return is one of UTF-16, and that of the same text in UTF-8 is forged', () => {
  const fields = Object.values(APPROVED);
  expect(isReturnSigned(fields, APPROVED_HASH, KEY)).toBe(true);
  expect(isReturnSigned(fields, APPROVED_HASH_AS_UTF8, KEY)).toBe(false);
  expect(read({ ...APPROVED, AuthHash: APPROVED_HASH_AS_UTF8 })).toEqual({ kind: 'forged' });
});

test.each<[what: string, query: URLSearchParams]>([
  ['an altered amount', toQuery({ ...APPROVED, Amount: '5900', AuthHash: APPROVED_HASH })],
  ['another order', toQuery({ ...APPROVED, OrderNumber: 'PK0000000000043', AuthHash: APPROVED_HASH })],
  ['a decline made an approval', toQuery({ ...DECLINED, IsoCode: '00', AuthHash: DECLINED_HASH })],
  ['an altered hash', toQuery({ ...APPROVED, AuthHash: APPROVED_HASH.replace('8', '9') })],
  ['no hash', toQuery(APPROVED)],
  ['an empty hash', toQuery({ ...APPROVED, AuthHash: '' })],
  ['half a hash', toQuery({ ...APPROVED, AuthHash: APPROVED_HASH.slice(0, 64) })],
  ['a second amount', new URLSearchParams(`${toQuery({ ...APPROVED, AuthHash: APPROVED_HASH })}&Amount=1`)],
  ['blanks around a value', toQuery({ ...APPROVED, Amount: '59000 ', AuthHash: APPROVED_HASH })],
])('a return with %s is forged', (_what, query) => {
  expect(readReturn(query, KEY)).toEqual({ kind: 'forged' });
});

test.each([
  ['from the code of the bank', { Amount: '590001', AuthorizationCode: '23456' }],
  ['from code and time', { Amount: '590001', AuthorizationCode: '234562', DateTime: '0260903101500' }],
])('a return whose amount has digits %s is forged: the hash has no separators', (_where, moved) => {
  const paid = { ...APPROVED, AuthorizationCode: '123456', DateTime: '20260903101500' };
  const message = Buffer.from([...Object.values(paid), KEY].join(''), 'utf16le');
  const AuthHash = createHmac('sha512', KEY).update(message).digest('hex');
  expect(read({ ...paid, AuthHash })).toMatchObject({ kind: 'signed', amount: 59_000, isApproved: true });
  expect(read({ ...paid, ...moved, AuthHash })).toEqual({ kind: 'forged' });
});

test('an error of AZUL’s is no approval, whatever its code says', () => {
  const fields = { ...APPROVED, ResponseCode: 'Error', ErrorDescription: 'INVALID_MERCHANTID' };
  const message = Buffer.from([...Object.values(fields), KEY].join(''), 'utf16le');
  const AuthHash = createHmac('sha512', KEY).update(message).digest('hex');
  expect(read({ ...fields, AuthHash })).toMatchObject({ kind: 'signed', isApproved: false, isoCode: '' });
});

test('a card that AZUL keeps is read with its last digits, and not without a usable token', () => {
  const card = {
    CardNumber: '54241802****1732',
    DataVaultToken: '3F6C4A5B-0D1E-4C8B-9D55-4B6E2F0C1A77',
    DataVaultExpiration: '203412',
    DataVaultBrand: 'MASTERCARD',
  };
  const readCard = (changes: Partial<typeof card>) => {
    const result = read({ ...APPROVED, AuthHash: APPROVED_HASH, ...card, ...changes });
    return result.kind === 'signed' ? result.card : undefined;
  };
  expect(readCard({})).toEqual({ token: card.DataVaultToken, brand: 'MASTERCARD', last4: '1732', expires: '203412' });
  expect(readCard({ DataVaultToken: '' })).toBeNull();
  expect(readCard({ DataVaultToken: '<script>' })).toBeNull();
  expect(readCard({ DataVaultExpiration: '203413' })).toBeNull();
  expect(readCard({ CardNumber: '****' })).toBeNull();
});

test('digits that are moved between the fields of a signed return make no other transaction of it', () => {
  const reference = 'PK0000000000042-2026091510300512345678';
  const moved = [
    { ErrorDescription: '2026', RRN: '091510300512345678' },
    { ResponseMessage: 'APROBADA20260915103005', RRN: '12345678' },
    { ResponseMessage: '', ErrorDescription: 'APROBADA', RRN: APPROVED.RRN },
  ];
  for (const changes of moved) {
    const result = read({ ...APPROVED, ...changes, AuthHash: APPROVED_HASH });
    expect(result).toMatchObject({ kind: 'signed', isApproved: true, reference });
  }
});

test('leading zeros of a reference number make no other transaction', () => {
  const withZeros = { ...APPROVED, RRN: '000123' };
  const sign = (fields: Record<string, string>) =>
    createHmac('sha512', KEY)
      .update(Buffer.from([...Object.values(fields), KEY].join(''), 'utf16le'))
      .digest('hex');
  expect(read({ ...withZeros, AuthHash: sign(withZeros) })).toMatchObject({ reference: 'PK0000000000042-123' });
  const without = { ...APPROVED, RRN: '' };
  expect(read({ ...without, AuthHash: sign(without) })).toMatchObject({ reference: 'PK0000000000042-20260915103005' });
});
