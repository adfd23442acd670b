import { beforeEach, expect, test } from 'vitest';
import { type Actor, as, fillWallets, problemOf } from './as.ts';
import { claimRefunds, postRevenue, refundReservation } from './money-world.ts';
import { bookPaidReservation, chargeDrivers, endReservation, payByCard } from './paid-reservations.ts';
import { openWorld } from './world.ts';

const { sql, cast } = await openWorld();
await chargeDrivers(sql);
beforeEach(() => fillWallets(sql));

type Day = Record<
  'charged' | 'given_back' | 'net' | 'tax' | 'by_wallet' | 'by_card' | 'by_paypal' | 'azul_in' | 'azul_out',
  string
>;

const readDays = (actor: Actor, first: string | null, last: string | null) =>
  as(sql, actor)<
    (Day & { day: Date })[]
  >`select * from public.revenue_by_day(${first}::text::date, ${last}::text::date)`;

const readToday = async (): Promise<Day | undefined> => {
  const [row] = await sql<{ day: string }[]>`
    select (now() at time zone 'America/Santo_Domingo')::date::text as day`;
  const [today] = await readDays(cast.admin, row?.day ?? '', row?.day ?? '');
  return today;
};

test('a day has what was charged, given back and taxed, by method, and what came from the provider', async () => {
  const byWallet = await bookPaidReservation(sql, cast.ana, { from: 24 });
  const byCard = await bookPaidReservation(sql, cast.beto, { method: 'card', hours: 2 });
  await payByCard(sql, cast.beto, byCard);
  await endReservation(sql, cast.ana, byWallet, 'cancelled');
  await refundReservation(sql, cast.admin, { id: byCard }, { amount: 118, toSource: true });
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
  await postRevenue(sql, '2026-03-10T03:59:00Z');
  const days = await readDays(cast.admin, '2026-03-08', '2026-03-10');
  expect(days.map(({ charged }) => Number(charged))).toEqual([0, 5, 0]);
});

test('the charges of a reservation are what was taken and given back, with reasons', async () => {
  const reservation = await bookPaidReservation(sql, cast.ana);
  await refundReservation(sql, cast.admin, { id: reservation }, { amount: 118 });
  const rows = await as(sql, cast.admin)`
      select kind, amount, tax, reason from public.reservation_charges where reservation_id = ${reservation} order by created_at`;
  expect(rows).toEqual([
    { kind: 'reservation', amount: '590.00', tax: '90.00', reason: null },
    { kind: 'reservation_refund', amount: '-118.00', tax: '-18.00', reason: 'Barrier out of order' },
  ]);
});

test('an administrator closes a difference with a reason, once, at the time of the database', async () => {
  await sql`select public.record_difference('azul', 'missing-here', null, 'X1', 'RD$5.00')`;
  const resolve = (actor: Actor, resolution: string | null) =>
    as(sql, actor)`
        update public.payment_differences set resolved_at = '2020-01-01', resolution = ${resolution} returning id`;
  expect(await resolve(cast.ana, 'Mine')).toEqual([]);
  expect(await problemOf(resolve(cast.admin, '  '))).toBe('reason-required');
  expect(await problemOf(resolve(cast.admin, null))).toBe('reason-required');
  expect(await resolve(cast.admin, ' Asked the bank ')).toHaveLength(1);
  expect(await resolve(cast.admin, 'Again')).toEqual([]);
  expect(
    await sql`select resolution, resolved_at > now() - interval '1 minute' as is_recent from public.payment_differences`,
  ).toEqual([{ resolution: 'Asked the bank', is_recent: true }]);
});
