import { expect, test } from 'vitest';
import { one, withoutRules } from './as.ts';
import { change, extend, hoursAfter } from './changes-world.ts';
import * as money from './money-world.ts';
import { doDueWork, endReservation } from './paid-reservations.ts';
import { openMoney } from './world.ts';

// What is paid for a reservation is income of the month in Santo Domingo in which it is over.

const { sql, cast, space } = await openMoney();

// The space costs 5 an hour: 4.24 and 0.76 of tax.

type Moved = { monthsAgo: number; account: string; amount: string };

/** What moved on the accounts of income for a reservation, with how many months ago that was. */
const readIncome = async (id: string) => {
  const rows = await sql<Moved[]>`
    select t.account, sum(t.amount) as amount, (extract(year from age.of) * 12 + extract(month from age.of))::int as "monthsAgo"
    from private.postings t, lateral (select age(date_trunc('month', private.country_day(now())::timestamp),
      date_trunc('month', private.country_day(t.created_at)::timestamp)) as of) age
    where t.reservation_id = ${id} and t.account in ('deferred', 'revenue')
    group by t.account, age.of order by age.of desc, t.account`;
  return rows.map(({ monthsAgo, account, amount }) => [monthsAgo, account, Number(amount)]);
};

/** So many seconds before the month in Santo Domingo that began so many months ago, 0 for this one. */
const beforeMonth = async (monthsAgo: number, seconds: number) =>
  (
    await one(sql<{ moment: Date }[]>`
      select private.start_of_month((private.country_day(now()) - make_interval(months => ${monthsAgo}))::date)
        - make_interval(secs => ${seconds}) as moment`)
  ).moment;

/** Lets what was charged for a reservation have been charged then. */
const chargeAt = (id: string, moment: Date) =>
  withoutRules(sql)`update public.ledger_transactions set created_at = ${moment} where reservation_id = ${id}`;

const endAt = (id: string, end: Date) =>
  withoutRules(sql)`
    update public.reservations set start_time = ${hoursAfter(end, -2)}, end_time = ${end} where id = ${id}`;

/** Two hours that were booked three months ago, and that ended so many seconds before last month began. */
async function bookUsed(seconds = 10): Promise<string> {
  await money.fillWallet(sql, cast.ana, 100);
  const { id } = await money.book(sql, cast.ana, { ...space, from: 1, to: 3 });
  await chargeAt(id, await beforeMonth(2, 3600));
  expect(await readIncome(id)).toEqual([[3, 'deferred', 8.47]]);
  await endAt(id, await beforeMonth(1, seconds));
  return id;
}

const EARNED_TWO_MONTHS_AGO = [
  [3, 'deferred', 8.47],
  [2, 'deferred', -8.47],
  [2, 'revenue', 8.47],
];

test.each([10, 0])('a late job earns what ended %s seconds before a month in the month before', async (seconds) => {
  const id = await bookUsed(seconds);
  await doDueWork(sql);
  expect(await readIncome(id)).toEqual(EARNED_TWO_MONTHS_AGO);
  const [month] = await sql<{ earned: string; charged: string }[]>`
    select sum(earned) as earned, sum(charged) as charged
    from private.country_day(${await beforeMonth(1, 10)}) day, private.read_daily_revenue(day, day)`;
  expect(month).toEqual({ earned: seconds === 10 ? '8.47' : '16.94', charged: '0.00' });
});

test.each(['ana', 'admin'] as const)('%s ends it late, and it is earned in the month of its time', async (actor) => {
  const id = await bookUsed();
  await endReservation(sql, cast[actor], id);
  expect(await readIncome(id)).toEqual(EARNED_TWO_MONTHS_AGO);
});

test('what is given back before the end is never income, and what is given back after it is taken from income', async () => {
  const id = await bookUsed();
  await money.refundReservation(sql, cast.admin, { id }, { amount: 1.18 });
  await doDueWork(sql);
  await money.refundReservation(sql, cast.admin, { id }, { amount: 5.9 });
  expect(await readIncome(id)).toEqual([
    [3, 'deferred', 8.47],
    [2, 'deferred', -7.47],
    [2, 'revenue', 7.47],
    [0, 'deferred', -1],
    [0, 'revenue', -5],
  ]);
  await money.refundReservation(sql, cast.admin, { id }, { amount: 2.92 });
  expect(await money.paidFor(sql, { id })).toEqual({ paid: 0, tax: 0 });
});

test('a reservation that is ended early is earned then, with what extensions of it cost', async () => {
  await money.fillWallet(sql, cast.ana, 100);
  const reserved = await money.book(sql, cast.ana, { ...space, from: -0.5, to: 1.5 });
  await chargeAt(reserved.id, await beforeMonth(0, 3600));
  await extend(sql, cast.ana, reserved, 1);
  expect(await readIncome(reserved.id)).toEqual([
    [1, 'deferred', 8.47],
    [0, 'deferred', 4.24],
  ]);
  await endReservation(sql, cast.ana, reserved.id);
  expect(await readIncome(reserved.id)).toEqual([
    [1, 'deferred', 8.47],
    [0, 'deferred', -8.47],
    [0, 'revenue', 12.71],
  ]);
});

test('a change adds to what is not earned, or gives back of it', async () => {
  await money.fillWallet(sql, cast.ana, 100);
  const reserved = await money.book(sql, cast.ana, { ...space, from: 30, to: 32 });
  await chargeAt(reserved.id, await beforeMonth(0, 3600));
  const longer = await change(sql, cast.ana, reserved, { hours: 3 });
  expect(await readIncome(reserved.id)).toContainEqual([0, 'deferred', 4.24]);
  await change(sql, cast.ana, longer, { hours: 1 });
  expect(await readIncome(reserved.id)).toEqual([
    [1, 'deferred', 8.47],
    [0, 'deferred', -4.23],
  ]);
});

test('what is kept of a cancelled reservation is earned when it is cancelled, and nothing else is', async () => {
  await sql`update public.installation_settings set cancellation_deadline_minutes = 120`;
  await money.fillWallet(sql, cast.ana, 100);
  const late = await money.book(sql, cast.ana, { ...space, from: 1, to: 3 });
  const early = await money.book(sql, cast.ana, { ...space, from: 30, to: 32 });
  for (const { id } of [late, early]) {
    await chargeAt(id, await beforeMonth(0, 3600));
    await money.cancel(sql, cast.ana, { id });
  }
  const returned = [
    [1, 'deferred', 8.47],
    [0, 'deferred', -8.47],
  ];
  expect(await readIncome(late.id)).toEqual([...returned, [0, 'revenue', 8.47]]);
  expect(await readIncome(early.id)).toEqual(returned);
});

test('a refund waits for the end of its reservation, also without a driver, and is taken from what that earned', async () => {
  const id = await bookUsed();
  await withoutRules(sql)`update public.reservations set user_id = null where id = ${id}`;
  let refund: Promise<unknown> = Promise.resolve();
  await sql.begin(async (tx) => {
    await tx`update public.reservations set status = 'completed' where id = ${id}`;
    refund = money.refundReservation(sql, cast.admin, { id }, { amount: 1.18 });
    await expect
      .poll(() => sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      .toHaveLength(1);
  });
  await refund;
  expect(await readIncome(id)).toEqual([...EARNED_TWO_MONTHS_AGO, [0, 'revenue', -1]]);
});

test('rows of money and their postings have one time, so that they stand in one month', async () => {
  await money.topUp(sql, cast.ana, 50);
  const { reservation, payment } = await money.holdAndPay(sql, cast.ana, { ...space, from: 30, to: 31 });
  await money.capture(sql, payment);
  await money.cancel(sql, cast.ana, reservation, true);
  for (const refund of await money.claimRefunds(sql)) await money.finishRefund(sql, refund, 'succeeded');
  const apart = await sql`
    select t.kind, t.created_at, p.captured_at, r.created_at as requested_at, r.finished_at
    from public.ledger_transactions t join public.payments p on p.id = t.payment_id
    left join public.payment_refunds r on t.key in ('refund_requested ' || r.id, 'refund_completed ' || r.id)
    where t.created_at <> case t.kind
      when 'payment' then p.captured_at when 'refund_requested' then r.created_at else r.finished_at end`;
  expect(apart).toEqual([]);
  const [times] = await sql<{ count: number }[]>`
    select count(distinct created_at)::int as count from public.ledger_transactions
    where reservation_id = ${reservation.id} and kind in ('payment', 'reservation')`;
  expect(times).toEqual({ count: 1 });
});
