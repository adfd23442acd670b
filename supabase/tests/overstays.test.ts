import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Actor, ANONYMOUS, as, employ, errorOf, problemOf, readValue, refusalOf, withoutRules } from './as.ts';
import { createZone, extend, hoursAfter, type Reservation } from './changes-world.ts';
import * as money from './money-world.ts';
import { doDueWork, listReceipts } from './paid-reservations.ts';
import { assignRates, createRates } from './rates-world.ts';
import { openMoney } from './world.ts';

// What a driver pays who stays longer than reserved. The space costs 5 an hour; the zone has ten minutes of grace.

const { sql, cast, space } = await openMoney();
const TERMS = { grace: 10, rate: 'table', value: 1, cap: 100 };
const WHY = 'The exit was closed for a while';

const write = (actor: Actor, terms: object | null) =>
  as(sql, actor)`
    update public.parking_zones set overstay = ${terms === null ? null : sql.json(terms as never)}
    where id = ${space.zoneId} returning overstay`;
/** Posts the terms, so long ago that they hold for what a test books. */
async function post(terms: object | null = TERMS): Promise<void> {
  await write(cast.admin, terms);
  await withoutRules(
    sql,
  )`update public.parking_zones set overstay_since = now() - interval '1 day' where id = ${space.zoneId}`;
}
/** Two hours that ended so many minutes ago, with so much left in the wallet. */
async function stay(minutesAgo: number, left = 50, driver = cast.ana): Promise<Reservation> {
  await money.fillWallet(sql, driver, 10 + left);
  return money.book(sql, driver, { ...space, from: -2 - minutesAgo / 60, to: -minutesAgo / 60 });
}
const leave = (actor: Actor, { id }: { id: string }, at: Date) =>
  as(
    sql,
    actor,
  )`update public.reservations set status = 'completed', ended_at = ${at}, end_key = ${randomUUID()} where id = ${id}`;
const past = ({ end_time: end }: Reservation, minutes: number) => hoursAfter(end, minutes / 60);
const read = async ({ id }: { id: string }) => {
  const [row] = await sql<{ amount: string; state: string }[]>`
    select amount, state from public.overstays where reservation_id = ${id}`;
  return row && [Number(row.amount), row.state];
};
const quote = async (actor: Actor, { id }: { id: string }) =>
  Number(await readValue(as(sql, actor)`select public.quote_overstay(${id})`));
const pay = (actor: Actor, { id }: { id: string }, seen: number, paid: number | null = null) =>
  as(sql, actor)`select public.pay_overstay(${id}, 'wallet', ${seen}, ${paid}, ${WHY})`;
const waive = (actor: Actor, { id }: { id: string }, reason = WHY) =>
  as(sql, actor)`select public.pay_overstay(${id}, 'free', reason => ${reason})`;
const addCommand = ({ id }: Reservation, at: Date, outcome: string | null) =>
  sql`insert into private.barrier_commands (user_id, key, reservation_id, did, type, outcome, created_at)
    values (${cast.ana.id}, ${randomUUID()}, ${id}, 'D1', 1, ${outcome}, ${at})`;
const work = async (duty: string): Promise<Actor> => {
  const { beto } = await money.createDrivers(sql);
  await employ(sql, beto, duty, space.zoneId);
  return beto;
};

beforeEach(async () => {
  await sql`delete from private.due_work`;
  await sql`delete from private.downtimes`;
});

describe('the terms of a zone', () => {
  test('are none at first, and only administrators write them', async () => {
    expect(await readValue(sql`select overstay from public.parking_zones where id = ${space.zoneId}`)).toBeNull();
    expect(await write(cast.ana, TERMS)).toEqual([]);
    expect(await write(cast.admin, TERMS)).toEqual([{ overstay: TERMS }]);
    expect(await write(cast.admin, null)).toEqual([{ overstay: null }]);
  });

  test.each([
    { grace: -1 },
    { grace: 61 },
    { grace: 2.5 },
    { grace: '10' },
    { value: 0.9 },
    { value: 3.01 },
    { rate: 'fixed', value: 0 },
    { rate: 'fixed', value: 1.005 },
    { rate: 'day' },
    { cap: 0 },
    { cap: null },
    { cap: 100_001 },
    { more: 1 },
    { grace: [10, 99] },
  ])('are not %j', async (wrong) => {
    expect(await refusalOf(write(cast.admin, { ...TERMS, ...wrong }))).toBe('23514');
  });

  test('are read by everybody who looks for a zone', async () => {
    await post();
    const rows = await as(sql, ANONYMOUS)`
      select overstay from public.find_zones() where id = ${space.zoneId}
      union all select overstay from public.find_map_zones(-180, -90, 180, 90) where id = ${space.zoneId}
      union all select public.read_sign(z.sign) #> '{zone,overstay}' from public.parking_zones z where z.id = ${space.zoneId}`;
    expect(rows).toEqual([{ overstay: TERMS }, { overstay: TERMS }, { overstay: TERMS }]);
  });

  test('hold for nobody who booked before they were written or changed', async () => {
    await write(cast.admin, TERMS);
    const early = await stay(60);
    await withoutRules(
      sql,
    )`update public.reservations set created_at = now() - interval '1 hour' where id = ${early.id}`;
    await leave(cast.ana, early, past(early, 60));
    expect(await read(early)).toBeUndefined();
  });
});

describe('the price', () => {
  const CASES: [string, object, number, number | undefined][] = [
    ['nothing up to the last minute of the grace', {}, 10, undefined],
    ['from the end once the grace has passed', {}, 10.5, 0.88],
    ['the same rate', {}, 60, 5],
    ['a factor of it', { value: 1.5 }, 60, 7.5],
    ['each started hour', { rate: 'fixed', value: 4 }, 61, 8],
    ['at most the cap', { cap: 6.5 }, 120, 6.5],
    ['without grace from the first moment', { grace: 0 }, 6, 0.5],
    ['24 hours at most', { cap: 1000 }, 26 * 60, 120],
  ];
  test.each(CASES)('is %s', async (_, terms, minutes, due) => {
    await post({ ...TERMS, ...terms });
    const reserved = await stay(minutes + 1, 200);
    await leave(cast.ana, reserved, past(reserved, minutes));
    expect(await read(reserved)).toEqual(due === undefined ? undefined : [due, 'paid']);
    expect(await money.balanceOf(sql, cast.ana)).toBe(200 - (due ?? 0));
  });

  test('is nothing where the cap of the rates is reached, and the price of the whole less what was paid before that', async () => {
    await post();
    const table = await createRates(sql, { per_hour: 5, cap: 12, cap_per: '24h' });
    await assignRates(sql, table, { zone_id: space.zoneId });
    const short = await stay(61);
    await leave(cast.ana, short, past(short, 60));
    expect(await read(short)).toEqual([2, 'paid']);
    await money.fillWallet(sql, cast.beto, 100);
    const long = await money.book(sql, cast.beto, { ...space, from: -5.1, to: -2.1 });
    await leave(cast.beto, long, past(long, 120));
    expect(await read(long)).toBeUndefined();
  });

  test('is what the driver and the staff are told before', async () => {
    await post();
    const reserved = await stay(60);
    expect(await quote(cast.ana, reserved)).toBeCloseTo(5, 1);
    expect(await quote(await work('attendant'), reserved)).toBeCloseTo(5, 1);
  });

  test('is nothing for a plain end, and in a zone without terms', async () => {
    await post(null);
    const reserved = await stay(60);
    expect(await quote(cast.ana, reserved)).toBe(0);
    await leave(cast.ana, reserved, past(reserved, 60));
    expect(await read(reserved)).toBeUndefined();
  });
});

describe('when the car left', () => {
  test('is the moment of the tap, also where the device sends it up to half an hour later', async () => {
    await post();
    const reserved = await stay(38);
    await leave(cast.ana, reserved, past(reserved, 9));
    expect(await read(reserved)).toBeUndefined();
  });

  test.each([
    ['a tap within the grace', 9],
    ['a tap before the end', -30],
    ['an admitted tap after the grace', 60],
  ])('is not proven by %s that a device sends hours later, and nothing is charged', async (_, minutes) => {
    await post();
    const reserved = await stay(300);
    await leave(cast.ana, reserved, past(reserved, minutes));
    expect([await read(reserved), await money.balanceOf(sql, cast.ana)]).toEqual([[25, 'unproven'], 50]);
  });

  test.each([
    ['moved', 40, [3.33, 'paid']],
    ['moved', 8, undefined],
    ['moved', -10, [25, 'unproven']],
    ['barrier-offline', 40, [25, 'unproven']],
  ])('is when the barrier last answered %s, after %i minutes, where a device sends it hours later', async (...row) => {
    const [outcome, minutes, expected] = row;
    await post();
    const reserved = await stay(300);
    await addCommand(reserved, past(reserved, minutes), outcome);
    await leave(cast.ana, reserved, past(reserved, 5));
    expect(await read(reserved)).toEqual(expected);
  });

  test('is never said by time alone', async () => {
    await post();
    const reserved = await stay(25 * 60);
    await doDueWork(sql);
    const status = await readValue(sql`select status from public.reservations where id = ${reserved.id}`);
    expect([status, await read(reserved)]).toEqual(['expired', undefined]);
  });

  test('is said by an attendant, once and not before the end', async () => {
    await post();
    const attendant = await work('attendant');
    const mark = (actor: Actor, { id }: Reservation) => as(sql, actor)`select public.mark_left(${id})`;
    const reserved = await stay(60);
    await mark(attendant, reserved);
    await mark(attendant, reserved);
    expect(await read(reserved)).toEqual([5, 'paid']);
    expect(await money.paidFor(sql, reserved)).toEqual({ paid: 15, tax: 2.29 });
    const running = await money.book(sql, cast.ana, { ...space, from: 0, to: 2 });
    expect(await mark(attendant, running)).toEqual([]);
  });

  test.each([
    ['barrier-offline', 5, undefined],
    ['barrier-no-response', 10, undefined],
    [null, 5, undefined],
    ['barrier-rejected', 11, [5, 'paid']],
    ['moved', 5, [5, 'paid']],
  ])('costs nothing where the barrier answers %s %i minutes after the end: %j', async (outcome, minutes, expected) => {
    await post();
    const reserved = await stay(61);
    await addCommand(reserved, past(reserved, minutes), outcome);
    await leave(cast.ana, reserved, past(reserved, 60));
    expect(await read(reserved)).toEqual(expected);
  });

  test.each([
    [-20, -5, [5, 'paid']],
    [-20, 1, undefined],
    [9, 30, undefined],
    [11, 30, [5, 'paid']],
  ])('costs nothing where the product was down from minute %i to %i: %j', async (from, to, expected) => {
    await post();
    const reserved = await stay(61);
    await sql`insert into private.downtimes values (${past(reserved, from)}, ${past(reserved, to)})`;
    await leave(cast.ana, reserved, past(reserved, 60));
    expect(await read(reserved)).toEqual(expected);
  });

  test('costs nothing where the product has been down since then, which the next run of the jobs keeps', async () => {
    await post();
    const reserved = await stay(61);
    const stopped = past(reserved, 5);
    await sql`insert into private.due_work values ('run_due_work', ${stopped})`;
    expect(await quote(cast.ana, reserved)).toBe(0);
    await sql`select private.run_scheduled_jobs_once()`;
    expect(await sql`select began_at from private.downtimes`).toEqual([{ began_at: stopped }]);
    expect(await quote(cast.ana, reserved)).toBe(0);
  });
});

describe('what the wallet does not have', () => {
  let reserved: Reservation;
  beforeEach(async () => {
    await post();
    reserved = await stay(60, 1);
    await leave(cast.ana, reserved, past(reserved, 60));
  });
  const book = () => money.book(sql, cast.ana, { ...space, from: 30, to: 31 });

  test('is owed, and the wallet pays it when the driver books again, as income of that day', async () => {
    expect(await read(reserved)).toEqual([5, 'owed']);
    await money.fillWallet(sql, cast.ana, 9);
    await book();
    expect([await read(reserved), await money.balanceOf(sql, cast.ana)]).toEqual([[5, 'paid'], 0]);
    expect((await money.paidFor(sql, reserved)).paid).toBe(15);
  });

  test('is paid at the desk, in a drawer', async () => {
    const cashier = await work('cashier');
    await money.openShift(sql, cashier);
    const cash = await money.sumOf(sql, 'cash');
    expect(await errorOf(pay(cast.admin, reserved, 5))).toMatchObject({ hint: 'wallet-too-low', detail: '4.00' });
    expect(await problemOf(pay(cashier, reserved, 4.99, 5))).toBe('price-changed');
    await pay(cashier, reserved, 5, 5);
    await pay(cashier, reserved, 5, 5);
    expect([await read(reserved), await money.sumOf(sql, 'cash')]).toEqual([[5, 'paid'], cash - 5]);
  });

  test('stands on receipts of its own', async () => {
    await doDueWork(sql);
    await pay(cast.admin, reserved, 5, 5);
    await doDueWork(sql);
    expect((await listReceipts(sql, reserved.id)).map(({ amount, tax }) => [amount, tax])).toEqual([
      ['10.00', '1.53'],
      ['5.00', '0.76'],
    ]);
  });

  /** By card, as the wallet would pay what is owed first. */
  const hold = (from: number) => money.book(sql, cast.ana, { ...space, from, to: from + 1, method: 'card' });
  test('lets the driver book once more, and not twice', async () => {
    await hold(30);
    expect(await errorOf(hold(40))).toMatchObject({ hint: 'overstay-owed', detail: '5.00' });
    await pay(cast.admin, reserved, 5, 5);
    await hold(40);
  });

  test('lets the driver book nothing above the limit', async () => {
    await sql`update private.limits set owed_by_driver = 4`;
    expect(await problemOf(hold(30))).toBe('overstay-owed');
    await sql`update private.limits set owed_by_driver = 1000`;
    await hold(30);
  });

  test('is paid by what the driver puts into the wallet', async () => {
    await money.topUp(sql, cast.ana, 10);
    expect([await read(reserved), await money.balanceOf(sql, cast.ana)]).toEqual([[5, 'paid'], 6]);
  });

  test('is waived by a manager with a reason, which counts as a gift', async () => {
    const manager = await work('manager');
    expect(await problemOf(waive(manager, reserved, 'No'))).toBe('reason-required');
    await waive(manager, reserved);
    await waive(manager, reserved);
    expect(await read(reserved)).toEqual([5, 'waived']);
    expect(await sql`select kind, amount from private.gifts where reservation_id = ${reserved.id}`).toEqual([
      { kind: 'unpaid', amount: '5.00' },
    ]);
  });
});

describe('what is not proven', () => {
  let reserved: Reservation;
  const leaveUnseen = async (left: number) => {
    await post();
    reserved = await stay(300, left);
    await leave(cast.ana, reserved, past(reserved, 5));
  };

  test('keeps nobody from booking', async () => {
    await leaveUnseen(1);
    for (const from of [30, 40]) await money.book(sql, cast.ana, { ...space, from, to: from + 1, method: 'card' });
    expect(await read(reserved)).toEqual([25, 'unproven']);
  });

  test('is taken from the wallet, owed or waived as a manager decides', async () => {
    await leaveUnseen(50);
    const manager = await work('manager');
    const owe = (actor: Actor) => as(sql, actor)`select public.pay_overstay(${reserved.id}, 'card', 25)`;
    expect(await problemOf(owe(await work('cashier')))).toBe('42501');
    await pay(manager, reserved, 25);
    expect([await read(reserved), await money.balanceOf(sql, cast.ana)]).toEqual([[25, 'paid'], 25]);

    await leaveUnseen(0);
    await sql`update public.profiles set wallet_balance = 0 where user_id = ${cast.ana.id}`;
    await owe(manager);
    await owe(manager);
    expect(await read(reserved)).toEqual([25, 'owed']);

    await leaveUnseen(0);
    await waive(manager, reserved);
    expect(await read(reserved)).toEqual([25, 'waived']);
  });
});

test('the next driver moves free of charge, and the report names the reservation that kept the space', async () => {
  await post();
  const [own = '', other = ''] = await createZone(sql, ['S-1', 'S-2']);
  const zone = await readValue<string>(sql`select zone_id from public.parking_spaces where id = ${own}`);
  await as(sql, cast.admin)`update public.parking_zones set overstay = ${sql.json(TERMS)} where id = ${zone}`;
  await withoutRules(sql)`update public.parking_zones set overstay_since = now() - interval '1 day' where id = ${zone}`;
  await money.fillWallet(sql, cast.ana, 60);
  await money.fillWallet(sql, cast.beto, 10);
  const late = await money.book(sql, cast.ana, { spaceId: own, from: -3, to: -1 });
  const next = await money.book(sql, cast.beto, { spaceId: own, from: 0.2, to: 2.2 });
  await as(sql, cast.beto)`select public.swap_space(${next.id}, ${own}, ${randomUUID()})`;
  const rows = await sql`
    select parking_space_id, late_reservation_id, new_parking_space_id, (select paid from private.paid_for(${next.id}))
    from public.space_reports where reservation_id = ${next.id}`;
  expect(rows).toEqual([
    { parking_space_id: own, late_reservation_id: late.id, new_parking_space_id: other, paid: '10.00' },
  ]);
  await leave(cast.ana, late, past(late, 60));
  await as(sql, cast.ana)`
    insert into public.user_messages (user_id, sender_type, message, reservation_id)
    values (${cast.ana.id}, 'user', 'The gate was closed', ${late.id})`;
  const told = await readValue(as(sql, cast.admin)`select public.stay_at_desk(${late.id}) -> 'overstay'`);
  expect(told).toMatchObject({ state: 'paid', objection: 'The gate was closed', reported_at: expect.any(String) });
});

test('a driver whose grace has passed cannot extend instead, and staff can', async () => {
  await post({ ...TERMS, value: 2 });
  const inGrace = await stay(5);
  await extend(sql, cast.ana, inGrace, 1);
  await leave(cast.ana, inGrace, new Date());
  const late = await stay(180);
  expect(await problemOf(extend(sql, cast.ana, late, 4))).toBe('extension-too-long');
  await as(sql, cast.admin)`select public.extend_reservation(${late.id}, 4, ${late.end_time}, null, ${WHY})`;
});

test('the driver is told what was charged, what is owed, what staff looks at, and what was waived', async () => {
  await sql`update public.installation_settings set notifications_enabled = true, email_notifications = true`;
  await post();
  const tell = async (minutesAgo: number, left: number) => {
    const { ana } = await money.createDrivers(sql);
    await sql`insert into public.user_settings (user_id, email_notifications) values (${ana.id}, true)
      on conflict (user_id) do update set email_notifications = true`;
    const reserved = await stay(minutesAgo, left, ana);
    await leave(ana, reserved, past(reserved, 60));
    return { ana, reserved };
  };
  const told = ({ ana }: { ana: Actor }) => sql`
    select content ->> 'event' as event, (content ->> 'amount')::float as amount, content #>> '{reservation,zone_name}' as zone
    from public.notifications where user_id = ${ana.id} and kind = 'overstay' order by created_at`;
  expect(await told(await tell(60, 50))).toEqual([{ event: 'paid', amount: 5, zone: 'Naco' }]);
  expect(await told(await tell(300, 50))).toEqual([{ event: 'unproven', amount: 25, zone: 'Naco' }]);
  const owing = await tell(60, 1);
  await waive(cast.admin, owing.reserved);
  expect((await told(owing)).map(({ event }) => event)).toEqual(['owed', 'waived']);
});

test('what was paid goes back to the wallet where it is waived, as any refund of the reservation', async () => {
  await post();
  const reserved = await stay(60);
  await leave(cast.ana, reserved, past(reserved, 60));
  const manager = await work('manager');
  await waive(manager, reserved);
  await waive(manager, reserved);
  expect([await read(reserved), await money.balanceOf(sql, cast.ana)]).toEqual([[5, 'waived'], 50]);
  expect(await money.paidFor(sql, reserved)).toEqual({ paid: 10, tax: 1.53 });
  expect(await sql`select kind, amount from private.gifts where reservation_id = ${reserved.id}`).toEqual([
    { kind: 'refund', amount: '5.00' },
  ]);
});

test('a driver is reminded more often where it costs to stay', async () => {
  await sql`update public.installation_settings set notifications_enabled = true, email_notifications = true`;
  const remind = async (minutesAgo: number) => {
    const { ana } = await money.createDrivers(sql);
    await sql`insert into public.user_settings (user_id, email_notifications) values (${ana.id}, true)
      on conflict (user_id) do update set email_notifications = true`;
    const { id } = await stay(minutesAgo, 50, ana);
    await sql`delete from private.due_work`;
    await sql`select private.add_reminders()`;
    const rows = await sql<{ kind: string; costs: boolean }[]>`
      select kind, content ->> 'grace_ends' is not null as costs from public.notifications
      where reservation_id = ${id} and kind <> 'confirmed' and state = 'pending' order by kind`;
    await as(sql, ana)`update public.reservations set status = 'completed' where id = ${id}`;
    return rows.map(({ kind, costs }) => (costs ? `${kind}, costs` : kind));
  };
  expect([await remind(-4), await remind(1), await remind(6)]).toEqual([[], [], ['reservation_over']]);
  await post();
  expect([await remind(-4), await remind(1), await remind(6)]).toEqual([
    ['ends_soon, costs'],
    ['reservation_over, costs'],
    ['reservation_over, costs', 'reservation_over, costs'],
  ]);
});
