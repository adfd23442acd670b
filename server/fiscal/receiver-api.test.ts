import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toCents } from '../../domain/money/cents.ts';
import { createSigningCertificate } from '../../simulators/payments/paypal/webhooks.ts';
import type { AppEnv } from '../../supabase-server/caller.ts';
import { clientAddress } from '../../supabase-server/client-address.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { buildApproval } from './fiscal-messages.ts';
import { readSigned } from './read-signed.ts';
import { createReceiverApi } from './receiver-api.ts';
import { type FiscalKey, signXml } from './sign-xml.ts';

let database: TestDatabase;
let key: FiscalKey;
let app: Hono<AppEnv>;
let now = Date.parse('2026-10-06T13:00:00Z');

beforeAll(async () => {
  database = await createTestDatabase();
  // The buyer of the vector.
  await database.sql`update public.installation_settings set tax_number = '1-32-00000-5'`;
  const { pem, privateKey } = await createSigningCertificate(new Date());
  key = { certificate: new X509Certificate(pem), privateKey };
  app = new Hono<AppEnv>();
  app.use(clientAddress({}));
  const options = { sql: database.sql, key, secret: 's'.repeat(32), rateLimit: true, now: () => now };
  app.route('/', createReceiverApi(options));
});
afterAll(() => database.close());

const DOCUMENT = readFileSync(join(import.meta.dirname, 'vectors/e31.xml'), 'utf8');
const toForm = (xml: string) => {
  const body = new FormData();
  body.append('xml', new Blob([xml], { type: 'text/xml' }), 'document.xml');
  return body;
};
const send = (path: string, xml: string, token = '') =>
  app.request(`/fe/${path}`, { method: 'POST', body: toForm(xml), headers: { authorization: `bearer ${token}` } });

async function readSeed(): Promise<string> {
  const response = await app.request('/fe/autenticacion/api/semilla');
  return (await response.text()).replace(/^<\?xml[^>]*>/, '');
}
async function logIn(): Promise<string> {
  const response = await send('autenticacion/api/validacioncertificado', signXml(await readSeed(), key).xml);
  expect(response.status).toBe(200);
  return String(((await response.json()) as { token: string }).token);
}
const receive = async (xml: string) => {
  const response = await send('recepcion/api/ecf', xml, await logIn());
  const acknowledgement = readSigned(await response.text());
  return { status: response.status, read: (name: string) => acknowledgement?.read(name) };
};

test('a document for this taxpayer is received once, kept as it came, and acknowledged with a signature', async () => {
  const first = await receive(DOCUMENT);
  expect(first.status).toBe(200);
  expect([first.read('Estado'), first.read('eNCF'), first.read('RNCComprador')]).toEqual([
    '0',
    'E310000000001',
    '132000005',
  ]);
  const again = await receive(DOCUMENT);
  expect([again.read('Estado'), again.read('CodigoMotivoNoRecibido')]).toEqual(['1', '3']);
  expect(
    await database.sql`select kind, xml, issuer_name, issued_on::text, amount from public.fiscal_received`,
  ).toEqual([
    {
      ...{ kind: 'document', xml: DOCUMENT, issuer_name: 'PARQUEOS DE PRUEBA SRL' },
      ...{ issued_on: '2026-10-06', amount: '590.00' },
    },
  ]);
});

test.each([
  ['for somebody else', () => readFileSync(join(import.meta.dirname, 'vectors/e32.xml'), 'utf8'), '4'],
  ['that is another kind of text', () => signXml('<OTHER><eNCF>E310000000002</eNCF></OTHER>', key).xml, '1'],
])('a document %s is not received, and the response says why', async (_what, getXml, reason) => {
  const response = await receive(getXml());
  expect([response.read('Estado'), response.read('CodigoMotivoNoRecibido')]).toEqual(['1', reason]);
});

test('what a buyer says of our document is kept, and of somebody else’s it is not', async () => {
  const approve = (issuer: string) =>
    signXml(
      buildApproval({
        ...{ issuer, encf: 'E310000000009', issuedOn: new Date(now), amount: toCents(590_00), buyer: '131000002' },
        ...{ reason: null, decidedAt: new Date(now) },
      }),
      key,
    ).xml;
  const path = 'aprobacioncomercial/api/ecf';
  expect((await send(path, approve('132000005'), await logIn())).status).toBe(200);
  expect((await send(path, approve('131000002'), await logIn())).status).toBe(400);
  expect(await database.sql`select encf from public.fiscal_received where kind = 'approval'`).toHaveLength(1);
});

test('nobody gets in without a session, with an old or a foreign seed, or with a document that was changed', async () => {
  expect((await send('recepcion/api/ecf', DOCUMENT)).status).toBe(401);
  expect((await send('recepcion/api/ecf', DOCUMENT, 'token.9999999999999.ab.cd')).status).toBe(401);
  const seed = await readSeed();
  const asToken = /<valor>(.+)<\/valor>/.exec(seed)?.[1] ?? '';
  expect((await send('recepcion/api/ecf', DOCUMENT, asToken)).status).toBe(401);
  const validate = (xml: string) => send('autenticacion/api/validacioncertificado', xml);
  expect((await validate(seed)).status).toBe(400);
  expect((await validate(signXml(seed.replace(/(?<=<valor>)./, 'x'), key).xml)).status).toBe(400);
  now += 301_000;
  expect((await validate(signXml(seed, key).xml)).status).toBe(400);
  const token = await logIn();
  expect((await send('recepcion/api/ecf', DOCUMENT.replace('590.00', '1.00'), token)).status).toBe(400);
  expect((await send('recepcion/api/ecf', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', token)).status).toBe(400);
  now += 3_601_000;
  expect((await send('recepcion/api/ecf', DOCUMENT, token)).status).toBe(401);
});

test.each([
  ['nested too deep', '<a>'.repeat(10_000) + '</a>'.repeat(10_000)],
  ['with too many namespaces', Array.from({ length: 2000 }, (_, index) => `<a xmlns:n${index}="u">`).join('')],
])('a text that is %s is rejected before it is read', async (_what, text) => {
  const started = performance.now();
  expect(readSigned(text)).toBeNull();
  expect(performance.now() - started).toBeLessThan(200);
});

test('a document of more than 64 kilobytes is not read', async () => {
  expect((await send('recepcion/api/ecf', 'x'.repeat(70_000), await logIn())).status).toBe(413);
});
