import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { type Actor, as, employ, readValue } from './as.ts';
import { readReservation } from './changes-world.ts';
import * as money from './money-world.ts';
import { expectProblem, openMoney } from './world.ts';

// What staff read of one reservation at the desk, and what they take for it. Two hours cost 10.

const { sql, cast, space } = await openMoney();

let cashier: Actor;
let manager: Actor;
let attendant: Actor;
beforeEach(async () => {
  const first = await money.createDrivers(sql);
  const second = await money.createDrivers(sql);
  cashier = first.ana;
  manager = first.admin;
  attendant = second.ana;
  await money.openShift(sql, cashier);
  await sql`delete from public.user_roles where user_id in (${manager.id}, ${second.admin.id})`;
  await sql`delete from public.zone_staff`;
  await employ(sql, cashier, 'cashier', space.zoneId);
  await employ(sql, manager, 'manager', space.zoneId);
  await employ(sql, attendant, 'attendant', space.zoneId);
});

let hours = 0;
/** A reservation that waits for Ana's card. */
const hold = () => {
  hours += 3;
  const booking = { ...space, from: hours, seenAmount: 10, payment: 'card' };
  return money.reserveForDriver(sql, cashier, cast.ana, booking);
};
const pay = (actor: Actor, { id }: { id: string }, seen = 10) =>
  as(sql, actor)`select public.pay_at_desk(${id}, 'cash', null, ${seen}, 'Paid at the desk')`;
type Stay = { acts: string[]; driver?: { full_name: string }; paid?: number; has_shift: boolean; space: object | null };
const read = (actor: Actor, { id }: { id: string }) =>
  readValue<Stay>(as(sql, actor)`select public.stay_at_desk(${id})`);

test('each duty reads of a reservation what it may see and do', async () => {
  const held = await hold();
  const seen = await read(attendant, held);
  expect(seen.acts).toEqual(['mark_arrival', 'report_space']);
  expect(seen.driver ?? seen.paid ?? seen.space ?? null).toBeNull();
  expect(JSON.stringify(seen)).not.toContain(cast.ana.email);
  expect(await read(cashier, held)).toMatchObject({
    acts: ['mark_arrival', 'report_space', 'reserve', 'take_cash'],
    driver: { email: cast.ana.email },
    space: null,
    paid: 0,
    has_shift: true,
  });
  expect(await read(manager, held)).toMatchObject({
    acts: { length: 9 },
    space: { id: space.spaceId, override: null },
  });
});

test('what is held is paid in cash at the desk once', async () => {
  const held = await hold();
  const before = await money.balanceOf(sql, cast.ana);
  await pay(cashier, held);
  await pay(cashier, held);
  const [row] = await sql`select status from public.reservations where id = ${held.id}`;
  expect([row?.status, (await money.paidFor(sql, held)).paid]).toEqual(['active', 10]);
  expect(await money.balanceOf(sql, cast.ana)).toBe(before);
  const [drawer] = await sql`
    select -sum(t.amount)::float as cash, bool_and(t.shift_id is not null) as has_shift from private.postings t
    where t.account = 'cash' and t.reservation_id = ${held.id}`;
  expect(drawer).toEqual({ cash: 10, has_shift: true });
});

test('what is held is not paid for less, or too late', async () => {
  const held = await hold();
  await expectProblem('price-changed', pay(cashier, held, 9));
  await money.endHold(sql, held);
  await expectProblem('hold-is-over', pay(cashier, held));
  expect((await money.paidFor(sql, held)).paid).toBe(0);
});

test('a manager sells from the wallet of a driver, and a cashier takes nothing from it, in part neither', async () => {
  await money.fillWallet(sql, cast.ana, 10);
  const sell = (actor: Actor, paidAtDesk: number | null = null) => {
    hours += 3;
    return money.reserveForDriver(sql, actor, cast.ana, { ...space, from: hours, seenAmount: 10, paidAtDesk });
  };
  const before = await money.balanceOf(sql, cast.ana);
  for (const paid of [null, 0.01, 9.99]) await expectProblem('42501', sell(cashier, paid));
  const extend = ({ id, end_time: end }: { id: string; end_time: Date }, paid: number | null) =>
    as(sql, cashier)`select public.extend_reservation(${id}, 1, ${end}, 5, 'Paid at the desk', 'wallet', ${paid})`;
  const sold = await sell(cashier, 10);
  await money.moveReservation(sql, sold, -hours - 1);
  const moved = await readReservation(sql, sold.id);
  for (const paid of [null, 4.99]) await expectProblem('42501', extend(moved, paid));
  await extend(moved, 5);
  expect(await money.balanceOf(sql, cast.ana)).toBe(before);
  await sell(manager);
  expect(await money.balanceOf(sql, cast.ana)).toBe(before - 10);
});

test('who sells finds a driver by the whole plate, phone or address, and reads what the wallet has', async () => {
  const { id } = cast.beto;
  const email = cast.beto.email ?? '';
  await sql`update public.profiles set phone = '+18095550177', full_name = 'Beto Núñez' where user_id = ${id}`;
  await sql`insert into public.vehicles (user_id, name, plate, type) values (${id}, 'Yaris', 'B765432', 'sedan')`;
  const find = (actor: Actor, words: string) => as(sql, actor)`select user_id from public.find_drivers(${words})`;
  for (const words of ['b-765432', '809 555 0177', email]) {
    expect((await find(cashier, words)).map((row) => row.user_id)).toContain(id);
  }
  for (const words of ['B7654', 'Beto', '5550177', email.slice(0, 4)]) expect(await find(cashier, words)).toEqual([]);
  expect((await find(cast.admin, 'Núñez')).length).toBeGreaterThan(0);
  const wallet = as(sql, cashier)`select public.wallet_at_desk(${id})::float`;
  expect(await readValue(wallet)).toBe(await money.balanceOf(sql, cast.beto));
});

test('who sells looks for 60 drivers a minute, which the log has', async () => {
  const find = () => as(sql, cashier)`select user_id from public.find_drivers('B765432')`;
  await as(sql, cashier, async (tx) => {
    for (let times = 0; times < 60; times += 1) await tx`select user_id from public.find_drivers('B765432')`;
  });
  await expectProblem('plate-check-limit', find());
  const [log] = await sql`
    select action, actor_role, subject_id, count(*)::int from public.audit_log
    where actor_id = ${cashier.id} and subject_table = 'drivers' group by 1, 2, 3`;
  expect(log).toEqual({ action: 'check', actor_role: 'cashier', subject_id: null, count: 60 });
});

test('a report of a space that is sent again is one', async () => {
  const id = randomUUID();
  for (let times = 0; times < 2; times += 1) {
    await as(sql, attendant)`select public.report_space(${id}, ${space.spaceId}, 'No light')`;
  }
  const messages = await sql<
    { message: string }[]
  >`select message from public.user_messages where user_id = ${attendant.id}`;
  expect(messages).toMatchObject([{ message: expect.stringMatching(/: No light$/) }]);
});
