import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { toCents } from '../../domain/money/cents.ts';
import { createAuthority } from '../../simulators/certificates.ts';
import { signSeed } from './authority.ts';
import { buildEcf, buildSummary } from './ecf-xml.ts';
import type { FiscalContent, FiscalLine } from './fiscal-content.ts';
import { buildAcknowledgement, buildApproval, buildVoid } from './fiscal-messages.ts';
import { signXml } from './sign-xml.ts';

// Every kind of document that the product signs, against schemas and a verifier that are not ours.
// vectors/schemas/README.md tells which schemas, and how to check with DGII's own.

const folder = mkdtempSync(join(tmpdir(), 'fiscal-schemas-'));
afterAll(() => rmSync(folder, { recursive: true }));

const authority = await createAuthority('Schemas');
const key = await authority.issue('ANA PÉREZ');
const TRUSTED = join(folder, 'authority.pem');
writeFileSync(TRUSTED, authority.pem);

const hasTool = (name: string) => spawnSync(name, ['--version']).status === 0;

/** @returns what the tool finds wrong; '' for nothing */
function run(tool: string, parameters: readonly string[], xml: string): string {
  const file = join(folder, 'document.xml');
  writeFileSync(file, xml);
  const { status, stderr } = spawnSync(tool, [...parameters, file], { encoding: 'utf8' });
  return status === 0 ? '' : stderr || `${tool} ended with ${status}`;
}

const OWN_SCHEMAS = join(import.meta.dirname, 'vectors/schemas');
const SCHEMAS = process.env.DGII_SCHEMAS ?? OWN_SCHEMAS;

/** DGII and this repository name a schema alike but for blanks and the version: 'e-CF 31 v.1.0.xsd', 'e-cf-31.xsd'. */
function findSchema(name: string): string {
  const isOf = (file: string) => file.toLowerCase().replaceAll(/[ _-]|v\.?1\.0|\.xsd$/g, '') === name;
  const file = readdirSync(SCHEMAS).find(isOf);
  if (file === undefined) throw new Error(`${SCHEMAS} has no schema ${name}`);
  return join(SCHEMAS, file);
}
const validate = (schema: string, xml: string) => run('xmllint', ['--noout', '--schema', findSchema(schema)], xml);
const verify = (xml: string) => run('xmlsec1', ['--verify', '--trusted-pem', TRUSTED], xml);

const cents = (amount: number) => toCents(Math.round(amount * 100));
const PESOS_PER_DOLLAR = 58.5;

function toLine([rate, total, tax]: readonly [number, number, number], perUnit = 1): FiscalLine {
  const toParts = (unit: number) => {
    const whole = cents(total / unit);
    const part = cents(tax / unit);
    return { total: whole, tax: part, net: toCents(whole - part) };
  };
  return { rate, ...toParts(1), inReceipt: toParts(perUnit) };
}

const AT_18 = [18, 590, 90] as const;
const AT_16 = [16, 116, 16] as const;
const EXEMPT = [0, 100, 0] as const;
const SIGNED_AT = new Date('2026-10-06T13:15:30Z');

type Wanted = Partial<Omit<FiscalContent, 'lines'>> & { lines?: readonly (readonly [number, number, number])[] };

function createContent({ lines: wanted = [AT_18], ...others }: Wanted): FiscalContent {
  const lines = wanted.map((line) => toLine(line, others.exchange ? PESOS_PER_DOLLAR : 1));
  const amount = toCents(lines.reduce((sum, { total }) => sum + total, 0));
  return {
    type: '32',
    encf: `E${others.type ?? '32'}0000000001`,
    expiresOn: new Date('2027-12-31T12:00:00Z'),
    amount,
    lines,
    isLate: false,
    exchange: null,
    buyer: null,
    receiptNumber: 123,
    modified: null,
    issuer: { taxNumber: '131000002', name: 'A & B <"SRL">', address: 'Calle Ñ 1', placeCode: '010100' },
    paidBy: [{ form: 3, amount }],
    parking: {
      zone: 'Zona Colonial',
      space: 'A-12',
      plate: 'A123456',
      startsAt: new Date('2026-10-06T13:00:00Z'),
      endsAt: new Date('2026-10-07T15:00:00Z'),
    },
    ...others,
  };
}

const BUYER = { taxNumber: '132000005', name: 'Cliente & Hijos' };
const CREDIT = { type: '31', buyer: BUYER } as const;
const NOTE = {
  type: '34',
  modified: { encf: 'E320000000001', signedAt: SIGNED_AT, amount: cents(5900) },
} as const;
const DOLLARS = { currency: 'USD', rate: PESOS_PER_DOLLAR } as const;
const RATES = [AT_18, AT_16, EXEMPT];

const CONTENTS: [string, Wanted][] = [
  ['an E32', {}],
  ['an E32 without tax', { lines: [EXEMPT] }],
  ['an E32 of several rates', { lines: RATES }],
  ['an E32 in dollars', { exchange: DOLLARS, lines: RATES }],
  ['an E32 of 250,000.00 and more', { buyer: BUYER, lines: [[18, 300_000, 45_762.71]] }],
  [
    'an E32 without space, plate and municipality',
    {
      issuer: { taxNumber: '00100000009', name: 'Ana', address: 'x'.repeat(300), placeCode: '320000' },
      parking: { zone: null, space: null, plate: null, startsAt: SIGNED_AT, endsAt: SIGNED_AT },
      paidBy: [1, 2, 3, 8].map((form) => ({ form, amount: cents(147.5) })),
    },
  ],
  ['an E32 from Neiba', { issuer: { taxNumber: '131000002', name: 'Ana', address: 'Calle 1', placeCode: '030100' } }],
  ['an E31', CREDIT],
  ['an E31 of several rates', { ...CREDIT, lines: RATES }],
  ['an E31 in dollars', { ...CREDIT, exchange: DOLLARS }],
  ['an E34', NOTE],
  ['an E34 for a buyer, of several rates', { ...NOTE, buyer: BUYER, lines: RATES }],
  ['an E34 in dollars', { ...NOTE, exchange: DOLLARS, lines: RATES }],
  ['an E34 after 30 days', { ...NOTE, isLate: true, lines: RATES }],
  ['an E34 of all that was paid', { ...NOTE, modified: { ...NOTE.modified, amount: cents(590) } }],
];

const sign = (document: string) => signXml(document, key).xml;
const IDS = { issuer: '131000002', buyer: '132000005', encf: 'E310000000001' };
const APPROVAL = { ...IDS, issuedOn: SIGNED_AT, amount: cents(590), decidedAt: SIGNED_AT };
const SEED = '<SemillaModel><valor>abc=</valor><fecha>2026-10-06T09:15:30.1234567-04:00</fecha></SemillaModel>';

/** What it is, its schema, and the signed document. */
const DOCUMENTS: [string, string, string][] = [
  ...CONTENTS.map(([name, wanted]): [string, string, string] => {
    const content = createContent(wanted);
    return [name, `ecf${content.type}`, sign(buildEcf(content, SIGNED_AT))];
  }),
  ...CONTENTS.filter(([name]) => name.startsWith('an E32')).map(([name, wanted]): [string, string, string] => [
    `the summary of ${name}`,
    'rfce32',
    sign(buildSummary(createContent(wanted), SIGNED_AT, 'T6C+/T')),
  ]),
  ['voided numbers', 'anecf', sign(buildVoid({ issuer: IDS.issuer, type: '32', first: 5, last: 7 }, SIGNED_AT))],
  ...([null, 'specification', 'signature', 'duplicate', 'buyer'] as const).map(
    (rejection): [string, string, string] => [
      `an acknowledgement (${rejection ?? 'received'})`,
      'arecf',
      sign(buildAcknowledgement({ ...IDS, rejection }, SIGNED_AT)),
    ],
  ),
  ['an approval', 'acecf', sign(buildApproval({ ...APPROVAL, reason: null }))],
  ['a rejection', 'acecf', sign(buildApproval({ ...APPROVAL, reason: 'El monto no es el acordado' }))],
  ['a seed', 'semilla', signSeed(SEED, key)],
];

describe.skipIf(!hasTool('xmllint'))('with xmllint, which is installed here,', () => {
  test.each(DOCUMENTS)('%s is valid', (_name, schema, xml) => {
    expect(validate(schema, xml)).toBe('');
  });

  test.each<[string, (xml: string) => string]>([
    [
      'in another order',
      (xml) => xml.replace(/(<RNCEmisor>.*?<\/RNCEmisor>)(<RazonSocialEmisor>.*?<\/RazonSocialEmisor>)/, '$2$1'),
    ],
    ['with an empty element', (xml) => xml.replace(/(?<=<RazonSocialComprador>)[^<]*/, '')],
    ['with an amount in another form', (xml) => xml.replace('<MontoTotal>590.00', '<MontoTotal>1,590.00')],
    ['without its signature', (xml) => xml.replace(/<Signature .*<\/Signature>/, '')],
  ])('an E32 %s is not valid', (_name, change) => {
    expect(validate('ecf32', change(DOCUMENTS[0]?.[2] ?? ''))).not.toBe('');
  });
});

describe.skipIf(!hasTool('xmlsec1'))('with xmlsec1, which is installed here,', () => {
  test.each(DOCUMENTS)('the signature of %s is good', (_name, _schema, xml) => {
    expect(verify(xml)).toBe('');
  });

  test('that of a changed document is not', () => {
    expect(verify((DOCUMENTS[0]?.[2] ?? '').replace('<MontoTotal>590.00', '<MontoTotal>591.00'))).not.toBe('');
  });
});
