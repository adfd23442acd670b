import { expect, test } from 'vitest';
import { formatAzulTime, signRequest, signReturn, startOfDay } from './azul-order.ts';

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
const FORM_HASH =
  'f647a3012e0f8f3b0e2027f345b83596cfaa9ff71f5f51b53d8ab7dc364ac28f871b620289eb15e6aae1bf56483c13404f11bb8e6bb58092099f14b92b6479f6';

test('a request has the hash of its UTF-8 text', () => {
  expect(signRequest(FORM, KEY)).toBe(FORM_HASH);
});

test.each(Object.keys(FORM))('a request whose %s was changed has another hash', (field) => {
  expect(signRequest({ ...FORM, [field]: '7' }, KEY)).not.toBe(FORM_HASH);
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

test('AZUL writes times on Santo Domingo’s clocks, where days begin at 4 AM in Greenwich', () => {
  expect(formatAzulTime(new Date('2026-09-15T14:30:05Z'))).toBe('20260915103005');
  expect(formatAzulTime(new Date('2026-01-01T03:59:59Z'))).toBe('20251231235959');
  expect(startOfDay('2026-09-15')).toEqual(new Date('2026-09-15T04:00:00Z'));
  expect(startOfDay('2026-09-30', 1)).toEqual(new Date('2026-10-01T04:00:00Z'));
});
