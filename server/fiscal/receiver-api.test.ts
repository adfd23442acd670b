import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { toCents } from '../../domain/money/cents.ts';
import { createAuthority } from '../../simulators/certificates.ts';
import type { AppEnv } from '../../supabase-server/caller.ts';
import { clientAddress } from '../../supabase-server/client-address.ts';
import { type FiscalBooks, openFiscalBooks } from '../testing/fiscal-books.ts';
import { mutate } from '../testing/mutate-xml.ts';
import { buildApproval } from './fiscal-messages.ts';
import { readSigned } from './read-signed.ts';
import { createReceiverApi } from './receiver-api.ts';
import { type FiscalKey, signXml } from './sign-xml.ts';

let books: FiscalBooks;
/** Keys of the operator, of another taxpayer, and of somebody whom no listed authority knows. */
let [ours, theirs, strangers]: [FiscalKey?, FiscalKey?, FiscalKey?] = [];
let authorities: string;
let app: Hono<AppEnv>;
let now = Date.now();

function open(options: { authorities?: string | null; rateLimit?: boolean } = {}): Hono<AppEnv> {
  const opened = new Hono<AppEnv>();
  opened.use(clientAddress({}));
  const receiver = {
    key: must(ours),
    authorities: options.authorities === undefined ? authorities : options.authorities,
  };
  const { rateLimit = false } = options;
  opened.route('/', createReceiverApi({ sql: books.sql, receiver, secret: 's'.repeat(32), rateLimit, now: () => now }));
  opened.onError((_error, c) => c.json({}, 500));
  return opened;
}

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('Not opened');
  return value;
}

beforeAll(async () => {
  books = await openFiscalBooks();
  const listed = await createAuthority('Listed');
  authorities = listed.pem;
  ours = await listed.issue('The operator');
  theirs = await listed.issue('ANA PÉREZ');
  strangers = await (await createAuthority('Listed')).issue('ANA PÉREZ');
  app = open();
});
afterAll(() => books.close());
beforeEach(async () => {
  await books.start();
  // The buyer of the vector.
  await books.sql`update public.installation_settings set tax_number = '1-32-00000-5'`;
  await books.sql`delete from public.fiscal_received`;
});

const readVector = (name: string) =>
  readFileSync(join(import.meta.dirname, `vectors/${name}.xml`), 'utf8').replace(
    /^<\?.*?\?>|<Signature .*<\/Signature>/gs,
    '',
  );
const CONTENT = readVector('e31');
const sign = (content: string, key = theirs) => signXml(content, must(key)).xml;
const toForm = (xml: string) => {
  const body = new FormData();
  body.append('xml', new Blob([xml], { type: 'text/xml' }), 'document.xml');
  return body;
};
const send = (path: string, xml: string, { token = '', to = app } = {}) =>
  to.request(`/fe/${path}`, { method: 'POST', body: toForm(xml), headers: { authorization: `bearer ${token}` } });
const validate = (xml: string, to = app) => send('autenticacion/api/validacioncertificado', xml, { to });

async function readSeed(): Promise<string> {
  const response = await app.request('/fe/autenticacion/api/semilla');
  return (await response.text()).replace(/^<\?xml[^>]*>/, '');
}
async function logIn(): Promise<string> {
  const response = await validate(sign(await readSeed()));
  expect(response.status).toBe(200);
  return String(((await response.json()) as { token: string }).token);
}
const receive = async (xml: string) => {
  const response = await send('recepcion/api/ecf', xml, { token: await logIn() });
  const acknowledgement = readSigned(await response.text());
  const read = (name: string) => acknowledgement?.values.get(name);
  return { status: response.status, read, said: [read('Estado'), read('CodigoMotivoNoRecibido')] };
};
const listReceived = () => books.sql`
  select kind, xml, issuer_name, issued_on::text, amount, signer from public.fiscal_received`;

test('a document for this taxpayer is received once, kept as it came, and acknowledged with a signature', async () => {
  const document = sign(CONTENT);
  const first = await receive(document);
  expect(first.status).toBe(200);
  expect([first.read('Estado'), first.read('eNCF'), first.read('RNCComprador')]).toEqual([
    '0',
    'E310000000001',
    '132000005',
  ]);
  expect((await receive(document)).said).toEqual(['1', '3']);
  expect(await listReceived()).toEqual([
    {
      kind: 'document',
      xml: document,
      issuer_name: 'PARQUEOS DE PRUEBA SRL',
      issued_on: '2026-10-06',
      amount: '590.00',
      signer: 'ANA PÉREZ, IDCDO-00112345673',
    },
  ]);
});

test.each([
  ['for somebody else', () => sign(readVector('e32')), '4'],
  ['that is another kind of text', () => sign('<OTHER><eNCF>E310000000002</eNCF></OTHER>'), '1'],
  ['that was changed', () => sign(CONTENT).replace('590.00', '1.00'), '2'],
  ['of a signer whom no listed authority knows', () => sign(CONTENT, strangers), '2'],
  ['without a signature', () => CONTENT, '2'],
])('a document %s is not received, the response says why, and the genuine one is', async (_what, getXml, reason) => {
  expect((await receive(getXml())).said).toEqual(['1', reason]);
  expect(await listReceived()).toEqual([]);
  expect((await receive(sign(CONTENT))).said).toEqual(['0', undefined]);
});

test('a long name is kept shortened, also where its end is half a character', async () => {
  expect((await receive(sign(CONTENT.replace('PARQUEOS DE PRUEBA SRL', `${'x'.repeat(149)}😀`)))).said[0]).toBe('0');
  expect((await listReceived())[0]?.issuer_name).toBe(`${'x'.repeat(149)}\ufffd`);
});

test('of very many documents of one network at once some are rejected, with a time to try again', async () => {
  const token = await logIn();
  const document = sign(CONTENT);
  const responses = await Promise.all(Array.from({ length: 30 }, () => send('recepcion/api/ecf', document, { token })));
  const busy = responses.filter(({ status }) => status === 429);
  expect(busy.length).toBeGreaterThan(0);
  expect(busy.every(({ headers }) => headers.get('retry-after') === '5')).toBe(true);
  expect(responses.filter(({ status }) => status === 200).length).toBe(30 - busy.length);
  expect(await listReceived()).toHaveLength(1);
});

test('what cannot be read gets no acknowledgement', async () => {
  const token = await logIn();
  for (const type of ['multipart/form-data', 'multipart/form-data; boundary=a', 'text/xml', '']) {
    const headers = { authorization: `bearer ${token}`, 'content-type': type };
    const response = await app.request('/fe/recepcion/api/ecf', { method: 'POST', body: '--a\r\nx', headers });
    expect([type, response.status]).toEqual([type, 400]);
  }
  for (const xml of ['', 'x', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', '<a'.repeat(30_000)]) {
    expect((await send('recepcion/api/ecf', xml, { token: await logIn() })).status).toBe(400);
  }
});

test('documents that were changed are received with what was signed, or not at all', async () => {
  const token = await logIn();
  for (const xml of mutate(sign(CONTENT), 60)) {
    const { status } = await send('recepcion/api/ecf', xml, { token });
    expect([xml, [200, 400].includes(status)]).toEqual([xml, true]);
  }
  for (const { amount, issuer_name, issued_on } of await listReceived()) {
    expect([amount, issuer_name, issued_on]).toEqual(['590.00', 'PARQUEOS DE PRUEBA SRL', '2026-10-06']);
  }
});

test.each([
  ['FechaEmision', '06-10-2026', ['00-00-0000', '01-01-0000', '31-02-2026', '29-02-2027', '31-12-9999', '١١-١٠-2026']],
  ['MontoTotal', '590.00', ['-1', '1e9', '0x1', '590.001', '999999999999999', '५', 'NaN', '']],
  ['RNCEmisor', '131000002', ['0', '13100000２', '131000002 ', '13-100000', '']],
  ['eNCF', 'E310000000001', ['e310000000001', 'E990000000001', 'E31000000000１', 'B0100000001', '']],
  ['RazonSocialEmisor', 'PARQUEOS DE PRUEBA SRL', ['\u202e'.repeat(9000), 'x'.repeat(50_000), '&#xD;&#xA;', '']],
])('whatever a trusted signer writes as %s never fails the server', async (name, value, others) => {
  const token = await logIn();
  for (const other of others) {
    const xml = sign(CONTENT.replace(`<${name}>${value}</${name}>`, `<${name}>${other}</${name}>`));
    expect([other, [200, 400].includes((await send('recepcion/api/ecf', xml, { token })).status)]).toEqual([
      other,
      true,
    ]);
  }
});

test('an approval of an own document that was issued is kept, and any other is rejected', async () => {
  await books.wantDocument();
  await books.endPaidReservation();
  const [issued] = await books.sql<{ id: string; encf: string }[]>`
    select id, encf from private.claim_fiscal_documents(1)`;
  await books.sql`select private.keep_fiscal_signature(${issued?.id ?? ''}, '<ECF></ECF>', null, 'AbC+/1', now())`;
  const genuine = { issuer: '132000005', encf: issued?.encf ?? '', amount: toCents(590_00), buyer: '132000005' };
  const decision = { issuedOn: new Date(now), reason: null, decidedAt: new Date(now) };
  const token = await logIn();
  const approve = async (changes: Partial<typeof genuine>, key = theirs) => {
    const xml = sign(buildApproval({ ...decision, ...genuine, ...changes }), key);
    return (await send('aprobacioncomercial/api/ecf', xml, { token })).status;
  };
  expect(await approve({ issuer: '131000002' })).toBe(400);
  expect(await approve({ encf: 'E310000009999' })).toBe(400);
  expect(await approve({ amount: toCents(589_00) })).toBe(400);
  expect(await approve({}, strangers)).toBe(400);
  expect(await listReceived()).toEqual([]);
  expect(await approve({})).toBe(200);
  expect(await listReceived()).toMatchObject([{ kind: 'approval' }]);
});

test('nobody gets in without a session, with an old or a foreign seed, or with one that a stranger signed', async () => {
  const document = sign(CONTENT);
  const receiveWith = async (token: string) => (await send('recepcion/api/ecf', document, { token })).status;
  expect(await receiveWith('')).toBe(401);
  expect(await receiveWith('token.9999999999999.ab.cd')).toBe(401);
  const seed = await readSeed();
  expect(await receiveWith(/<valor>(.+)<\/valor>/.exec(seed)?.[1] ?? '')).toBe(401);
  expect((await validate(seed)).status).toBe(400);
  expect((await validate(sign(seed.replace(/(?<=<valor>)./, 'x')))).status).toBe(400);
  expect((await validate(sign(seed, strangers))).status).toBe(400);
  now += 301_000;
  expect((await validate(sign(seed))).status).toBe(400);
  const token = await logIn();
  now += 3_601_000;
  expect(await receiveWith(token)).toBe(401);
});

test('without listed authorities nobody gets in', async () => {
  expect((await validate(sign(await readSeed()), open({ authorities: null }))).status).toBe(400);
});

test('without a session a document is rejected before any of it is read', async () => {
  let reads = 0;
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    reads += 1;
    controller.enqueue(new Uint8Array(1024));
  };
  const body = new ReadableStream({ pull }, { highWaterMark: 0 });
  const response = await app.request('/fe/recepcion/api/ecf', { method: 'POST', body, duplex: 'half' } as RequestInit);
  expect([response.status, reads]).toEqual([401, 0]);
});

test('a network sends 30 requests in 5 minutes', async () => {
  const limited = open({ rateLimit: true });
  const statuses: number[] = [];
  for (let count = 0; count < 31; count += 1) {
    statuses.push((await limited.request('/fe/autenticacion/api/semilla')).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
});
