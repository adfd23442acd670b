import { expect, test } from 'vitest';
import type { TestDatabase } from '../../server/testing/database.ts';
import { type Actor, ANONYMOUS, as, type Cast, readProblemKey, refusalOf } from './as.ts';
import { claimRefunds } from './money-world.ts';
import { bookPaidReservation, endReservation, payByCard, refundReservation } from './paid-reservations.ts';
import { setUpPaidReservations } from './set-up-paid-reservations.ts';

let database: TestDatabase;
let cast: Cast;
setUpPaidReservations((fresh) => {
  ({ database, cast } = fresh);
});

type Day = Record<
  'charged' | 'given_back' | 'net' | 'tax' | 'by_wallet' | 'by_card' | 'by_paypal' | 'azul_in' | 'azul_out',
  string
>;

const readDays = (actor: Actor, first: string | null, last: string | null) =>
  as(
    database.sql,
    actor,
    (tx) => tx<(Day & { day: Date })[]>`select * from public.revenue_by_day(${first}::text::date, ${last}::text::date)`,
  );

const readToday = async (): Promise<Day | undefined> => {
  const [row] = await database.sql<{ day: string }[]>`
    select (now() at time zone 'America/Santo_Domingo')::date::text as day`;
  const [today] = await readDays(cast.admin, row?.day ?? '', row?.day ?? '');
  return today;
};

test('a day has what was charged, given back and taxed, by method, and what came from the provider', async () => {
  const { sql } = database;
  const byWallet = await bookPaidReservation(sql, cast.ana, { from: 24 });
  const byCard = await bookPaidReservation(sql, cast.beto, { method: 'card', hours: 2 });
  await payByCard(sql, cast.beto, byCard);
  await endReservation(sql, cast.ana, byWallet, 'cancelled');
  await refundReservation(sql, cast.admin, byCard, 118, true);
  expect(await readToday()).toMatchObject({
    charged: '1770.00',
    given_back: '708.00',
    net: '1062.00',
    tax: '162.00',
    by_wallet: '0.00',
    by_card: '1062.00',
    by_paypal: '0.00',
    azul_in: '1180.00',
    azul_out: '0.00',
  });
  const [refund] = await claimRefunds(sql);
  await sql`select public.finish_payment_refund(${refund?.id ?? ''}, 'succeeded', 'R1', null)`;
  expect(await readToday()).toMatchObject({ azul_in: '1180.00', azul_out: '118.00' });
});

test('money belongs to the day of Santo Domingo, and days without any are there', async () => {
  // 03:59 in Greenwich is 23:59 of the day before.
  await database.sql.begin(async (tx) => {
    const [posted] = await tx<{ id: string }[]>`
      insert into public.ledger_transactions (key, kind, created_at)
      values (${`test ${cast.ana.id}`}, 'reservation', '2026-03-10T03:59:00Z') returning id`;
    await tx`
      insert into public.ledger_entries (transaction_id, account_id, amount)
      select ${posted?.id ?? ''}, id, case kind when 'revenue' then 5 else -5 end
      from public.ledger_accounts where kind in ('revenue', 'adjustments')`;
  });
  const days = await readDays(cast.admin, '2026-03-08', '2026-03-10');
  expect(days.map(({ charged }) => Number(charged))).toEqual([0, 5, 0]);
});

test.each([
  ['2026-03-02', '2026-03-01'],
  ['2025-01-01', '2026-03-01'],
  ['-infinity', '2026-03-01'],
  ['2026-03-01', 'infinity'],
  [null, '2026-03-01'],
])('the days from %s to %s are rejected', async (first, last) => {
  expect(await readProblemKey(readDays(cast.admin, first, last))).toBe('days-out-of-range');
});

test('only an administrator reads the revenue and the charges of reservations', async () => {
  await bookPaidReservation(database.sql, cast.ana);
  const readCharges = (actor: Actor) =>
    as(database.sql, actor, (tx) => tx`select * from public.reservation_charges limit 1`);
  for (const actor of [ANONYMOUS, cast.ana, cast.suspended]) {
    expect(await refusalOf(readDays(actor, '2026-03-01', '2026-03-01'))).toBe('42501');
  }
  expect(await readCharges(cast.ana)).toEqual([]);
  expect(await refusalOf(readCharges(ANONYMOUS))).toBe('42501');
  expect(await readCharges(cast.admin)).toHaveLength(1);
});

test('the charges of a reservation are what was taken and given back, with reasons', async () => {
  const reservation = await bookPaidReservation(database.sql, cast.ana);
  await refundReservation(database.sql, cast.admin, reservation, 118);
  const rows = await as(
    database.sql,
    cast.admin,
    (tx) => tx`
      select kind, amount, tax, reason from public.reservation_charges where reservation_id = ${reservation} order by created_at`,
  );
  expect(rows).toEqual([
    { kind: 'reservation', amount: '590.00', tax: '90.00', reason: null },
    { kind: 'reservation_refund', amount: '-118.00', tax: '-18.00', reason: 'The gate was broken' },
  ]);
});

test('an administrator closes a difference with a reason, once, at the time of the database', async () => {
  const { sql } = database;
  await sql`select public.record_difference('azul', 'missing-here', null, 'X1', 'RD$5.00')`;
  const resolve = (actor: Actor, resolution: string | null) =>
    as(
      sql,
      actor,
      (tx) => tx`
        update public.payment_differences set resolved_at = '2020-01-01', resolution = ${resolution} returning id`,
    );
  expect(await resolve(cast.ana, 'Mine')).toEqual([]);
  expect(await readProblemKey(resolve(cast.admin, '  '))).toBe('reason-required');
  expect(await readProblemKey(resolve(cast.admin, null))).toBe('reason-required');
  expect(await resolve(cast.admin, ' Asked the bank ')).toHaveLength(1);
  expect(await resolve(cast.admin, 'Again')).toEqual([]);
  expect(
    await sql`select resolution, resolved_at > now() - interval '1 minute' as is_recent from public.payment_differences`,
  ).toEqual([{ resolution: 'Asked the bank', is_recent: true }]);
});
