import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { type Actor, ANONYMOUS, as, createSpace, one, problemOf } from './as.ts';
import * as money from './money-world.ts';
import { openMoney } from './world.ts';

// What staff read of one reservation at the desk, and what they take for it. Two hours cost 10.

const { sql, cast, space } = await openMoney();

let cashier: Actor;
let elsewhere: Actor;
let manager: Actor;
let attendant: Actor;
beforeEach(async () => {
  const first = await money.createDrivers(sql);
  const second = await money.createDrivers(sql);
  [cashier, elsewhere] = [first.ana, second.beto];
  [manager, attendant] = [first.admin, second.ana];
  await money.openShift(sql, cashier);
  await sql`delete from public.user_roles where user_id in (${manager.id}, ${second.admin.id})`;
  await sql`delete from public.zone_staff`;
  const { zoneId } = await createSpace(sql);
  for (const [{ id }, duty, zone] of [
    [cashier, 'cashier', space.zoneId],
    [elsewhere, 'cashier', zoneId],
    [manager, 'manager', space.zoneId],
    [attendant, 'attendant', space.zoneId],
  ] as const) {
    await sql`insert into public.zone_staff (user_id, duty, zone_id) values (${id}, ${duty}, ${zone})`;
  }
});

let hours = 0;
/** A reservation that waits for Ana's card. */
const hold = () => {
  hours += 3;
  const booking = { ...space, from: hours, seenAmount: 10, payment: 'card' };
  return money.reserveForDriver(sql, cashier, cast.ana, booking);
};
const pay = (actor: Actor, { id }: { id: string }, { seen = 10, by = 'cash', reference = '' } = {}) =>
  as(sql, actor)`select public.pay_at_desk(${id}, ${by}, ${reference}, ${seen}, 'Paid at the desk')`;
type Stay = { acts: string[]; driver?: { full_name: string }; paid?: number; has_shift: boolean; space: object | null };
const read = async (actor: Actor, { id }: { id: string }) =>
  (await one(as(sql, actor)<{ stay: Stay }[]>`select public.stay_at_desk(${id}) as stay`)).stay;
const refuses = async (problem: string, attempt: Promise<unknown>) => expect(await problemOf(attempt)).toBe(problem);

test('each duty reads of a reservation what it may see and do, and nobody that of another zone', async () => {
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
  for (const actor of [elsewhere, cast.ana, cast.suspended, ANONYMOUS]) {
    await refuses('42501', read(actor, held));
  }
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
  expect(await sql`select rule from private.check_books() where faults > 0`).toEqual([]);
});

test('what is held is not paid for less, too late, by an attendant, or without a shift or a reference', async () => {
  const held = await hold();
  for (const actor of [attendant, elsewhere, cast.ana]) await refuses('42501', pay(actor, held));
  await refuses('price-changed', pay(cashier, held, { seen: 9 }));
  await refuses('reference-required', pay(cashier, held, { by: 'terminal' }));
  await sql`update public.zone_staff set zone_id = ${space.zoneId} where user_id = ${elsewhere.id}`;
  await refuses('shift-needed', pay(elsewhere, held));
  await money.endHold(sql, held);
  await refuses('hold-is-over', pay(cashier, held));
  expect((await money.paidFor(sql, held)).paid).toBe(0);
});

test('a manager sells from the wallet of a driver, and a cashier takes nothing from it, in part neither', async () => {
  await money.fillWallet(sql, cast.ana, 10);
  const sell = (actor: Actor, paidAtDesk: number | null = null) => {
    hours += 3;
    return money.reserveForDriver(sql, actor, cast.ana, { ...space, from: hours, seenAmount: 10, paidAtDesk });
  };
  const before = await money.balanceOf(sql, cast.ana);
  for (const paid of [null, 0.01, 9.99]) await refuses('42501', sell(cashier, paid));
  const extend = ({ id, end_time: end }: { id: string; end_time: Date }, paid: number | null) =>
    as(sql, cashier)`select public.extend_reservation(${id}, 1, ${end}, 5, 'Paid at the desk', 'wallet', ${paid})`;
  const sold = await sell(cashier, 10);
  await money.moveReservation(sql, sold, -hours - 1);
  const { end_time } = await one(
    sql<{ end_time: Date }[]>`select end_time from public.reservations where id = ${sold.id}`,
  );
  for (const paid of [null, 4.99]) await refuses('42501', extend({ ...sold, end_time }, paid));
  await extend({ ...sold, end_time }, 5);
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
  const wallet = (actor: Actor) => as(sql, actor)`select public.wallet_at_desk(${id})::float as wallet`;
  expect(await wallet(cashier)).toEqual([{ wallet: await money.balanceOf(sql, cast.beto) }]);
  for (const actor of [attendant, cast.ana]) {
    await refuses('42501', find(actor, 'B765432'));
    await refuses('42501', wallet(actor));
  }
});

test('who sells looks for 60 drivers a minute, which the log has', async () => {
  const find = () => as(sql, cashier)`select user_id from public.find_drivers('B765432')`;
  await as(sql, cashier, async (tx) => {
    for (let times = 0; times < 60; times += 1) await tx`select user_id from public.find_drivers('B765432')`;
  });
  await refuses('plate-check-limit', find());
  const [log] = await sql`
    select action, actor_role, subject_id, count(*)::int from public.audit_log
    where actor_id = ${cashier.id} and subject_table = 'drivers' group by 1, 2, 3`;
  expect(log).toEqual({ action: 'check', actor_role: 'cashier', subject_id: null, count: 60 });
});

test('staff report a space of their zone once, and others none', async () => {
  const id = randomUUID();
  const report = (actor: Actor) => as(sql, actor)`select public.report_space(${id}, ${space.spaceId}, 'No light')`;
  await report(attendant);
  await report(attendant);
  const messages = await sql<
    { message: string }[]
  >`select message from public.user_messages where user_id = ${attendant.id}`;
  expect(messages).toMatchObject([{ message: expect.stringMatching(/: No light$/) }]);
  for (const actor of [elsewhere, cast.ana]) await refuses('42501', report(actor));
});
