import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { type Actor, ANONYMOUS, as, createSpace, one, problemOf } from './as.ts';
import * as money from './money-world.ts';
import { doDueWork } from './paid-reservations.ts';
import { openMoney } from './world.ts';

// What staff read of one reservation at the desk, and what they take for it. Two hours cost 10.

const { sql, cast, space } = await openMoney();
await sql`update public.installation_settings set legal_name = 'Parqueo SRL'`;

let cashier: Actor;
let elsewhere: Actor;
let colleague: Actor;
let manager: Actor;
let attendant: Actor;
beforeEach(async () => {
  const [first, second] = [await money.createDrivers(sql), await money.createDrivers(sql)];
  [cashier, colleague, elsewhere] = [first.ana, first.beto, second.beto];
  [manager, attendant] = [first.admin, second.ana];
  await money.openShift(sql, cashier);
  await sql`delete from public.user_roles where user_id in (${manager.id}, ${second.admin.id})`;
  await sql`delete from public.zone_staff`;
  const { zoneId } = await createSpace(sql);
  for (const [{ id }, duty, zone] of [
    [cashier, 'cashier', space.zoneId],
    [colleague, 'cashier', space.zoneId],
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
const pay = (
  actor: Actor,
  { id }: { id: string },
  paid: { seen?: number; amount?: number | null; by?: string } = {},
) => {
  const { seen = 10, amount = 10, by = 'cash' } = paid;
  const reference = by === 'cash' ? null : randomUUID().slice(0, 8);
  return as(sql, actor)`
    select public.pay_at_desk(${id}, ${seen}, 'wallet', ${amount}, 'Paid at the desk', ${by}, ${reference})`;
};
type Stay = { acts: string[]; driver?: { full_name: string }; paid?: number; has_shift: boolean; space: object | null };
const read = async (actor: Actor, { id }: { id: string }) =>
  (await one(as(sql, actor)<{ stay: Stay }[]>`select public.stay_at_desk(${id}) as stay`)).stay;
const statusOf = async ({ id }: { id: string }) =>
  (await one(sql<{ status: string }[]>`select status from public.reservations where id = ${id}`)).status;
const refuses = async (problem: string, attempt: Promise<unknown>) => expect(await problemOf(attempt)).toBe(problem);

test('each duty reads of a reservation what it may see and do, and nobody that of another zone', async () => {
  const held = await hold();
  const seen = await read(attendant, held);
  expect(seen.acts).toEqual(['mark_arrival', 'report_space']);
  expect(seen.driver ?? seen.paid ?? seen.space ?? null).toBeNull();
  expect(JSON.stringify(seen)).not.toContain(cast.ana.email);
  expect(await read(cashier, held)).toMatchObject({
    ...{
      acts: ['mark_arrival', 'report_space', 'reserve', 'take_cash'],
      driver: { email: cast.ana.email },
      space: null,
    },
    ...{ paid: 0, has_shift: true },
  });
  expect(await read(manager, held)).toMatchObject({
    acts: { length: 8 },
    space: { id: space.spaceId, override: null },
  });
  for (const actor of [elsewhere, cast.ana, cast.suspended, ANONYMOUS]) {
    await refuses('42501', read(actor, held));
    await refuses('42501', as(sql, actor)`select public.receipt_at_desk(${held.id})`);
  }
  await refuses('42501', as(sql, attendant)`select public.receipt_at_desk(${held.id})`);
});

test('what is held is paid in cash at the desk once, with a receipt that says so', async () => {
  const held = await hold();
  const before = await money.balanceOf(sql, cast.ana);
  await pay(cashier, held);
  await pay(cashier, held);
  expect([await statusOf(held), (await money.paidFor(sql, held)).paid]).toEqual(['active', 10]);
  expect(await money.balanceOf(sql, cast.ana)).toBe(before);
  await money.moveReservation(sql, held, -hours - 0.5);
  await sql`update public.reservations set status = 'completed' where id = ${held.id}`;
  await doDueWork(sql);
  const [row] = await as(sql, cashier)<{ said: { receipts: { method: string; amount: number }[] } }[]>`
    select public.receipt_at_desk(${held.id}) as said`;
  expect(row?.said.receipts).toMatchObject([{ method: 'cash', amount: 10 }]);
  expect(await read(cashier, held)).toMatchObject({ paid: 10, has_receipt: true });
  expect(await sql`select rule from private.check_books() where faults > 0`).toEqual([]);
});

test('what is held is not paid for less, too late, by an attendant, or without a shift', async () => {
  const held = await hold();
  await refuses('42501', pay(attendant, held));
  await refuses('42501', pay(elsewhere, held));
  await refuses('price-changed', pay(cashier, held, { seen: 9 }));
  await refuses('amount-out-of-range', pay(cashier, held, { amount: 11 }));
  await refuses(
    'reference-required',
    as(sql, cashier)`
    select public.pay_at_desk(${held.id}, 10, 'wallet', 10, 'Paid at the desk', 'terminal', null)`,
  );
  await refuses('shift-needed', pay(colleague, held));
  await money.endHold(sql, held);
  await refuses('hold-is-over', pay(cashier, held));
  expect((await money.paidFor(sql, held)).paid).toBe(0);
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
