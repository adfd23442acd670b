import { expect, test } from 'vitest';
import { toCents } from '../money/cents.ts';
import { type FiscalDocument, toStampUrl } from './fiscal-document.ts';

test('the stamp of a consumer’s document leads to the short page, and any other to the whole one', () => {
  const document: FiscalDocument = {
    environment: 'ecf',
    type: '32',
    encf: 'E320000000001',
    expiresOn: null,
    amount: toCents(590_00),
    buyer: null,
    securityCode: 'a+/b=1',
    signedAt: new Date('2026-10-06T13:15:30Z'),
    isContingency: false,
    modifies: null,
    lines: [],
    isWhole: null,
    isLate: false,
    issuer: { taxNumber: '131000002', name: 'PARQUEOS', address: 'Calle El Conde 1', placeCode: null },
  };
  expect(toStampUrl(document)).toBe(
    'https://fc.dgii.gov.do/ecf/ConsultaTimbreFC?RncEmisor=131000002&ENCF=E320000000001&MontoTotal=590.00&CodigoSeguridad=a%2B%2Fb%3D1',
  );
  expect(toStampUrl({ ...document, type: '31', buyer: { taxNumber: '132000005', name: 'CLIENTE' } })).toBe(
    'https://ecf.dgii.gov.do/ecf/ConsultaTimbre?RncEmisor=131000002&RncComprador=132000005&ENCF=E320000000001&FechaEmision=06-10-2026&MontoTotal=590.00&FechaFirma=06-10-2026%2009%3A15%3A30&CodigoSeguridad=a%2B%2Fb%3D1',
  );
});
