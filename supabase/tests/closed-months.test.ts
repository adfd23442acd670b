import { expect, test } from 'vitest';
import { as, type Cast, createCast, fillWallets } from './as.ts';
import { moveReservation, refundReservation } from './money-world.ts';
import { bookPaidReservation, chargeDrivers, doDueWork, endReservation, payByCard } from './paid-reservations.ts';
import { openDatabase } from './world.ts';

const sql = await openDatabase();
await sql`update public.installation_settings set currency = 'DOP'`;
await chargeDrivers(sql);
const cast: Cast = await createCast(sql);
await fillWallets(sql);
await dateAt('2024-01-02T12:00:00Z');

/** Lets all that happened since the last call have happened then. */
async function dateAt(moment: string) {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    for (const [table, column] of [
      ['ledger_transactions', 'created_at'],
      ['payments', 'captured_at'],
      ['receipts', 'issued_at'],
      ['fiscal_documents', 'signed_at'],
      ['fiscal_documents', 'finished_at'],
    ] as const) {
      await tx`update ${tx(`public.${table}`)} set ${tx(column)} = ${moment} where ${tx(column)} > '2025-01-01'`;
    }
  });
}

type Document = { id: string };
const claim = () => sql<Document[]>`select id from private.claim_fiscal_documents(100)`;
const sign = (id: string) => sql`select private.keep_fiscal_signature(${id}, '<ECF></ECF>', null, 'AbC+/1', now())`;
async function decide(outcome?: 'accepted' | 'rejected') {
  for (const { id } of await claim()) {
    await sign(id);
    if (outcome !== undefined) await sql`select private.report_fiscal_document(${id}, ${outcome})`;
  }
}
/** A reservation of 590 pesos, 90 of them ITBIS, that is over and has a receipt. */
async function endPaid(method: 'wallet' | 'card' = 'wallet') {
  const reservation = await bookPaidReservation(sql, cast.ana, { method });
  if (method === 'card') await payByCard(sql, cast.ana, reservation);
  await end(reservation);
  return reservation;
}
async function end(reservation: string) {
  await endReservation(sql, cast.ana, reservation);
  await doDueWork(sql);
}

const readBridge = async (month: string, actor = cast.admin) => {
  const rows = await as(sql, actor)<{ line: string; entries: string; amount: string; tax: string }[]>`
    select * from public.accounting_bridge(${month}::text::date)`;
  return Object.fromEntries(
    rows.flatMap(({ line, entries, amount, tax }) =>
      Number(entries) === 0 && line !== 'unexplained' ? [] : [[line, [Number(entries), Number(amount), Number(tax)]]],
    ),
  );
};
const readLines = (month: string) =>
  as(sql, cast.admin)<{ line: string; reference: string; of_month: string | null; amount: string }[]>`
    select line, reference, of_month::text, amount from public.accounting_bridge_lines(${month}::text::date)`;
const close = (month: string, reason: string | null = null) =>
  as(sql, cast.admin)`select public.close_month(${month}::text::date, ${reason})`;
const readOpen = async (month: string) => {
  const rows = await as(sql, cast.admin)<{ kind: string; entries: string | null }[]>`
    select kind, entries from public.accounting_open(${month}::text::date)`;
  return rows.map(({ kind }) => kind);
};
const readNumbers = async (month: string) => {
  const rows = await as(sql, cast.admin)<{ number: string | null }[]>`
    select number from public.accounting_journal(${month}::text::date) order by number`;
  return rows.map(({ number }) => (number === null ? null : Number(number)));
};
const WHY = 'The bank pays in February';

test('the bridge leads from the ledger to the accepted documents over a month’s end, to the cent', async () => {
  const early = await endPaid();
  await sql`select private.open_fiscal('testecf')`;
  for (const type of ['31', '32', '34']) {
    await as(sql, cast.admin)`
      insert into public.fiscal_ranges (type, first_number, last_number, expires_on)
      values (${type}, 1, 1000, '2199-12-31')`;
  }
  const prepaid = await bookPaidReservation(sql, cast.ana, { from: 24 });
  const accepted = await endPaid('card');
  await decide('accepted');
  await refundReservation(sql, cast.admin, { id: accepted }, { amount: 59 });
  await doDueWork(sql);
  await decide('accepted');
  await endPaid();
  await decide('rejected');
  await endPaid();
  await decide();
  await endPaid();
  await dateAt('2024-02-01T03:59:59Z');
  // What was left is signed in February, by Santo Domingo's calendar.
  await decide('accepted');
  await moveReservation(sql, { id: prepaid }, -24.5);
  await end(prepaid);
  await refundReservation(sql, cast.admin, { id: accepted }, { amount: 118 });
  await refundReservation(sql, cast.admin, { id: early }, { amount: 59 });
  await doDueWork(sql);
  await decide('accepted');
  await dateAt('2024-02-01T04:00:00Z');

  expect(await readBridge('2024-01-15')).toEqual({
    ledger: [7, 3481, 531],
    later: [1, -590, -90],
    without_document: [1, -590, -90],
    rejected: [1, -590, -90],
    waiting: [1, -590, -90],
    signed_in_another: [1, -590, -90],
    accepted: [2, -531, -81],
    unexplained: [0, 0, 0],
  });
  expect(await readBridge('2024-02-15')).toEqual({
    // More than 30 days after the documents, the tax of what is given back is not taken off.
    ledger: [2, -177, 0],
    earlier: [1, 590, 90],
    without_document: [1, 50, 0],
    late_tax: [2, 27, 0],
    stated_in_another: [1, 590, 90],
    accepted: [3, -1080, -180],
    unexplained: [0, 0, 0],
  });
});

test('what the lines do not explain stands in a line of its own', async () => {
  await sql.begin(async (tx) => {
    await tx`insert into public.ledger_transactions (key, kind, created_at) values ('odd', 'adjustment', '2024-03-05')`;
    await tx`
      insert into public.ledger_entries (transaction_id, account_id, amount)
      select t.id, a.id, case a.kind when 'tax' then 0.01 else -0.01 end
      from public.ledger_transactions t, public.ledger_accounts a where t.key = 'odd' and a.kind in ('tax', 'adjustments')`;
  });
  expect(await readBridge('2024-03-01')).toMatchObject({ ledger: [1, 0.01, 0.01], unexplained: [0, 0.01, 0.01] });
  expect(await readOpen('2024-03-01')).toContain('unexplained');
});

test('months are closed in their order, once they are over, with a reason for what is open', async () => {
  const [now] = await sql<{ month: string }[]>`select to_char(now(), 'YYYY-MM-01') as month`;
  expect(await readOpen(now?.month ?? '')).toContain('month-not-over');
  await expect(close('2150-01-01', WHY)).rejects.toThrow('month-not-over');
  await expect(close('2024-02-01', WHY)).rejects.toThrow('month-before-open');
  await expect(close('2024-01-01')).rejects.toThrow('reason-required');
  const closing = await Promise.allSettled([close('2024-01-31', WHY), close('2024-01-01', WHY)]);
  expect(closing.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(close('2024-01-01', WHY)).rejects.toThrow('month-closed');
  const months = await as(sql, cast.admin)`
    select month::text, closed_by, reason, totals -> 'open' @> '[{"kind": "waiting", "entries": 1}]' as says_what_was_open
    from public.closed_months`;
  expect(months).toEqual([{ month: '2024-01-01', closed_by: 'Ada', reason: WHY, says_what_was_open: true }]);
});

test('a reservation that ended in the month and is still active keeps it from being closed', async () => {
  const reservation = await bookPaidReservation(sql, cast.beto);
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      update public.reservations set start_time = '2024-02-20T10:00:00Z', end_time = '2024-02-20T11:00:00Z'
      where id = ${reservation}`;
    await tx`update public.ledger_transactions set created_at = '2024-02-20' where reservation_id = ${reservation}`;
  });
  await expect(close('2024-02-01', WHY)).rejects.toThrow('month-has-active');
  await sql`update public.reservations set status = 'expired' where id = ${reservation}`;
  expect(await readOpen('2024-02-01')).not.toContain('month-has-active');
});

test('a purchase of a closed month is paid later, and is neither typed, changed nor removed', async () => {
  const buy = (ncf: string, day: string, more: object = {}) =>
    as(sql, cast.admin)`insert into public.purchases ${sql({
      supplier: '131000002',
      supplier_name: 'Luz SRL',
      ncf,
      issued_on: day,
      cost_type: 2,
      services: 100,
      tax: 18,
      paid_with: 4,
      ...more,
    })}`;
  await sql`alter table public.purchases disable trigger purchases_keep_closed`;
  await buy('B0100000001', '2024-01-10');
  await buy('B0100000002', '2024-01-10', { paid_on: '2024-01-11', paid_with: 1 });
  await sql`alter table public.purchases enable trigger purchases_keep_closed`;
  const declared = () => as(sql, cast.admin)`select line from public.papers_lines('606', '2024-01-01')`;
  const before = await declared();
  const change = (ncf: string, more: object) =>
    as(sql, cast.admin)`update public.purchases set ${sql({ ...more })} where ncf = ${ncf} returning id`;
  const pay = { paid_on: '2024-03-02', tax_withheld: 18, paid_with: 2 };
  for (const work of [
    () => buy('B0100000003', '2024-01-31'),
    () => change('B0100000001', { tax: 17 }),
    () => change('B0100000001', { paid_on: '2024-01-12' }),
    () => change('B0100000001', { issued_on: '2024-03-01' }),
    () => change('B0100000002', pay),
    () => as(sql, cast.admin)`delete from public.purchases where ncf = 'B0100000001'`,
  ]) {
    await expect(work()).rejects.toThrow('month-closed');
  }
  expect(await change('B0100000001', pay)).toHaveLength(1);
  expect(await declared()).toEqual(before);
  await expect(buy('B0100000004', '2199-12-31')).rejects.toThrow('day-to-come');
});

test('nothing is posted in a closed month or before it, and its entries have numbers without gaps', async () => {
  for (const moment of ['2024-02-01T03:59:59Z', '2023-12-31T12:00:00Z']) {
    await expect(
      sql`insert into public.ledger_transactions (key, kind, created_at) values ('late', 'adjustment', ${moment})`,
    ).rejects.toThrow('month-closed');
  }
  const january = await readNumbers('2024-01-01');
  const count = Math.max(...january.map(Number));
  expect(new Set(january)).toEqual(new Set(Array.from({ length: count }, (_, index) => index + 1)));
  expect(new Set(await readNumbers('2024-02-01'))).toEqual(new Set([null]));
  await close('2024-02-01', WHY);
  expect(Math.min(...(await readNumbers('2024-02-01')).map(Number))).toBe(count + 1);
  const [row] = await as(sql, cast.admin)`
    select actor, receipt, encf from public.accounting_journal('2024-02-01') where kind = 'reservation_refund' and encf is not null`;
  expect(row).toEqual({ actor: 'Ada (admin)', receipt: expect.any(String), encf: 'E340000000002' });
});

test('what is given back of a closed month stands among the corrections of the month in which it is', async () => {
  const corrections = (await readLines('2024-02-01')).filter(({ line }) => line === 'corrections');
  expect(corrections.map(({ of_month }) => of_month)).toEqual(corrections.map(() => '2024-01-01'));
  // Two refunds with their receipts, and the note of the one that has a document.
  expect(corrections.map(({ amount }) => Number(amount)).toSorted((a, b) => a - b)).toEqual([
    -118, -118, -100, -59, -59,
  ]);
  expect((await readLines('2024-01-01')).filter(({ line }) => line === 'corrections')).toEqual([]);
});

test('a closed month keeps its bridge, beside what has corrected it since', async () => {
  const kept = await readBridge('2024-01-01');
  const [row] =
    await sql`select totals -> 'bridge' -> 6 as waiting from public.closed_months where month = '2024-01-01'`;
  expect(row?.waiting).toMatchObject({ line: 'waiting', amount: -590 });
  expect(kept).toMatchObject({
    waiting: [1, -590, -90],
    unexplained: [0, 0, 0],
    corrected_since: [5, -454, 0],
  });
});

test('a document of a contingency waits in the bridge until DGII has accepted it, and corrects the month that was closed', async () => {
  await doDueWork(sql);
  await decide('accepted');
  await endPaid();
  const [document] = await claim();
  await sql`
    select private.keep_fiscal_signature(${document?.id ?? ''}, '<ECF></ECF>', null, 'AbC+/1', now() - interval '11 minutes')`;
  await sql`select private.report_fiscal_document(${document?.id ?? ''}, 'retry')`;
  expect(await sql`select is_contingency from public.fiscal_documents where id = ${document?.id ?? ''}`).toEqual([
    { is_contingency: true },
  ]);
  await dateAt('2024-03-10T12:00:00Z');
  expect(await readBridge('2024-03-01')).toMatchObject({ waiting: [1, -590, -90] });
  await close('2024-03-01', WHY);
  await sql`select private.report_fiscal_document(${document?.id ?? ''}, 'accepted')`;
  await dateAt('2024-04-01T12:00:00Z');
  expect(await readBridge('2024-03-01')).toMatchObject({ waiting: [1, -590, -90], corrected_since: [1, 590, 90] });
  expect(await readBridge('2024-04-01')).toMatchObject({ corrections: [1, 590, 90], unexplained: [0, 0, 0] });
});

test('a document that was issued again counts once in the bridge, under its new number', async () => {
  await endPaid();
  await decide('rejected');
  const [document] = await sql<Document[]>`select id from public.fiscal_documents order by created_at desc limit 1`;
  await as(sql, cast.admin)`select public.reissue_fiscal_document(${document?.id ?? ''}, 'The authority says why')`;
  await decide('accepted');
  await dateAt('2024-04-10T12:00:00Z');
  expect(await readBridge('2024-04-01')).toMatchObject({
    ledger: [1, 590, 90],
    accepted: [1, -590, -90],
    unexplained: [0, 0, 0],
  });
  expect(Object.keys(await readBridge('2024-04-01'))).not.toContain('rejected');
});

test('a month that was closed unexplained is an alarm; where no server makes packages, their absence is none', async () => {
  const months = await as(sql, cast.admin)`
    select month::text, state, alarm from public.list_closed_months() where alarm is not null`;
  expect(months).toEqual([{ month: '2024-03-01', state: 'absent', alarm: 'unexplained' }]);
});

test('a closed month stays as it is, for the owner of the tables too', async () => {
  for (const write of [
    sql`update public.closed_months set reason = 'Another one' where month = '2024-02-01'`,
    sql`delete from public.closed_months`,
    sql`truncate public.closed_months`,
  ]) {
    await expect(write).rejects.toThrow(/A closed month is never changed|cannot truncate/);
  }
});
