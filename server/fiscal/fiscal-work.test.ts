import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DgiiFault, type DgiiSimulator, startDgiiSimulator } from '../../simulators/dgii/start-dgii-simulator.ts';
import { as, type Cast, createCast, fillWallets } from '../../supabase/tests/as.ts';
import {
  bookPaidReservation,
  chargeDrivers,
  doDueWork,
  endReservation,
  refundReservation,
} from '../../supabase/tests/paid-reservations.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createDgii, type FiscalAuthority } from './dgii.ts';
import { workOnFiscalDocuments } from './fiscal-work.ts';

const log = pino({ level: 'silent' });
let database: TestDatabase;
let simulator: DgiiSimulator;
let cast: Cast;
let failures: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  const { sql } = database;
  simulator = await startDgiiSimulator({ sql, log });
  dgii = connect();
  await sql`update public.installation_settings set currency = 'DOP'`;
  await chargeDrivers(sql);
  await sql`update private.limits set upcoming_reservations = 1000, reservations_per_hour = 1000`;
  await sql`select private.open_fiscal('testecf', now() + interval '1 year')`;
  const { admin } = await createCast(sql);
  for (const type of ['31', '32', '34']) {
    await as(sql, admin)`
      insert into public.fiscal_ranges (type, first_number, last_number, expires_on)
      values (${type}, 1, 10000, '2199-12-31')`;
  }
});
afterAll(async () => {
  await simulator.close();
  await database.close();
});
beforeEach(async () => {
  cast = await createCast(database.sql);
  await fillWallets(database.sql);
  failures = [];
  await setFaults();
});

async function setFaults(...faults: DgiiFault[]) {
  const response = await fetch(`${simulator.url}/simulator/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ faults }),
  });
  expect(response.status).toBe(200);
}
const connect = (environment: 'testecf' | 'certecf' = 'testecf') =>
  createDgii({ environment, key: simulator.key, url: simulator.url, consumerUrl: simulator.url });
let dgii: FiscalAuthority;

/** One run of a server's job; what failed is in `failures`. */
const work = (authority: FiscalAuthority = dgii) =>
  workOnFiscalDocuments({
    ...{ sql: database.sql, key: simulator.key, authority, now: Date.now },
    report: (error) => failures.push(String(error)),
  });
/** Does what is due later as if it were due now, until nothing is left. */
async function finish(authority: FiscalAuthority = dgii) {
  do {
    await database.sql`update public.fiscal_documents set next_attempt_at = now() where state <> 'due'`;
  } while ((await work(authority)) > 0);
}
async function endPaidReservation() {
  const reservation = await bookPaidReservation(database.sql, cast.ana);
  await endReservation(database.sql, cast.ana, reservation);
  await doDueWork(database.sql);
  return reservation;
}
const wantDocument = () => as(database.sql, cast.ana)`
  insert into public.fiscal_buyers (user_id, tax_number, name) values (${cast.ana.id}, '132000005', 'Cliente & Hijos')`;
async function refund(reservation: string, amount: number) {
  await refundReservation(database.sql, cast.admin, reservation, amount);
  await doDueWork(database.sql);
}
type Row = { type: string; encf: string; state: string; answer: string | null; is_number_spent: boolean };
const list = (reservation: string) => database.sql<Row[]>`
  select d.type, d.encf, d.state, d.answer, d.is_number_spent from public.fiscal_documents d
  join public.receipts r on r.id = d.receipt_id where r.reservation_id = ${reservation} order by d.created_at, d.type`;
const countReceived = async () => {
  const [row] = await database.sql`select count(*)::int as count from parqueo_server.simulated_fiscal_documents`;
  return Number(row?.count);
};

test('a receipt is accepted at once by its summary, and its note after it, by its track', async () => {
  const reservation = await endPaidReservation();
  await refund(reservation, 590);
  await finish();
  expect(await list(reservation)).toMatchObject([
    { type: '32', state: 'accepted' },
    { type: '34', state: 'accepted' },
  ]);
  expect(failures).toEqual([]);
});

test('a driver’s tax number makes a whole document', async () => {
  await wantDocument();
  const reservation = await endPaidReservation();
  await finish();
  expect(await list(reservation)).toMatchObject([{ type: '31', state: 'accepted', answer: null }]);
  const [document] = await database.sql`select xml from public.fiscal_documents where user_id = ${cast.ana.id}`;
  expect(document?.xml).toContain('<FechaVencimientoSecuencia>31-12-2199<');
});

test('a remark of DGII is kept with the document', async () => {
  await setFaults('conditional');
  const reservation = await endPaidReservation();
  await finish();
  expect(await list(reservation)).toMatchObject([{ state: 'conditional', answer: '2001 El monto no cuadra' }]);
});

test.each([
  ['reject-signature', false],
  ['reject-content', true],
] as const)('after the fault %s the document is rejected, and the number is spent: %s', async (fault, isSpent) => {
  await setFaults(fault);
  const reservation = await endPaidReservation();
  await finish();
  expect(await list(reservation)).toMatchObject([{ state: 'rejected', is_number_spent: isSpent }]);
  await setFaults();
  const [document] = await database.sql`
    select d.id from public.fiscal_documents d where d.state = 'rejected' order by d.finished_at desc limit 1`;
  await as(database.sql, cast.admin)`select public.reissue_fiscal_document(${String(document?.id)})`;
  await finish();
  expect((await list(reservation)).map(({ state }) => state)).toEqual(['rejected', 'accepted']);
});

test('while DGII is down documents are signed and wait; they are sent when it is back', async () => {
  await setFaults('host-down');
  const reservation = await endPaidReservation();
  await work();
  expect(await list(reservation)).toMatchObject([{ state: 'signed', answer: 'DGII did not answer' }]);
  expect(failures).toEqual(['AuthorityError: DGII did not answer']);
  await setFaults();
  await finish();
  expect(await list(reservation)).toMatchObject([{ state: 'accepted' }]);
});

test.each([
  ['testecf', 'a summary'],
  ['testecf', 'a whole document'],
  ['certecf', 'a summary'],
  ['certecf', 'a whole document'],
] as const)('in %s %s whose answer was lost is there once', async (environment, kind) => {
  if (kind === 'a whole document') await wantDocument();
  await setFaults('dropped-response');
  const [reservation, before] = [await endPaidReservation(), await countReceived()];
  const authority = connect(environment);
  await work(authority);
  expect(await list(reservation)).toMatchObject([{ state: 'signed' }]);
  await setFaults();
  await finish(authority);
  expect(await list(reservation)).toMatchObject([{ state: 'accepted' }]);
  expect(await countReceived()).toBe(before + 1);
});

test('a session that DGII has forgotten is opened again', async () => {
  await endPaidReservation();
  await finish();
  await setFaults('token-expired');
  const reservation = await endPaidReservation();
  await finish();
  expect(await list(reservation)).toMatchObject([{ state: 'accepted' }]);
  expect(failures).toEqual([]);
});

test('numbers that are voided are told to DGII', async () => {
  const { sql } = database;
  const [added] = await as(sql, cast.admin)`
    insert into public.fiscal_ranges (type, first_number, last_number, expires_on)
    values ('31', 20001, 20010, '2199-12-31') returning id`;
  await as(sql, cast.admin)`select public.void_fiscal_numbers(${String(added?.id)})`;
  await work();
  expect(await sql`select state, first_number, last_number from public.fiscal_voids`).toMatchObject([
    { state: 'accepted', first_number: '20001', last_number: '20010' },
  ]);
});

/** Sends as the others do, and is gone before it hears of the answer, as a server that is killed. */
const createKilled = (after: number): FiscalAuthority => {
  let count = 0;
  return {
    ...dgii,
    async submit(issuer, document) {
      const verdict = await dgii.submit(issuer, document);
      count += 1;
      if (count > after) await new Promise(() => undefined);
      return verdict;
    },
  };
};

test('a storm of reservations and refunds through two servers, one of which is killed, is told to DGII once each', async () => {
  const { sql } = database;
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
  for (const reservation of refunded) await refundReservation(sql, cast.admin, reservation, 295);
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
