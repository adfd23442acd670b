import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DgiiFault, type DgiiSimulator, startDgiiSimulator } from '../../simulators/start-dgii-simulator.ts';
import { as, type Cast, fillWallets } from '../../supabase/tests/as.ts';
import { refundReservation } from '../../supabase/tests/money-world.ts';
import { bookPaidReservation, doDueWork, endReservation } from '../../supabase/tests/paid-reservations.ts';
import { type FiscalBooks, openFiscalBooks, setFaults as setFaultsOf } from '../testing/fiscal-books.ts';
import { callService, type FiscalAuthority, toForm } from './authority.ts';
import { createDgii, logInToDgii } from './dgii.ts';
import { readSigned } from './read-signed.ts';
import { signXml } from './sign-xml.ts';

let books: FiscalBooks;
let simulator: DgiiSimulator;
let dgii: FiscalAuthority;
let cast: Cast;

beforeAll(async () => {
  books = await openFiscalBooks();
  simulator = await startDgiiSimulator({ sql: books.sql, readSigned, log: pino({ level: 'silent' }) });
  dgii = connect();
});
afterAll(async () => {
  await simulator.close();
  await books.close();
});
beforeEach(async () => {
  cast = await books.start();
  await setFaults();
});

const setFaults = (...faults: DgiiFault[]) => setFaultsOf(simulator.url, faults);
const connect = (environment: 'testecf' | 'certecf' = 'testecf') =>
  createDgii({ environment, key: simulator.key, url: simulator.url, consumerUrl: simulator.url });
const work = (authority = dgii) => books.work(authority);
const finish = (authority = dgii) => books.finish(authority);
const countReceived = async () => {
  const [row] = await books.sql`select count(*)::int as count from parqueo_server.simulated_fiscal_documents`;
  return Number(row?.count);
};

test('a receipt is accepted at once by its summary, and its note after it, by its track', async () => {
  const reservation = await books.endPaidReservation();
  await books.refund(reservation, 590);
  await finish();
  expect(await books.list(reservation)).toMatchObject([
    { type: '32', state: 'accepted' },
    { type: '34', state: 'accepted' },
  ]);
  expect(books.failures).toEqual([]);
});

test('a driver’s tax number makes a whole document', async () => {
  await books.wantDocument();
  const reservation = await books.endPaidReservation();
  await finish();
  expect(await books.list(reservation)).toMatchObject([{ type: '31', state: 'accepted', response: null }]);
  const [document] = await books.sql`select xml from public.fiscal_documents where user_id = ${cast.ana.id}`;
  expect(document?.xml).toContain('<FechaVencimientoSecuencia>31-12-2199<');
});

test('a stay at two rates, and notes at each of them, are what DGII adds up', async () => {
  const { sql } = books;
  await sql`update public.installation_settings set tax_rate = 0`;
  const reservation = await bookPaidReservation(sql, cast.ana);
  await sql`update public.installation_settings set tax_rate = 18`;
  await as(sql, cast.ana)`
    select public.extend_reservation(id, 1, end_time, 1000) from public.reservations where id = ${reservation}`;
  await endReservation(sql, cast.ana, reservation);
  await doDueWork(sql);
  await books.refund(reservation, 600.01);
  await finish();
  expect(await books.list(reservation)).toMatchObject([
    { type: '32', state: 'accepted' },
    { type: '34', state: 'accepted', response: null },
  ]);
});

test('a remark of DGII is kept with the document', async () => {
  await setFaults('conditional');
  const reservation = await books.endPaidReservation();
  await finish();
  expect(await books.list(reservation)).toMatchObject([{ state: 'conditional', response: '2001 El monto no cuadra' }]);
});

test.each([
  ['reject-signature', false],
  ['reject-content', true],
] as const)('after the fault %s the document is rejected, and the number is spent: %s', async (fault, isSpent) => {
  await setFaults(fault);
  const reservation = await books.endPaidReservation();
  await finish();
  expect(await books.list(reservation)).toMatchObject([{ state: 'rejected', is_number_spent: isSpent }]);
  await setFaults();
  await books.reissueRejected();
  await finish();
  expect((await books.list(reservation)).map(({ state }) => state)).toEqual(['rejected', 'accepted']);
});

test('while DGII is down documents are signed and wait; they are sent when it is back', async () => {
  await setFaults('host-down');
  const reservation = await books.endPaidReservation();
  await work();
  expect(await books.list(reservation)).toMatchObject([{ state: 'signed', response: 'DGII did not respond' }]);
  expect(books.failures).toEqual(['AuthorityError: DGII did not respond']);
  await setFaults();
  await finish();
  expect(await books.list(reservation)).toMatchObject([{ state: 'accepted' }]);
});

test.each([
  ['testecf', 'a summary'],
  ['testecf', 'a whole document'],
  ['certecf', 'a summary'],
  ['certecf', 'a whole document'],
] as const)('in %s %s whose response was lost is there once', async (environment, kind) => {
  if (kind === 'a whole document') await books.wantDocument();
  await setFaults('dropped-response');
  const reservation = await books.endPaidReservation();
  const before = await countReceived();
  const authority = connect(environment);
  await work(authority);
  expect(await books.list(reservation)).toMatchObject([{ state: 'signed' }]);
  await setFaults();
  await finish(authority);
  expect(await books.list(reservation)).toMatchObject([{ state: 'accepted' }]);
  expect(await countReceived()).toBe(before + 1);
});

test('a session that DGII has forgotten is opened again', async () => {
  await books.endPaidReservation();
  await finish();
  await setFaults('token-expired');
  const reservation = await books.endPaidReservation();
  await finish();
  expect(await books.list(reservation)).toMatchObject([{ state: 'accepted' }]);
  expect(books.failures).toEqual([]);
});

test('numbers that are voided are told to DGII', async () => {
  const { sql } = books;
  const [added] = await as(sql, cast.admin)`
    insert into public.fiscal_ranges (type, first_number, last_number, expires_on)
    values ('31', 20001, 20010, '2199-12-31') returning id`;
  await as(sql, cast.admin)`select public.void_fiscal_numbers(${String(added?.id)})`;
  await work();
  expect(await sql`select state, first_number, last_number from public.fiscal_voids`).toMatchObject([
    { state: 'accepted', first_number: '20001', last_number: '20010' },
  ]);
});

/** Sends as the others do, and is gone before it hears of the response, as a server that is killed. */
const createKilled = (after: number): FiscalAuthority => {
  let count = 0;
  return {
    ...dgii,
    async submit(document, isRepeated) {
      const verdict = await dgii.submit(document, isRepeated);
      count += 1;
      if (count > after) await new Promise(() => undefined);
      return verdict;
    },
  };
};

test('a storm of reservations and refunds through two servers, one of which is killed, is told to DGII once each', async () => {
  const { sql } = books;
  const storm = Number(process.env.FISCAL_STORM ?? 60);
  const before = await countReceived();
  const reservations: string[] = [];
  for (let count = 0; count < storm; count += 1) {
    reservations.push(await bookPaidReservation(sql, cast.ana));
    await endReservation(sql, cast.ana, reservations.at(-1) ?? '');
    if (count % 10 === 9) await fillWallets(sql);
  }
  await doDueWork(sql);
  void work(createKilled(storm / 4));
  await work();
  const refunded = reservations.filter((_, index) => index % 2 === 0);
  for (const reservation of refunded) await refundReservation(sql, cast.admin, { id: reservation }, { amount: 295 });
  await doDueWork(sql);
  void work(createKilled(storm / 8));
  await work();
  await finish();
  const [ours] = await sql`
    select count(*)::int as documents, count(distinct encf)::int as numbers,
      sum(case type when '34' then -tax else tax end)::text as tax
    from public.fiscal_documents where state in ('accepted', 'conditional')`;
  const [theirs] = await sql`
    select count(*)::int as documents, sum(case when encf like 'E34%' then -tax else tax end)::text as tax
    from parqueo_server.simulated_fiscal_documents where verdict <> 2`;
  const [ledger] = await sql`
    select sum(e.amount)::text as tax from public.ledger_entries e
    join public.ledger_accounts a on a.id = e.account_id where a.kind = 'tax'`;
  expect((await countReceived()) - before).toBe(storm + refunded.length);
  expect(ours).toMatchObject({ documents: theirs?.documents, numbers: theirs?.documents, tax: theirs?.tax });
  expect(ours?.tax).toBe(ledger?.tax);
  const [open] = await sql`
    select count(*)::int as count from public.fiscal_documents where state in ('due', 'numbered', 'signed', 'sent')`;
  expect(open?.count).toBe(0);
});

test('a document of others is confirmed when DGII has it with its amount, buyer and signature', async () => {
  const { sql } = books;
  const encf = 'E310000099999';
  const vector = readFileSync(join(import.meta.dirname, 'vectors/e31.xml'), 'utf8');
  const content = vector.replace(/^<\?.*?\?>|<Signature .*<\/Signature>/gs, '').replace('E310000000001', encf);
  const { xml, securityCode } = signXml(content, simulator.key);
  const { token } = await logInToDgii({ environment: 'testecf', ...simulator });
  await callService('DGII', `${simulator.url}/testecf/recepcion/api/facturaselectronicas`, {
    method: 'POST',
    body: toForm(xml, `131000002${encf}.xml`),
    headers: { authorization: `bearer ${token}` },
  });
  for (const [signer, amount, number, code] of [
    ['As it is', 590, encf, securityCode],
    ['Other amount', 591, encf, securityCode],
    ['Other signature', 590, encf, 'AbC+/1'],
    ['Other number', 590, 'E310000099998', securityCode],
  ] as const) {
    await sql`
      insert into public.fiscal_received (kind, environment, issuer, encf, buyer, issued_on, amount, signer, security_code, xml)
      values ('document', 'testecf', '131000002', ${number}, '132000005', '2026-10-06', ${amount}, ${signer}, ${code}, '<ECF></ECF>')`;
  }
  const list = async () =>
    Object.fromEntries(
      (await sql`select signer, state from public.fiscal_received order by signer`).map((row) => [
        row.signer,
        row.state,
      ]),
    );
  await setFaults('host-down');
  await work();
  expect(new Set(Object.values(await list()))).toEqual(new Set(['unconfirmed']));
  await setFaults();
  await sql`update public.fiscal_received set next_attempt_at = now()`;
  await work();
  expect(await list()).toEqual({
    'As it is': 'confirmed',
    'Other amount': 'unknown',
    'Other number': 'unknown',
    'Other signature': 'unknown',
  });
  await sql`delete from public.fiscal_received`;
});

test('the issuer of a document and then DGII are told what the operator says of it, each once', async () => {
  const { sql } = books;
  const received = await sql<{ id: string }[]>`
    insert into public.fiscal_received
      (kind, environment, issuer, encf, buyer, issued_on, amount, signer, security_code, xml, state, confirmed_at)
    select 'document', 'testecf', '131000002', 'E31000000000' || n, '132000005', '2026-10-06', 590, 'Ana', 'AbC+/1',
      '<ECF></ECF>', 'confirmed', now()
    from generate_series(1, 3) n returning id`;
  const reasons = [null, 'El monto no es el acordado', null];
  for (const [index, { id }] of received.entries()) {
    await as(sql, cast.admin)`
      insert into public.fiscal_approvals (received_id, reason) values (${id}, ${reasons[index] ?? null})`;
  }
  const list = () => sql`
    select a.state, is_issuer_told, response from public.fiscal_approvals a
    join public.fiscal_received r on r.id = a.received_id order by r.encf`;
  await setFaults('dropped-response');
  await work();
  expect(await list()).toMatchObject(received.map(() => ({ state: 'due', is_issuer_told: false })));
  // An address of the directory that is not on the Internet is not called.
  await setFaults('inner-address');
  await sql`update public.fiscal_approvals set next_attempt_at = now()`;
  await work();
  const response = 'DGII’s directory has no public https address of the issuer';
  expect(await list()).toMatchObject(received.map(() => ({ state: 'due', is_issuer_told: false, response })));
  await setFaults('reject-content');
  await sql`update public.fiscal_approvals set next_attempt_at = now() where reason is not null`;
  await work();
  await setFaults();
  await sql`update public.fiscal_approvals set next_attempt_at = now()`;
  await work();
  expect(await list()).toMatchObject([
    { state: 'sent', response: 'Aprobación comercial recibida' },
    { state: 'failed', is_issuer_told: true, response: 'La aprobación no es válida' },
    { state: 'sent' },
  ]);
});
