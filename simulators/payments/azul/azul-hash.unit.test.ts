import { expect, test } from 'vitest';
import { isRequestHash, signReturn } from './azul-hash.ts';

// Computed apart from this code, with a key of no value.

const KEY = 'parqueo-demo-authkey-0123456789abcdef';

const FORM = {
  MerchantId: '39000000001',
  MerchantName: 'PARQUEO DEMO',
  MerchantType: 'ECommerce',
  CurrencyCode: '$',
  OrderNumber: 'PK0000000000042',
  Amount: '59000',
  ITBIS: '9000',
  ApprovedUrl: 'https://pay.example.do/azul/ok?i=7f3a',
  DeclinedUrl: 'https://pay.example.do/azul/no?i=7f3a',
  CancelUrl: 'https://pay.example.do/azul/cancel?i=7f3a',
  UseCustomField1: '1',
  CustomField1Label: 'Reserva',
  CustomField1Value: '42',
  UseCustomField2: '0',
  CustomField2Label: '',
  CustomField2Value: '',
};

const UTF8 =
  'f647a3012e0f8f3b0e2027f345b83596cfaa9ff71f5f51b53d8ab7dc364ac28f871b620289eb15e6aae1bf56483c13404f11bb8e6bb58092099f14b92b6479f6';
const UTF16 =
  'ce9df446740b1389e085e2d980778b97d0fa9ce996bef1fc87187dd01646c955f2ae23185f62a6eb4680d146b1951f9b40c83a3391c516ecc6aa7cf0d42991e4';

test.each([UTF8, UTF16])('a request is signed by the hash %s', (AuthHash) => {
  expect(isRequestHash({ ...FORM, AuthHash }, KEY)).toBe(true);
});

test.each(Object.keys(FORM))('a request whose %s was changed is not signed', (field) => {
  expect(isRequestHash({ ...FORM, [field]: '7', AuthHash: UTF8 }, KEY)).toBe(false);
});

test.each(['', UTF8.toUpperCase(), UTF8.slice(1), `${UTF8}0`])('a request is not signed by "%s"', (AuthHash) => {
  expect(isRequestHash({ ...FORM, AuthHash }, KEY)).toBe(false);
});

const RETURN = {
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

test('an approved return has the hash of its UTF-16LE text', () => {
  expect(signReturn(RETURN, KEY)).toBe(
    '8db2e903889ebbed2b20f5253bc69956ae618cfdba937f026be424c2fa16047a774d92c0c2c1996ed5a56d8510e5585ca80dbe32b1083e2a6b07886f0da11e5b',
  );
});

test('a declined return has the hash of its UTF-16LE text', () => {
  const declined = { ...RETURN, AuthorizationCode: '', IsoCode: '51', ResponseMessage: 'DECLINADA' };
  expect(signReturn(declined, KEY)).toBe(
    'df4b03ad7cb7c20c48eb7284629f4d0c22094cba4b71910a5119c56e421c3941b310e441ce6b5a649f4016f7042e056c50324c09b92b52810d354391efa2d8ab',
  );
});

test('the fault of a UTF-8 hash makes the one that merchants must not accept', () => {
  expect(signReturn(RETURN, KEY, 'utf8')).toBe(
    '194d7923e008d2a8220259eeac424ad1fed90fae4cfaa46446102e0ce9b1869e7209b78f059ebb6630a4015092ecc2ce3ff504b6e2dbc305266777416b56b89f',
  );
});
