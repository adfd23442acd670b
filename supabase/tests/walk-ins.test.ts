import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { removeOldData } from '../../server/start/jobs.ts';
import { type Actor, addSpace, as, employ, one, problemOf, readValue, SERVICE, withoutRules } from './as.ts';
import type { Reservation } from './changes-world.ts';
import * as money from './money-world.ts';
import { addVersion, assignRates, createRates } from './rates-world.ts';
import { openMoney } from './world.ts';

// Walk-ins: a plate comes in and pays when it leaves. The zone has two spaces of 5 an hour, A-01 and A-02.

const { sql, cast, space } = await openMoney();
const WHY = 'The barrier was stuck';
let attendant: Actor;
let cashier: Actor;
let colleague: Actor;
let manager: Actor;
let second: string;
let plate: string;
beforeEach(async () => {
  const first = await money.createDrivers(sql);
  const more = await money.createDrivers(sql);
  [attendant, cashier, colleague, manager] = [first.ana, first.beto, more.beto, more.ana];
  await employ(sql, attendant, 'attendant', space.zoneId);
  for (const person of [cashier, colleague]) await employ(sql, person, 'cashier', space.zoneId);
  await employ(sql, manager, 'manager', space.zoneId);
  await money.openShift(sql, cashier);
  second = await addSpace(sql, space.zoneId, { name: 'A-02' });
  plate = `B${randomUUID().replaceAll('-', '').slice(0, 7).toUpperCase()}`;
});

type Stay = { id: string; space_name: string; plate: string; start_time: string; end_time: string; is_new: boolean };
type Entry = { key?: string; plate?: string; space?: string | null; zone?: string | null };
const enter = (actor: Actor, entry: Entry = {}) => {
  const { key = randomUUID(), plate: typed = plate, space: wanted = null, zone = space.zoneId } = entry;
  return readValue<Stay>(as(sql, actor)`select public.enter_plate(${key}, ${zone}, ${typed}, ${wanted})`);
};
type Exit = { method?: string; seen?: number | null; reference?: string | null; key?: string; reason?: string | null };
const leave = (actor: Actor, { id }: { id: string }, exit: Exit = {}) => {
  const { method = 'cash', seen = null, reference = null, key = randomUUID(), reason = 'Paid at the exit' } = exit;
  return readValue<{ amount: number }>(
    as(sql, actor)`select public.leave(${key}, ${id}, ${method}, ${reference}, ${seen}, ${reason})`,
  );
};
const quote = (actor: Actor, { id }: { id: string }) =>
  readValue<{ amount: number }>(as(sql, actor)`select public.quote_exit(${id})`);
const warningOf = ({ id }: { id: string }) =>
  readValue<string | null>(as(sql, attendant)`select warning from public.staff_today() where id = ${id}`);
/** What these accounts hold. */
const sumsOf = async (...accounts: string[]) => {
  const sums: number[] = [];
  for (const account of accounts) sums.push(await money.sumOf(sql, account));
  return sums;
};
type Row = Reservation & { ended_at: Date; arrived_at: Date; paid_until: Date | null };
/** Lets a stay have begun so many hours earlier. */
const age = ({ id }: { id: string }, hours: number) =>
  withoutRules(sql)`
    update public.reservations set start_time = start_time - ${hours} * interval '1 hour' where id = ${id}`;
const read = async ({ id }: { id: string }) => one(sql<Row[]>`select * from public.reservations where id = ${id}`);
const hoursLeft = async (stay: { id: string }) =>
  Math.round(((await read(stay)).end_time.getTime() - Date.now()) / 3_600_000);
const work = () => sql`select private.run_due_work()`;

describe('a plate', () => {
  test('comes in on a free space, for which nothing is charged yet, and holds it for a day', async () => {
    const stay = await enter(attendant, { plate: ` ${plate.toLowerCase().slice(0, 3)}-${plate.slice(3)} ` });
    expect(stay).toMatchObject({ space_name: 'A-01', plate, is_new: true });
    expect(await read(stay)).toMatchObject({
      status: 'active',
      is_open: true,
      total_amount: '0.00',
      payment_method: null,
      posted_rate: '5.00',
      vehicle_plate: plate,
    });
    expect((await read(stay)).arrived_at).toEqual((await read(stay)).start_time);
    expect(await hoursLeft(stay)).toBe(24);
    await money.fillWallet(sql, cast.ana, 5);
    expect(await problemOf(money.book(sql, cast.ana, { spaceId: space.spaceId, from: 20, to: 21 }))).toBe('23P01');
    expect(await sql`select from public.notifications where reservation_id = ${stay.id}`).toHaveLength(0);
    expect(
      await sql`select actor_role from public.audit_log where subject_table = 'reservations' and subject_id = ${stay.id}`,
    ).toEqual([{ actor_role: 'attendant' }]);
  });

  test('is inside once: another try and a repeat show the stay, or the reservation that waits for it', async () => {
    const key = randomUUID();
    const stay = await enter(cashier, { key });
    expect(await enter(cashier, { key })).toEqual(stay);
    expect(await enter(colleague)).toEqual({ ...stay, is_new: false });
    const [own] = await sql<{ plate: string }[]>`select plate from public.vehicles where user_id = ${cast.ana.id}`;
    await money.fillWallet(sql, cast.ana, 10);
    const booked = await money.book(sql, cast.ana, { spaceId: second, from: 0.2, to: 1 });
    expect(await enter(cashier, { plate: own?.plate ?? '' })).toMatchObject({ id: booked.id, is_new: false });
  });

  test('that arrives to a reservation stays paid, also where drivers cancel until the start', async () => {
    await sql`update public.installation_settings set cancellation_deadline_minutes = 0`;
    await money.fillWallet(sql, cast.ana, 10);
    const booked = await money.book(sql, cast.ana, { spaceId: second, from: 0.2, to: 1 });
    for (let times = 0; times < 2; times += 1) await enter(attendant, { plate: booked.vehicle_plate ?? '' });
    expect(await problemOf(money.cancel(sql, cast.ana, booked))).toBe('reservation-begun');
    await sql`update public.installation_settings set cancellation_deadline_minutes = 30`;
  });

  test('has one guest for all its stays, whom nobody can sign in as', async () => {
    const first = await enter(cashier);
    await leave(cashier, first, { seen: 1.25 });
    const again = await enter(cashier, { space: second });
    expect(again.space_name).toBe('A-02');
    expect((await read(again)).user_id).toBe((await read(first)).user_id);
    expect(
      await sql`
        select p.full_name, u.email, u.encrypted_password from public.profiles p join auth.users u on u.id = p.user_id
        where p.user_id = ${(await read(again)).user_id}`,
    ).toEqual([{ full_name: plate, email: null, encrypted_password: null }]);
  });

  test('gets the space that is free for longest, and none that is soon reserved, used or out of service', async () => {
    await money.fillWallet(sql, cast.ana, 5);
    await money.book(sql, cast.ana, { spaceId: space.spaceId, from: 3, to: 4 });
    const stay = await enter(cashier);
    expect(stay.space_name).toBe('A-02');
    const next = await enter(cashier, { plate: 'A000001' });
    expect([next.space_name, await hoursLeft(next)]).toEqual(['A-01', 3]);
    expect(await problemOf(enter(cashier, { plate: 'A000002' }))).toBe('zone-full');
    expect(await problemOf(enter(cashier, { plate: 'A000002', space: second }))).toBe('space-taken');
    await leave(cashier, stay, { seen: 1.25 });
    for (const status of ['occupied', 'maintenance']) {
      await sql`update public.parking_spaces set status = ${status} where id = ${second}`;
      expect(await problemOf(enter(cashier, { plate: 'A000002' }))).toBe('zone-full');
    }
    for (const wrong of ['', '!', 'A', 'A1234567890', null]) {
      expect(await problemOf(enter(cashier, { plate: wrong as string }))).toBe('plate-malformed');
    }
  });

  test('that comes at once with nineteen others gets the last free space or none', async () => {
    await enter(cashier, { space: second });
    const all = Array.from({ length: 20 }, (_, n) => enter(n % 2 ? cashier : colleague, { plate: `C10000${n}` }));
    const entered = await Promise.allSettled(all);
    expect(entered.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of entered) if (one.status === 'rejected') expect(one.reason.hint).toBe('zone-full');
  });

  test('that is entered at two gates at once has one stay', async () => {
    const stays = await Promise.all([attendant, cashier, colleague, manager].map((actor) => enter(actor)));
    expect(new Set(stays.map(({ id }) => id)).size).toBe(1);
    expect(stays.filter((stay) => stay.is_new)).toHaveLength(1);
  });
});

describe('the exit', () => {
  test('costs what the version of rates of the entry says for the whole stay', async () => {
    const table = await createRates(sql, { per_hour: 50, cap: 120, cap_per: '24h' });
    await assignRates(sql, table, { zone_id: space.zoneId });
    const stay = await enter(attendant);
    await addVersion(sql, table, { per_hour: 90, valid_from: new Date(1) });
    await age(stay, 2);
    expect(Number((await quote(cashier, stay)).amount)).toBeCloseTo(100, 0);
    await age(stay, 5);
    expect(await quote(cashier, stay)).toMatchObject({ amount: 120 });
  });

  test('costs the time since the entry by the rates of the entry, at least of the shortest reservation', async () => {
    const stay = await enter(cashier);
    expect(await quote(cashier, stay)).toMatchObject({ amount: 1.25 });
    await age(stay, 2);
    await sql`update public.parking_spaces set hourly_rate = 50 where id = ${space.spaceId}`;
    expect((await quote(cashier, stay)).amount).toBeCloseTo(10, 1);
    await sql`update public.installation_settings set charges_drivers = false`;
    expect((await quote(cashier, stay)).amount).toBe(0);
    await leave(cashier, stay);
    await sql`update public.installation_settings set charges_drivers = true`;
    expect(await read(stay)).toMatchObject({ status: 'completed', total_amount: '0.00', payment_method: null });
  });

  test.each([
    ['cash', 'cash', null],
    ['terminal', 'clearing_terminal', '00012345'],
    ['transfer', 'clearing_transfer', `T-${randomUUID()}`],
  ])('is paid by %s, earned at once, ends the stay now and frees its space', async (method, account, reference) => {
    const stay = await enter(cashier);
    await age(stay, 2);
    const { amount } = await quote(cashier, stay);
    const before = await sumsOf(account, 'revenue', 'deferred');
    await leave(cashier, stay, { method, reference, seen: amount });
    const after = await sumsOf(account, 'revenue', 'deferred');
    const { paid, tax } = await money.paidFor(sql, stay);
    const moved = after.map((sum, place) => Math.round((sum - (before[place] ?? 0)) * 100) / 100);
    expect(moved).toEqual([-amount, Math.round((amount - tax) * 100) / 100, 0]);
    expect(paid).toBe(amount);
    const left = await read(stay);
    expect(left).toMatchObject({ status: 'completed', total_amount: amount.toFixed(2), payment_method: 'wallet' });
    expect([left.end_time, left.ended_at]).toEqual([left.ended_at, left.end_time]);
    expect(Math.abs(left.end_time.getTime() - Date.now())).toBeLessThan(60_000);
    expect(await sql`select status from public.parking_spaces where id = ${space.spaceId}`).toEqual([
      { status: 'available' },
    ]);
    await work();
    expect(await sql`select method, amount, plate from public.receipts where reservation_id = ${stay.id}`).toEqual([
      { method, amount: amount.toFixed(2), plate },
    ]);
    expect(await money.balanceOf(sql, { ...cast.ana, id: left.user_id })).toBe(0);
    // The overview, the lists that are exported, and the files of the month with their bridge.
    const stays = [stay.id];
    const said = await one(as(sql, cast.admin)`
      select t.revenue::float8 as taken, p.paid::float8 as paid, p.methods,
        (select count(*)::int from public.charged_reservations(day, day) c where c.id = p.id) as listed,
        (select sum(j.debit)::float8 from public.accounting_journal(day) j where j.document = p.id::text and j.account = ${account}) as debit,
        (select sum(b.amount)::float8 from public.accounting_bridge_lines(day) b where b.line = 'ledger' and b.reference = p.id::text) as bridged,
        (select b.amount::float8 from public.accounting_bridge(day) b where b.line = 'unexplained') as unexplained
      from private.country_day(now()) day, public.overview_takings(day, day) t, public.list_paid(${stays}) p
      where t.zone_id = ${space.zoneId}`);
    expect(said).toEqual({
      taken: amount,
      paid: amount,
      methods: [method],
      listed: 1,
      debit: amount,
      bridged: amount,
      unexplained: 0,
    });
  });

  test('is paid once: a repeat finds it, another cashier and a second tap are told', async () => {
    const stay = await enter(cashier);
    const key = randomUUID();
    const tries = await Promise.allSettled(Array.from({ length: 5 }, () => leave(cashier, stay, { key, seen: 1.25 })));
    expect(tries.map(({ status }) => status)).toEqual(Array(5).fill('fulfilled'));
    expect(await problemOf(leave(cashier, stay, { seen: 1.25 }))).toBe('stay-has-ended');
    expect(await problemOf(quote(cashier, stay))).toBe('stay-has-ended');
    expect((await money.paidFor(sql, stay)).paid).toBe(1.25);
    const other = await enter(cashier, { plate: 'A000009' });
    await money.openShift(sql, colleague);
    const both = await Promise.allSettled([cashier, colleague].map((actor) => leave(actor, other, { seen: 1.25 })));
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await money.paidFor(sql, other)).paid).toBe(1.25);
  });

  test('has the price that was shown for five minutes, and never more than now', async () => {
    const stay = await enter(cashier);
    await age(stay, 2);
    const { amount } = await quote(cashier, stay);
    for (const seen of [null, 0, amount - 0.5]) {
      expect(await problemOf(leave(cashier, stay, { seen }))).toBe('price-changed');
    }
    expect((await leave(cashier, stay, { seen: amount + 100 })).amount).toBeCloseTo(amount, 1);
    const other = await enter(cashier, { plate: 'A000003' });
    await age(other, 2);
    expect((await leave(cashier, other, { seen: amount - 0.4 })).amount).toBe(amount - 0.4);
  });

  test('costs what its rates say at entry, also where a later exit is cheaper', async () => {
    await assignRates(sql, await createRates(sql, { per_hour: 60, step_minutes: 60 }), { space_id: space.spaceId });
    const stay = await enter(cashier, { space: space.spaceId });
    await sql`delete from public.rate_assignments where space_id = ${space.spaceId}`;
    await age(stay, 2);
    expect((await quote(cashier, stay)).amount).toBe(180);
    // What was shown before the third hour began.
    expect((await leave(cashier, stay, { seen: 120 })).amount).toBe(120);
  });

  test.each(['free', 'unpaid'])('is %s by a manager, with a reason, as a gift within the limit', async (method) => {
    const stay = await enter(cashier);
    await age(stay, 20);
    expect(await problemOf(leave(manager, stay, { method, reason: 'x' }))).toBe('reason-required');
    await sql`update public.installation_settings set wallet_correction_limit = 50`;
    expect(await problemOf(leave(manager, stay, { method, reason: WHY }))).toBe('second-admin-required');
    await sql`update public.installation_settings set wallet_correction_limit = 1000000`;
    await leave(manager, stay, { method, reason: WHY });
    expect(await read(stay)).toMatchObject({ status: 'completed', total_amount: '0.00' });
    const month = new Date().toISOString().slice(0, 10);
    const [line] = await as(sql, cast.admin)<{ given: string }[]>`
      select given from public.accounting_people(${month}) where person = ${manager.id} and kind = ${method}`;
    expect(Number(line?.given)).toBeCloseTo(100, 0);
  });
});

describe('an open stay', () => {
  test('goes on at the end of its day, holds its space in short steps, and is charged in full', async () => {
    const stay = await enter(cashier);
    await withoutRules(sql)`
      update public.reservations set start_time = start_time - interval '30 hours', end_time = end_time - interval '30 hours'
      where id = ${stay.id}`;
    await work();
    expect((await read(stay)).status).toBe('active');
    expect(await hoursLeft(stay)).toBe(2);
    expect(await warningOf(stay)).toBe('long');
    await withoutRules(sql)`update public.reservations set end_time = now() - interval '3 hours' where id = ${stay.id}`;
    const found = as(sql, attendant)`select public.check_plate(${plate}, ${space.zoneId}) -> 'found'`;
    expect(await readValue(found)).toMatchObject([{ state: 'inside', ends_at: null }]);
    expect((await quote(cashier, stay)).amount).toBeCloseTo(150, 0);
  });

  test('moves on where the next reservation is cancelled, and is late where that begins', async () => {
    await money.fillWallet(sql, cast.ana, 5);
    const next = await money.book(sql, cast.ana, { spaceId: space.spaceId, from: 0.45, to: 1.45 });
    const stay = await enter(cashier, { space: space.spaceId });
    expect(await warningOf(stay)).toBe('meets');
    await work();
    expect(await hoursLeft(stay)).toBe(0);
    await money.cancel(sql, cast.ana, next);
    await work();
    expect([await hoursLeft(stay), await warningOf(stay)]).toEqual([24, null]);
    await withoutRules(sql)`
      update public.reservations set start_time = now() - interval '3 hours', end_time = now() - interval '10 minutes'
      where id = ${stay.id}`;
    await withoutRules(sql)`
      update public.reservations set status = 'active', start_time = now() - interval '10 minutes' where id = ${next.id}`;
    await work();
    expect((await read(stay)).status).toBe('active');
    // Two cars want one space: the exit of the first is possible all the same.
    await leave(cashier, stay, { seen: (await quote(cashier, stay)).amount });
    await withoutRules(sql)`update public.reservations set status = 'cancelled' where id = ${next.id}`;
  });

  test('is neither ended, moved nor forgotten in another way', async () => {
    const stay = await enter(cashier);
    const { end_time: end, user_id: guest, start_time: start } = await read(stay);
    const attempts: Record<string, () => Promise<unknown>> = {
      completed: () => as(sql, cast.admin)`update public.reservations set status = 'completed' where id = ${stay.id}`,
      cancelled: () => as(sql, manager)`select public.cancel_reservation(${stay.id}, false, ${WHY})`,
      extended: () => as(sql, manager)`select public.extend_reservation(${stay.id}, 1, ${end}, 5, ${WHY}, 'free')`,
      swapped: () => as(sql, cast.admin)`select public.swap_space(${stay.id}, ${space.spaceId}, ${randomUUID()})`,
      moved: () => as(sql, manager)`
        select public.move_reservation(${stay.id}, ${second}, ${start}, ${space.spaceId}, ${start}, ${end}, ${WHY})`,
      'not arrived': () => as(sql, attendant)`select public.unmark_arrival(${stay.id}, ${start})`,
      'without its guest': async () => sql`select private.delete_account(${guest})`,
      'without its space': async () => {
        await withoutRules(sql)`
          update public.reservations set start_time = now() - interval '1 hour', end_time = now() - interval '1 minute'
          where id = ${stay.id}`;
        await sql`delete from public.parking_spaces where id = ${space.spaceId}`;
      },
    };
    for (const [what, attempt] of Object.entries(attempts)) {
      expect([what, await problemOf(attempt())]).toEqual([what, 'stay-is-open']);
    }
    expect(
      await as(sql, cast.admin)`
      select is_open from public.todays_reservations(${space.zoneId}) where id = ${stay.id}`,
    ).toEqual([{ is_open: true }]);
    await leave(cashier, stay, { seen: 5 });
    await sql`select private.delete_account(${guest})`;
    expect(await read(stay)).toMatchObject({ user_id: null, vehicle_plate: null, status: 'completed' });
  });

  test('has a ticket without an end, which its staff hand out', async () => {
    const stay = await enter(cashier);
    const ticket = (actor: Actor) =>
      as(sql, SERVICE)`select plate, end_time from public.ticket_of_reservation(${stay.id}, ${actor.id})`;
    for (const actor of [attendant, cashier, manager]) {
      expect(await ticket(actor)).toEqual([{ plate, end_time: new Date(0) }]);
    }
    expect(await ticket(cast.ana)).toEqual([]);
    await leave(cashier, stay, { seen: 1.25 });
    expect(await ticket(cashier)).toEqual([]);
    const [said] = await as(sql, SERVICE)`select status, end_time from public.state_of_ticket(${stay.id})`;
    expect(said).toEqual({ status: 'completed', end_time: (await read(stay)).end_time });
  });
});

test('an open stay has no end in any list, however long its space is kept', async () => {
  const stay = await enter(cashier);
  await withoutRules(sql)`
    update public.reservations set start_time = now() - interval '2 hours', end_time = now() - interval '1 hour' where id = ${stay.id}`;
  const read = async () => {
    const { seen } = await one(
      as(sql, cast.admin)<{ seen: unknown[] }[]>`
        select array[
          (select jsonb_build_array(r.is_open, r.time_state, r.left_at > now()) from public.admin_reservations r where r.id = ${stay.id}),
          (select jsonb_agg(r -> 'is_open') from public.zone_timeline(${space.zoneId}, now() - interval '1 day', now()) t,
            jsonb_array_elements(t.reservations) r where r ->> 'id' = ${stay.id}),
          public.stay_at_desk(${stay.id}) -> 'is_open',
          (select to_jsonb(t.is_open) from public.staff_today() t where t.id = ${stay.id})] as seen`,
    );
    return seen;
  };
  expect(await read()).toEqual([[true, 'current', true], [true], true, true]);
  await leave(cashier, stay, { seen: 10 });
  expect(await read()).toEqual([[false, 'past', false], [false], false, false]);
});

test('a guest of a plate who never paid is removed after thirty days, as long as the car is not inside', async () => {
  const stays: Record<string, string> = {};
  for (const [what, exit] of Object.entries({ free: 'free', lately: 'free', paid: 'cash', inside: null })) {
    const stay = await enter(cashier, { plate: `${plate}${what.slice(0, 2)}` });
    if (exit) await leave(exit === 'free' ? manager : cashier, stay, { method: exit, seen: 1.25, reason: WHY });
    stays[what] = stay.id;
    if (what === 'lately') continue;
    await withoutRules(sql)`
      update public.reservations set start_time = start_time - interval '33 days', end_time = end_time - interval '33 days' where id = ${stay.id}`;
    await sql`
      update auth.users set created_at = now() - interval '31 days'
      where id = (select user_id from public.reservations where id = ${stay.id})`;
  }
  await removeOldData(sql);
  const left =
    await sql`select id from public.reservations where user_id is not null and id = any (${Object.values(stays)}::uuid[])`;
  expect(new Set(left.map(({ id }) => id))).toEqual(new Set([stays.lately, stays.paid, stays.inside]));
});

describe('an exit on a phone', () => {
  const payer = cast.ana;
  const ask = async (typed = plate, actor: Actor = payer) => {
    const sign = await readValue<string>(sql`select sign from public.parking_zones where id = ${space.zoneId}`);
    return readValue<{ amount: number } | null>(
      as(sql, actor)`select public.find_parked_plate(${sign}, ${typed}) -> 'stay'`,
    );
  };
  const begin = (stay: { id: string }, amount: number, actor: Actor = payer) =>
    money.startPayment(sql, actor, { purpose: 'exit', reservation: stay.id, amount });
  const paidRow = async ({ id }: money.Payment) =>
    one(sql<{ served: boolean; state: string }[]>`select served, state from public.payments where id = ${id}`);
  const paidUntil = async (stay: { id: string }) =>
    Math.round((Number((await read(stay)).paid_until) - Date.now()) / 60_000);
  const enterAged = async (hours = 2) => {
    const stay = await enter(cashier);
    await age(stay, hours);
    return stay;
  };
  /** Lets the time since the payment go by. */
  const pass = ({ id }: { id: string }, hours: number) => withoutRules(sql)`
    update public.reservations set start_time = start_time - ${hours} * interval '1 hour',
      paid_until = paid_until - ${hours} * interval '1 hour' where id = ${id}`;

  test('shows since when and how much, and nothing else', async () => {
    const stay = await enterAged();
    const found = await ask();
    expect(found).toEqual({
      id: stay.id,
      start_time: expect.anything(),
      amount: expect.closeTo(10, 1),
      paid_until: null,
    });
    expect(await ask('A999999')).toBeNull();
    await leave(cashier, stay, { seen: 10.1 });
    expect(await ask()).toBeNull();
  });

  test('is paid by whoever knows the plate, gives 15 minutes, and is let out for nothing', async () => {
    const stay = await enterAged();
    const balance = await money.balanceOf(sql, payer);
    const [deferred, clearing = 0] = await sumsOf('deferred', 'clearing_azul');
    const payment = await begin(stay, (await ask())?.amount ?? 0);
    expect(await money.capture(sql, payment)).toBe('captured');
    expect(await paidRow(payment)).toEqual({ served: true, state: 'captured' });
    expect(await paidUntil(stay)).toBe(15);
    expect(await read(stay)).toMatchObject({
      status: 'active',
      total_amount: payment.amount.toFixed(2),
      payment_method: 'wallet',
    });
    expect(await ask()).toMatchObject({ amount: 0, paid_until: expect.anything() });
    expect(await problemOf(begin(stay, 10))).toBe('nothing-to-pay');
    expect(
      await as(sql, attendant)`select paid_until is not null as paid from public.staff_today() where id = ${stay.id}`,
    ).toEqual([{ paid: true }]);
    // Nothing is taken off what was paid.
    await leave(cashier, stay, { seen: -50 });
    await work();
    expect(await sql`select method, amount, plate from public.receipts where reservation_id = ${stay.id}`).toEqual([
      { method: 'card', amount: payment.amount.toFixed(2), plate },
    ]);
    expect((await money.paidFor(sql, stay)).paid).toBe(payment.amount);
    expect(await money.balanceOf(sql, payer)).toBe(balance);
    expect(await sumsOf('deferred', 'clearing_azul')).toEqual([deferred, clearing - payment.amount]);
  });

  test('after its time owes the difference only, at the desk or on a phone again', async () => {
    const stay = await enterAged();
    const first = await begin(stay, 10.1);
    await money.capture(sql, first);
    await pass(stay, 1);
    expect((await quote(cashier, stay)).amount).toBeCloseTo(5, 1);
    const second = await begin(stay, (await ask())?.amount ?? 0);
    await money.capture(sql, second);
    expect((await quote(cashier, stay)).amount).toBe(0);
    await pass(stay, 1);
    const { amount } = await quote(cashier, stay);
    expect(await problemOf(leave(cashier, stay))).toBe('price-changed');
    await leave(cashier, stay, { seen: amount });
    expect((await money.paidFor(sql, stay)).paid).toBeCloseTo(first.amount + second.amount + amount, 2);
  });

  test('whose car nobody lets out is an alarm, until a cashier says in the own name that it has left', async () => {
    const stay = await enterAged();
    const payment = await begin(stay, 10.1);
    await money.capture(sql, payment);
    const isGone = (actor: Actor) => leave(actor, stay, { key: stay.id, method: 'unpaid', reason: WHY });
    expect(await warningOf(stay)).toBeNull();
    expect(await problemOf(isGone(cashier))).toBe('42501');
    await pass(stay, 1);
    expect(await warningOf(stay)).toBe('paid');
    expect(await problemOf(isGone(attendant))).toBe('42501');
    expect(await problemOf(leave(cashier, stay, { method: 'free', reason: WHY }))).toBe('42501');
    await isGone(cashier);
    await isGone(cashier);
    expect((await money.paidFor(sql, stay)).paid).toBe(payment.amount);
    expect(
      await sql`select kind, actor_id, round(amount) as amount from private.gifts where reservation_id = ${stay.id}`,
    ).toEqual([{ kind: 'unpaid', actor_id: cashier.id, amount: '5' }]);
  });

  test('has the price that was shown within ten minutes, and no less', async () => {
    const stay = await enterAged();
    const shown = (await ask())?.amount ?? 0;
    await age(stay, 0.15);
    expect((await begin(stay, shown)).amount).toBe(shown);
    await age(stay, 0.15);
    for (const seen of [shown, 0.01, 0]) expect(await problemOf(begin(stay, seen))).toBe('price-changed');
  });

  test('that is captured late has its time from when the price was good', async () => {
    const stay = await enterAged();
    const payment = await begin(stay, 10.1);
    await withoutRules(sql)`
      update public.payments set created_at = created_at - interval '1 hour', expires_at = expires_at - interval '1 hour'
      where id = ${payment.id}`;
    await pass(stay, 1);
    await money.capture(sql, payment);
    expect(await paidUntil(stay)).toBe(-35);
    expect((await quote(cashier, stay)).amount).toBeCloseTo(5, 1);
    await leave(cashier, stay, { seen: 5.2 });
  });

  test('goes back to the card where the cashier let the car out, or somebody else paid meanwhile', async () => {
    const stay = await enterAged();
    const first = await begin(stay, 10.1);
    const twin = await begin(stay, 10.1, cast.beto);
    const late = await begin(stay, 10.1, cast.beto);
    await money.capture(sql, first);
    await money.capture(sql, twin);
    await leave(cashier, stay);
    await money.capture(sql, late);
    for (const payment of [twin, late]) {
      expect(await paidRow(payment)).toEqual({ served: false, state: 'refunding' });
      const [refund] = await sql<{ id: string; amount: string; reason: string }[]>`
        select id, amount, reason from public.payment_refunds where payment_id = ${payment.id}`;
      expect(refund).toMatchObject({ amount: payment.amount.toFixed(2), reason: 'came_too_late' });
      await as(sql, SERVICE)`select public.claim_payment_refunds(100)`;
      await as(
        sql,
        SERVICE,
      )`select public.finish_payment_refund(${refund?.id ?? ''}, 'succeeded', ${randomUUID()}, null)`;
      expect(await paidRow(payment)).toMatchObject({ state: 'refunded' });
    }
    expect((await money.paidFor(sql, stay)).paid).toBe(first.amount);
    expect(await money.balanceOf(sql, cast.beto)).toBe(0);
  });

  test('is of an open stay alone, and a gift leaves what was paid', async () => {
    await money.fillWallet(sql, cast.beto, 10);
    const booked = await money.book(sql, cast.beto, { spaceId: second, from: 0, to: 1 });
    expect(await problemOf(begin(booked, 5))).toBe('stay-has-ended');
    const stay = await enterAged();
    const payment = await begin(stay, 10.1);
    await money.capture(sql, payment);
    await pass(stay, 1);
    await leave(manager, stay, { method: 'free', reason: WHY });
    expect(await read(stay)).toMatchObject({ total_amount: payment.amount.toFixed(2), status: 'completed' });
    await as(sql, cast.admin)`
      select public.refund_reservation(${stay.id}, ${payment.amount}, true, ${WHY}, ${randomUUID()})`;
    expect(await paidRow(payment)).toMatchObject({ state: 'refunding' });
    expect(await problemOf(begin(stay, 5))).toBe('stay-has-ended');
  });

  test('is captured at once with a leave, another payment and a hold of the space without waiting for each other', async () => {
    const stay = await enterAged();
    const payments = [await begin(stay, 10.1), await begin(stay, 10.1, cast.beto)];
    const outcomes = await Promise.allSettled([
      ...payments.map((payment) => money.capture(sql, payment)),
      leave(cashier, stay, { seen: 10.1 }),
      work(),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
    expect((await money.paidFor(sql, stay)).paid).toBeCloseTo(10, 0);
  });
});
