import { beforeEach, describe, expect, test } from 'vitest';
import { type Actor, as, createSpace, errorOf, problemOf } from './as.ts';
import { hoursAfter, type Reservation, readReservation } from './changes-world.ts';
import * as money from './money-world.ts';
import { openMoney } from './world.ts';

// More of a reservation, paid at the desk. The space costs 5 an hour; a reservation takes two, and gets one more.

const { sql, cast } = await openMoney();
beforeEach(async () => {
  await money.createDrivers(sql).then((drivers) => Object.assign(cast, drivers));
});

const WHY = 'The barrier was stuck';
type Desk = { payment?: string | null; paid?: number | null; reason?: string | null; seen?: number };

async function reserve(from: number): Promise<Reservation> {
  await money.fillWallet(sql, cast.ana, 10);
  return money.book(sql, cast.ana, { ...(await createSpace(sql, { hourlyRate: 5 })), from, to: from + 2 });
}

const WAYS = {
  'an extension': {
    from: -1,
    kind: 'extension',
    add: ({ id, end_time: end }: Reservation, actor: Actor, { payment, paid, reason, seen = 5 }: Desk) =>
      as(sql, actor)`
        select public.extend_reservation(
          ${id}, 1, ${end}, ${seen}, ${reason ?? null}, ${payment ?? null}, ${paid ?? null})`,
  },
  'a longer time before the start': {
    from: 24,
    kind: 'change',
    add: (seen: Reservation, actor: Actor, { payment, paid, reason, seen: added = 5 }: Desk) => {
      const { id, start_time: start, end_time: end, parking_space_id: space } = seen;
      return as(sql, actor)`
        select public.change_reservation(${id}, ${start}, 3, ${space}, ${start}, ${end}, ${space}, null, ${10 + added},
          ${reason ?? null}, ${payment ?? null}, ${paid ?? null})`;
    },
  },
};

describe.each(Object.entries(WAYS))('%s', (_, { from, kind, add }) => {
  let reservation: Reservation;
  beforeEach(async () => {
    reservation = await reserve(from);
  });
  const paid = async () => (await money.paidFor(sql, reservation)).paid;
  const end = async () => (await readReservation(sql, reservation.id)).end_time;
  const longer = () => hoursAfter(reservation.end_time, 1);

  test('is paid from the wallet where an administrator says so, and only as far as it goes', async () => {
    expect(await errorOf(add(reservation, cast.admin, { payment: 'wallet' }))).toMatchObject({
      hint: 'wallet-too-low',
      detail: '5.00',
    });
    await money.fillWallet(sql, cast.ana, 6);
    expect(await problemOf(add(reservation, cast.admin, { payment: 'wallet', seen: 4.99 }))).toBe('price-changed');
    await add(reservation, cast.admin, { payment: 'wallet' });
    expect([await paid(), await money.balanceOf(sql, cast.ana), await end()]).toEqual([15, 1, longer()]);
    expect(await sql`select from private.gifts where reservation_id = ${reservation.id}`).toHaveLength(0);
  });

  test('is paid in cash, which goes back as cash', async () => {
    const cash = await money.sumOf(sql, 'cash');
    expect(await problemOf(add(reservation, cast.admin, { payment: 'wallet', paid: 5 }))).toBe('reason-required');
    await add(reservation, cast.admin, { payment: 'wallet', paid: 5, reason: WHY });
    expect([await paid(), await money.sumOf(sql, 'cash')]).toEqual([15, cash - 5]);
    await as(sql, cast.admin)`select public.cancel_reservation(${reservation.id}, false, ${WHY})`;
    expect([await paid(), await money.sumOf(sql, 'cash'), await money.balanceOf(sql, cast.ana)]).toEqual([0, cash, 10]);
  });

  test('is a gift with a reason where it is free', async () => {
    expect(await problemOf(add(reservation, cast.admin, { payment: 'free' }))).toBe('reason-required');
    await add(reservation, cast.admin, { payment: 'free', reason: WHY });
    expect([await paid(), await end()]).toEqual([10, longer()]);
    const gifts = await sql`
      select actor_id, kind, amount, reason from private.gifts where reservation_id = ${reservation.id}`;
    expect(gifts).toEqual([{ actor_id: cast.admin.id, kind, amount: '5.00', reason: WHY }]);
  });

  test('is not decided by their driver', async () => {
    await money.fillWallet(sql, cast.ana, 20);
    for (const desk of [{ payment: 'free', reason: WHY }, { payment: 'wallet' }, { paid: 5 }]) {
      expect(await problemOf(add(reservation, cast.ana, desk))).toBe('42501');
    }
    expect([await end(), await money.balanceOf(sql, cast.ana)]).toEqual([reservation.end_time, 20]);
  });

  test('is not taken in cash from oneself', async () => {
    await sql`insert into public.user_roles (user_id, role) values (${cast.ana.id}, 'admin')`;
    const taking = add(reservation, cast.ana, { payment: 'wallet', paid: 5, reason: WHY });
    expect(await problemOf(taking)).toBe('own-money');
  });
});

test('a driver who pays an extension by card is told to, once, and the reservation stays as it is', async () => {
  const reservation = await reserve(-1);
  const offer = (hours: number) =>
    as(sql, cast.admin)`
      select public.extend_reservation(${reservation.id}, ${hours}, ${reservation.end_time}, 5, null, 'card')`;
  await offer(1);
  await offer(1);
  expect(await problemOf(offer(743))).toBe('extension-too-long');
  expect(await readReservation(sql, reservation.id)).toEqual(reservation);
  const told = await sql`
    select user_id, private.find_skip_reason(n) as skipped from public.notifications n
    where reservation_id = ${reservation.id} and kind = 'extension_wanted' and channel = 'mail'`;
  expect(told).toEqual([{ user_id: cast.ana.id, skipped: null }]);
  expect(
    await problemOf(WAYS['a longer time before the start'].add(await reserve(24), cast.admin, { payment: 'card' })),
  ).toBe('23514');
});

test('the lists of the back office say what was paid for reservations, and by which means', async () => {
  const partly = await reserve(-1);
  await WAYS['an extension'].add(partly, cast.admin, { payment: 'wallet', paid: 5, reason: WHY });
  const { spaceId } = await createSpace(sql, { hourlyRate: 5 });
  const cash = await money.reserveForDriver(sql, cast.admin, cast.ana, { spaceId, seenAmount: 10, paidAtDesk: 10 });
  const gift = await money.reserveForDriver(sql, cast.admin, cast.ana, {
    spaceId,
    from: 10,
    payment: 'free',
    paidReason: WHY,
  });
  const { reservation: card, payment } = await money.holdAndPay(sql, cast.ana, { spaceId, from: 20, to: 22 });
  await money.capture(sql, payment);
  await money.refundReservation(sql, cast.admin, card, { amount: 4 });
  const ids = [partly, cash, gift, card].map(({ id }) => id);
  expect(await as(sql, cast.admin)`select * from public.list_paid(${ids})`).toEqual([
    { id: partly.id, paid: '15.00', methods: ['wallet', 'cash'] },
    { id: cash.id, paid: '10.00', methods: ['cash'] },
    { id: gift.id, paid: '0', methods: [] },
    { id: card.id, paid: '6.00', methods: ['card'] },
  ]);
});

test('a refund names who gave it, also in cash, and stands in the history of its reservation', async () => {
  const { spaceId } = await createSpace(sql, { hourlyRate: 5 });
  const paid = { spaceId, seenAmount: 10, paidAtDesk: 6 };
  await money.fillWallet(sql, cast.ana, 4);
  const reservation = await money.reserveForDriver(sql, cast.admin, cast.ana, paid);
  await money.refundReservation(sql, cast.admin, reservation, { amount: 7, reason: WHY });
  const charges = await as(sql, cast.admin)`
    select kind, actor_email from public.reservation_charges where reservation_id = ${reservation.id} order by created_at`;
  expect(charges.at(-1)).toEqual({ kind: 'reservation_refund', actor_email: cast.admin.email });
  const history = await as(sql, cast.admin)`
    select actor_email, subject_table, after ->> 'amount' as amount from public.admin_audit_log
    where reservation_id = ${reservation.id} order by amount`;
  const refund = { actor_email: cast.admin.email, subject_table: 'wallet_refunds' };
  expect(history).toEqual([
    { ...refund, amount: '1.00' },
    { ...refund, amount: '6.00' },
  ]);
});

test('what a day brought in each zone is what began and what was charged, less what went back', async () => {
  const { zoneId, spaceId } = await createSpace(sql, { hourlyRate: 5 });
  await money.fillWallet(sql, cast.ana, 100);
  const [first] = [
    await money.book(sql, cast.ana, { spaceId, from: 48, to: 50 }),
    await money.book(sql, cast.ana, { spaceId, from: 72, to: 73 }),
  ];
  await money.refundReservation(sql, cast.admin, first, { amount: 4 });
  const read = (days: number, actor: Actor = cast.admin) =>
    as(sql, actor)`
      select t.reservations, t.revenue from private.country_day(now() + make_interval(days => ${days})) day,
        public.overview_takings(day, day) t where t.zone_id = ${zoneId}`;
  expect(await read(0)).toEqual([{ reservations: '0', revenue: '11.00' }]);
  expect(await read(2)).toEqual([{ reservations: '1', revenue: '0' }]);
});
