import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toCents } from '../../domain/money/cents.ts';
import { createSigningCertificate } from '../../simulators/certificates.ts';
import { signSeed } from './authority.ts';
import { buildEcf, buildSummary } from './ecf-xml.ts';
import type { FiscalContent, FiscalLine } from './fiscal-content.ts';
import { buildVoid } from './fiscal-messages.ts';
import { readSigned } from './read-signed.ts';
import { signXml } from './sign-xml.ts';

// The vectors are documents that DGII's schemas and xmlsec1 accept, with an invented company and key.

const readVector = (name: string) => readFileSync(join(import.meta.dirname, 'vectors', `${name}.xml`), 'utf8');
/** A vector before it was signed. */
const readUnsigned = (name: string) =>
  readVector(name)
    .replace(/^<\?xml[^>]*>/, '')
    .replace(/<Signature .*<\/Signature>/s, '');

const cents = (amount: number) => toCents(Math.round(amount * 100));
const createLine = (rate: number, total: number, tax: number, perPeso = 1): FiscalLine => {
  const toParts = (unit: number) => ({
    total: cents(total / unit),
    tax: cents(tax / unit),
    net: toCents(cents(total / unit) - cents(tax / unit)),
  });
  return { rate, ...toParts(1), inReceipt: toParts(perPeso) };
};
const CONTENT: FiscalContent = {
  type: '32',
  encf: 'E320000000001',
  expiresOn: new Date('2027-12-31T12:00:00Z'),
  amount: cents(590),
  lines: [createLine(18, 590, 90)],
  isLate: false,
  exchange: null,
  issuer: {
    taxNumber: '131000002',
    name: 'PARQUEOS DE PRUEBA SRL',
    address: 'Calle El Conde 1',
    placeCode: '010100',
  },
  buyer: null,
  receiptNumber: 123,
  paidBy: [{ form: 3, amount: cents(590) }],
  parking: {
    zone: 'Zona Colonial',
    space: 'A-12',
    plate: 'A123456',
    startsAt: new Date('2026-10-06T13:00:00Z'),
    endsAt: new Date('2026-10-06T15:00:00Z'),
  },
  modified: null,
};
const SIGNED_AT = new Date('2026-10-06T13:15:30Z');
const BUYER = { taxNumber: '132000005', name: 'CLIENTE DE PRUEBA SRL' };
const createKey = async () => {
  const { pem, privateKey } = await createSigningCertificate();
  return { certificate: new X509Certificate(pem), privateKey };
};

test('an E32 and an E31 are the vectors to the letter', () => {
  expect(buildEcf(CONTENT, SIGNED_AT)).toBe(readUnsigned('e32'));
  const credit: FiscalContent = { ...CONTENT, type: '31', encf: 'E310000000001', buyer: BUYER };
  expect(buildEcf(credit, SIGNED_AT)).toBe(readUnsigned('e31'));
});

test('the summary of an E32 and voided numbers are the vectors to the letter', () => {
  expect(buildSummary(CONTENT, SIGNED_AT, 'T6CiyT')).toBe(readUnsigned('rfce'));
  const voided = buildVoid({ issuer: '131000002', type: '32', first: 5, last: 7 }, new Date('2026-10-07T14:00:00Z'));
  expect(voided).toBe(readUnsigned('anecf'));
});

test('a note names its document, and has the totals of the vector', () => {
  const note: FiscalContent = {
    ...CONTENT,
    type: '34',
    encf: 'E340000000001',
    amount: cents(295),
    lines: [createLine(18, 295, 45)],
    modified: { encf: 'E320000000001', signedAt: SIGNED_AT, amount: cents(590) },
  };
  const xml = buildEcf(note, new Date('2026-10-07T14:00:00Z'));
  const totals = /<Totales>.*<\/Totales>/.exec(readVector('e34'))?.[0] ?? 'none';
  expect(xml).toContain(totals);
  expect(xml).toContain('<IndicadorNotaCredito>0</IndicadorNotaCredito><IndicadorMontoGravado>1');
  expect(xml).toContain(
    '<NCFModificado>E320000000001</NCFModificado><FechaNCFModificado>06-10-2026</FechaNCFModificado><CodigoModificacion>3<',
  );
  expect(xml).not.toMatch(/<Comprador>|TablaFormasPago/);
});

test('a note of more than 30 days after its document has the net amount and no tax', () => {
  const note: FiscalContent = {
    ...CONTENT,
    type: '34',
    encf: 'E340000000001',
    amount: cents(500),
    lines: [createLine(18, 500, 0)],
    isLate: true,
    modified: { encf: 'E320000000001', signedAt: SIGNED_AT, amount: cents(590) },
  };
  const xml = buildEcf(note, new Date('2026-11-06T14:00:00Z'));
  expect(xml).toContain('<IndicadorNotaCredito>1</IndicadorNotaCredito><TipoIngresos>');
  expect(xml).toContain('<Totales><MontoExento>500.00</MontoExento><MontoTotal>500.00</MontoTotal></Totales>');
  expect(xml).toContain('<CodigoModificacion>3<');
});

test('each rate has an item and totals of its own, in the order of the schema', () => {
  const lines = [createLine(18, 118, 18), createLine(16, 116, 16), createLine(0, 50, 0)];
  const mixed = { ...CONTENT, amount: cents(284), lines };
  const xml = buildEcf(mixed, SIGNED_AT);
  const totals = (text: string) =>
    /<Totales>(.*)<\/Totales>/
      .exec(text)?.[1]
      ?.replaceAll(/<\/\w+>/g, ' ')
      .trim();
  expect(totals(xml)).toBe(
    '<MontoGravadoTotal>200.00 <MontoGravadoI1>100.00 <MontoGravadoI2>100.00 <MontoExento>50.00 <ITBIS1>18 <ITBIS2>16 ' +
      '<TotalITBIS>34.00 <TotalITBIS1>18.00 <TotalITBIS2>16.00 <MontoTotal>284.00',
  );
  expect(totals(buildSummary(mixed, SIGNED_AT, 'T6CiyT'))).not.toContain('<ITBIS1>');
  expect(
    [...xml.matchAll(/<NumeroLinea>(\d)<.*?<IndicadorFacturacion>(\d)<.*?<MontoItem>([\d.]+)/g)].map((item) =>
      item.slice(1),
    ),
  ).toEqual([
    ['1', '1', '118.00'],
    ['2', '2', '116.00'],
    ['3', '4', '50.00'],
  ]);
});

test('what is exempt alone has no taxed totals, and several forms of payment stand one after the other', () => {
  const paidBy = [1, 3, 8].map((form) => ({ form, amount: cents(100) }));
  const exempt = buildEcf({ ...CONTENT, lines: [createLine(0, 590, 0)], paidBy }, SIGNED_AT);
  expect(exempt).toContain('<Totales><MontoExento>590.00</MontoExento><MontoTotal>590.00</MontoTotal></Totales>');
  expect(exempt).not.toContain('IndicadorMontoGravado');
  expect(exempt.match(/<FormaPago>\d<\/FormaPago><MontoPago>[\d.]+/g)).toEqual(
    [1, 3, 8].map((form) => `<FormaPago>${form}</FormaPago><MontoPago>100.00`),
  );
});

test('an amount in dollars stands in pesos, and beside them in dollars with the rate of the day', () => {
  const lines = [createLine(18, 590, 90, 59)];
  const xml = buildEcf({ ...CONTENT, lines, exchange: { currency: 'USD', rate: 59 } }, SIGNED_AT);
  expect(xml).toContain(
    '</Totales><OtraMoneda><TipoMoneda>USD</TipoMoneda><TipoCambio>59.0000</TipoCambio>' +
      '<MontoGravadoTotalOtraMoneda>8.47</MontoGravadoTotalOtraMoneda><MontoGravado1OtraMoneda>8.47</MontoGravado1OtraMoneda>' +
      '<TotalITBISOtraMoneda>1.53</TotalITBISOtraMoneda><TotalITBIS1OtraMoneda>1.53</TotalITBIS1OtraMoneda>' +
      '<MontoTotalOtraMoneda>10.00</MontoTotalOtraMoneda></OtraMoneda></Encabezado>',
  );
  expect(xml).toContain(
    '<PrecioUnitarioItem>590.00</PrecioUnitarioItem><OtraMonedaDetalle><PrecioOtraMoneda>10.00</PrecioOtraMoneda>' +
      '<MontoItemOtraMoneda>10.00</MontoItemOtraMoneda></OtraMonedaDetalle><MontoItem>590.00</MontoItem>',
  );
});

test('names with signs of XML, control characters and too many letters make a valid, canonical document', async () => {
  const issuer = { ...CONTENT.issuer, name: `A & B <"SRL"> 'x'\u0000\n ${'ñ'.repeat(200)}` };
  const { xml } = signXml(buildEcf({ ...CONTENT, issuer }, SIGNED_AT), await createKey());
  const name = readSigned(xml)?.values.get('RazonSocialEmisor');
  expect(name).toMatch(/^A & B <"SRL"> 'x' ñ+$/);
  expect(name).toHaveLength(148);
  expect(xml).not.toMatch(/<(\w+)><\/\1>/);
});

test.each(['e31', 'e32', 'e34', 'rfce', 'anecf'])(
  'the signature of the vector %s is read, and that of a changed one is not',
  (name) => {
    const xml = readVector(name);
    expect(readSigned(xml)).not.toBeNull();
    expect(readSigned(xml.replace('131000002', '131000003'))).toBeNull();
    expect(readSigned(xml.replace(/<SignatureValue>./, '<SignatureValue>A'))).toBeNull();
  },
);

test('a document and a seed that are signed here verify, with the parts of a vector around the values', async () => {
  const key = await createKey();
  const { xml, securityCode } = signXml(buildEcf(CONTENT, SIGNED_AT), key);
  expect(readSigned(xml)).not.toBeNull();
  expect(xml).toContain(`<SignatureValue>${securityCode}`);
  const withoutValues = (text: string) =>
    text
      .replaceAll(/<(DigestValue|SignatureValue|X509Certificate)>[^<]*/g, '<$1>')
      .replace(/^.*<Signature/s, '<Signature');
  expect(withoutValues(xml)).toBe(withoutValues(readVector('e32')));
  const seed = `<?xml version="1.0"?>\n<SemillaModel xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
    <valor>abc=</valor>\n  <fecha>2026-10-06T09:15:30.1234567-04:00</fecha></SemillaModel>`;
  expect(readSigned(signSeed(seed, key))?.values.get('valor')).toBe('abc=');
  expect(() => signSeed('<html>maintenance</html>', key)).toThrow('no seed');
});
