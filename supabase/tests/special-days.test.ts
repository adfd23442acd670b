import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { type Actor, as, createSpace, employ, errorOf, hoursFromNow, one, problemOf, readValue } from './as.ts';
import {
  change,
  createReservation,
  createZone,
  extend,
  type Reservation,
  readReservation,
  swap,
} from './changes-world.ts';
import * as money from './money-world.ts';
import { createRates } from './rates-world.ts';
import { resolve, type TouchedReservation } from './space-status-world.ts';
import { openMoney } from './world.ts';

// Opening hours, closed days, and days with other prices. An hour costs 5.

const { sql, cast, space } = await openMoney();

/** An hour of the country's clock, so many days from today. */
const at = (days: number, clock: string) =>
  readValue<Date>(sql`select private.start_of_day(private.country_day(now()) + ${days}::int) + ${clock}::interval`);
const dayFromNow = (days: number) => readValue<string>(sql`select (private.country_day(now()) + ${days}::int)::text`);
const weekdayOf = (days: number) =>
  readValue<string>(sql`select extract(isodow from private.country_day(now()) + ${days}::int)::text`);

beforeAll(() => sql`update public.installation_settings set max_reservation_hours = 168`);

const ALL_DAYS = '1234567';
const openFrom = (hours: { days?: string; from: number; to: number }[], zoneId = space.zoneId) =>
  sql`update public.parking_zones set opening_hours = ${sql.json(hours.map((one) => ({ days: ALL_DAYS, ...one })))}
    where id = ${zoneId}`;

async function book(starts: Date, ends: Date, spaceId = space.spaceId, driver: Actor = cast.ana): Promise<Reservation> {
  return one(as(sql, driver)<Reservation[]>`
    insert into public.reservations
      (id, user_id, parking_space_id, start_time, end_time, total_amount, status, vehicle_id, payment_method)
    values (${randomUUID()}, ${driver.id}, ${spaceId}, ${starts}, ${ends}, 0, 'active',
      (select id from public.vehicles where user_id = ${driver.id} limit 1), 'wallet')
    returning *`);
}

type Special = {
  kind?: string;
  zone?: string | null;
  day?: number;
  until?: number;
  name?: string;
  table?: string;
  price?: number;
};

async function addDay(actor: Actor, special: Special = {}, resolutions: object[] = [], id = randomUUID()) {
  const {
    kind = 'closed',
    zone = space.zoneId,
    day = 3,
    until = day,
    name = 'Navidad',
    table = null,
    price = null,
  } = special;
  const first = await dayFromNow(day);
  const last = await dayFromNow(until);
  await as(
    sql,
    actor,
  )`select public.add_special_day(${id}, ${zone}, ${first}, ${last}, ${kind}, ${name}, ${table}, ${price},
    ${sql.json(resolutions as never)})`;
  return id;
}

const listHit = async (actor: Actor, day: number, until = day, zone: string | null = space.zoneId) =>
  as(sql, actor)<(TouchedReservation & { paid: string; driver: string })[]>`
    select id, parking_space_id, start_time::text, end_time::text, phase, paid, driver
    from public.list_touched_reservations(null, ${await at(until + 1, '00:00')}, ${await at(day, '00:00')}, ${zone})`;

test('a stay begins and ends within the hours to the minute, and may last through the night between', async () => {
  await money.fillWallet(sql, cast.ana, 10_000);
  await openFrom([{ from: 360, to: 1320 }]);
  const tries = [
    ['06:00', '22:00', 1],
    ['05:59', '08:00', 1],
    ['20:00', '22:01', 1],
    ['22:00', '23:00', 1],
    ['21:00', '06:00', 2],
    ['21:00', '07:00', 2],
  ] as const;
  const outcomes: unknown[] = [];
  for (const [from, to, until] of tries) {
    const booking = book(await at(1, from), await at(until, to));
    const found = await booking.then(
      ({ id }) => id,
      (error: unknown) => error,
    );
    if (typeof found === 'string') await as(sql, cast.ana)`select public.cancel_reservation(${found})`;
    outcomes.push(
      typeof found === 'string' ? 'booked' : [(found as { hint: string }).hint, (found as { detail: string }).detail],
    );
  }
  const refused = ['zone-outside-hours', '06:00–22:00'];
  expect(outcomes).toEqual(['booked', refused, refused, refused, refused, 'booked']);
});

test('hours past midnight belong to the day on which they begin', async () => {
  await money.fillWallet(sql, cast.ana, 10_000);
  const today = await weekdayOf(1);
  await openFrom([{ days: today, from: 1200, to: 120 }]);
  const late = await errorOf(book(await at(2, '01:30'), await at(2, '02:01')));
  // The next day has no hours of its own, and is named.
  expect([late.hint, late.detail]).toMatchObject(['zone-closed', expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/)]);
  expect(await problemOf(book(await at(1, '01:00'), await at(1, '01:30')))).toBe('zone-outside-hours');
  await book(await at(1, '20:00'), await at(2, '02:00'));
});

test.each([
  [[]],
  [{}],
  [[{ days: '8', from: 0, to: 60 }]],
  [[{ days: '1', from: 1440, to: 60 }]],
  [[{ days: '1', from: 0 }]],
  [[[{ days: '1', from: 0, to: 60 }]]],
  [[{ days: '1', from: [0, 9999], to: 60 }]],
  [Array(15).fill({ days: '1', from: 0, to: 60 })],
])('hours that are %j are rejected', async (hours) => {
  const work = sql`update public.parking_zones set opening_hours = ${sql.json(hours as never)} where id = ${space.zoneId}`;
  expect((await errorOf(Promise.resolve(work))).code).toBe('23514');
});

test('no part of a stay is on a closed day of its zone, or of all zones, until the day is ended', async () => {
  await money.fillWallet(sql, cast.ana, 10_000);
  const day = await addDay(cast.admin, { day: 3, until: 4 });
  const tries = () =>
    Promise.all([
      problemOf(book(hoursFromNow(30), hoursFromNow(120))),
      at(4, '23:00').then(async (start) => problemOf(book(start, await at(5, '01:00')))),
    ]);
  expect(await tries()).toEqual(['zone-closed', 'zone-closed']);
  expect((await errorOf(book(await at(3, '10:00'), await at(3, '11:00')))).detail).toBe('Navidad');
  await book(await at(2, '22:00'), await at(3, '00:00'));
  await book(await at(5, '00:00'), await at(5, '01:00'));
  const other = await createSpace(sql);
  await book(await at(3, '14:00'), await at(3, '15:00'), other.spaceId);
  await as(sql, cast.admin)`select public.end_special_day(${day})`;
  await as(sql, cast.admin)`select public.end_special_day(${day})`;
  await book(await at(3, '10:00'), await at(3, '11:00'));
  const everywhere = await addDay(cast.admin, { zone: null, day: 9 });
  expect(await problemOf(book(await at(9, '10:00'), await at(9, '11:00'), other.spaceId))).toBe('zone-closed');
  await as(sql, cast.admin)`select public.end_special_day(${everywhere})`;
});

test('a stay is not extended or changed into a closed time, and what is booked stays, also on another space', async () => {
  const [from = '', other = ''] = await createZone(sql, ['B-1', 'B-2']);
  const zone = await readValue<string>(sql`select zone_id from public.parking_spaces where id = ${from}`);
  await money.fillWallet(sql, cast.ana, 10_000);
  const now = await createReservation(sql, cast.ana, { spaceId: from, from: -0.2, to: 1 });
  const later = await book(await at(2, '10:00'), await at(2, '12:00'), from);
  // Closed from then on: the hours are those of a minute of the week.
  await openFrom([{ days: await weekdayOf(1), from: 0, to: 1 }], zone);
  await addDay(cast.admin, { zone, day: 5 });
  expect(await problemOf(extend(sql, cast.ana, now, 1))).toMatch(/^zone-/);
  expect(await problemOf(change(sql, cast.ana, later, { hours: 3 }))).toMatch(/^zone-/);
  expect((await swap(sql, cast.ana, now)).parking_space_id).toBe(other);
  expect(await readReservation(sql, later.id)).toMatchObject({ start_time: later.start_time, total_amount: '10.00' });
});

test('searches, maps and the spaces to move to leave out what is closed', async () => {
  const near = await createSpace(sql);
  const starts = await at(3, '10:00');
  const ends = await at(3, '11:00');
  const search = () => sql`
    select (select s.status from public.find_spaces(${starts}, ${ends}) s where s.id = ${space.spaceId}) as status,
      (select z.available_count::int from public.find_zones(${starts}, ${ends}) z where z.id = ${space.zoneId}) as listed,
      (select z.available_count::int from public.find_map_zones(-70, 18, -69, 19, ${starts}, ${ends}) z
        where z.id = ${space.zoneId}) as mapped`;
  const stay = await createReservation(sql, cast.ana, { spaceId: near.spaceId, from: 80, to: 81 });
  const others = async () =>
    (
      await sql<{ id: string }[]>`
      select o.id from public.reservations r, private.find_other_spaces(r) o where r.id = ${stay.id}`
    ).map(({ id }) => id);
  await sql`update public.reservations set status = 'cancelled' where id = ${stay.id}`;
  expect(await search()).toEqual([{ status: 'available', listed: 1, mapped: 1 }]);
  const day = await addDay(cast.admin, { day: 3 });
  expect(await search()).toEqual([{ status: 'closed', listed: 0, mapped: 0 }]);
  await as(sql, cast.admin)`select public.end_special_day(${day})`;
  expect(await others()).toContain(space.spaceId);
  await openFrom([{ days: await weekdayOf(1), from: 0, to: 1 }]);
  expect(await search()).toEqual([{ status: 'closed', listed: 0, mapped: 0 }]);
  expect(await others()).not.toContain(space.spaceId);
});

test('closing a day lists the reservations that it hits, and keeps, cancels or moves each, once', async () => {
  await sql`update public.parking_zones set latitude = 18.6 where id = ${space.zoneId}`;
  const [target = ''] = await createZone(sql, ['P-1'], { latitude: 18.6 });
  for (const driver of [cast.ana, cast.beto]) await money.fillWallet(sql, driver, 1000);
  const kept = await book(await at(2, '23:00'), await at(3, '01:00'));
  const cancelled = await book(await at(3, '10:00'), await at(3, '12:00'));
  const moved = await book(await at(3, '14:00'), await at(3, '15:00'), space.spaceId, cast.beto);
  await book(await at(4, '10:00'), await at(4, '12:00'));
  const hit = await listHit(cast.admin, 3);
  expect(hit.map(({ id, phase, paid }) => [id, phase, Number(paid)])).toEqual([
    [kept.id, 'future', 10],
    [cancelled.id, 'future', 10],
    [moved.id, 'future', 5],
  ]);
  expect(
    await problemOf(
      addDay(
        cast.admin,
        { day: 3 },
        hit.slice(0, 1).map((one) => resolve(one, 'keep')),
      ),
    ),
  ).toBe('touched-reservations-changed');
  const actions = ['keep', 'cancel', 'move'];
  const resolutions = hit.map((one, index) => resolve(one, actions[index] ?? '', index === 2 ? target : null));
  const before = await money.balanceOf(sql, cast.ana);
  const id = await addDay(cast.admin, { day: 3 }, resolutions);
  // The response was lost.
  await addDay(cast.admin, { day: 3 }, resolutions, id);
  expect(await money.balanceOf(sql, cast.ana)).toBe(before + 10);
  expect([
    (await readReservation(sql, kept.id)).status,
    (await readReservation(sql, cancelled.id)).status,
    (await readReservation(sql, moved.id)).parking_space_id,
  ]).toEqual(['active', 'cancelled', target]);
  expect(await sql`select count(*)::int from public.special_days where zone_id = ${space.zoneId}`).toEqual([
    { count: 1 },
  ]);
});

test('a reservation that somebody is paying for is released, and not booked when the money comes late', async () => {
  const { payment } = await money.holdAndPay(sql, cast.ana, { spaceId: space.spaceId, from: 70, to: 71 });
  const [held] = await listHit(cast.admin, 2, 4);
  expect(held?.phase).toBe('held');
  await addDay(cast.admin, { day: 2, until: 4 }, held ? [resolve(held, 'release')] : []);
  expect(await money.capture(sql, payment)).not.toBe('booked');
  expect((await readReservation(sql, held?.id ?? '')).status).toBe('lapsed');
});

test('a stay that touches the day of an event costs its price at least; the dearest of several holds', async () => {
  await money.fillWallet(sql, cast.ana, 10_000);
  await addDay(cast.admin, { kind: 'event', day: 3, price: 100, name: 'Juego' });
  await addDay(cast.admin, { kind: 'event', day: 3, price: 40, name: 'Feria', zone: null });
  const costs = async (from: Date, to: Date) => {
    const [row] = await sql<{ amount: string; lines: { key: string; name?: string }[] }[]>`
      select q ->> 'amount' as amount, q -> 'lines' as lines from public.quote_reservation(${space.spaceId}, ${from}, ${to}) q`;
    const booked = await book(from, to);
    await as(sql, cast.ana)`select public.cancel_reservation(${booked.id})`;
    expect(Number(booked.total_amount)).toBe(Number(row?.amount));
    return [Number(booked.total_amount), row?.lines[0]?.name ?? row?.lines[0]?.key];
  };
  expect(await costs(await at(3, '10:00'), await at(3, '11:00'))).toEqual([100, 'Juego']);
  expect(await costs(await at(2, '23:00'), await at(3, '00:00'))).toEqual([5, 'hours']);
  expect(await costs(await at(2, '23:00'), await at(3, '00:01'))).toEqual([100, 'Juego']);
  expect(await costs(await at(3, '01:00'), await at(4, '02:00'))).toEqual([125, 'hours']);
  const flags = () => sql`select has_rates from public.parking_zones where id = ${space.zoneId}`;
  expect(await flags()).toEqual([{ has_rates: true }]);
  await sql`update public.special_days set first_day = first_day - 10, last_day = last_day - 10`;
  await sql`select private.end_past_days()`;
  expect(await flags()).toEqual([{ has_rates: false }]);
  await sql`update public.special_days set ended_at = now() where ended_at is null`;
});

test('what was booked before an event was announced, or while it was, keeps its price when it is longer', async () => {
  await money.fillWallet(sql, cast.ana, 10_000);
  const before = await book(await at(3, '10:00'), await at(3, '12:00'));
  const event = await addDay(cast.admin, { kind: 'event', day: 3, price: 100 });
  const during = await book(await at(3, '14:00'), await at(3, '16:00'));
  await as(sql, cast.admin)`select public.end_special_day(${event})`;
  expect((await change(sql, cast.ana, before, { hours: 3 })).total_amount).toBe('15.00');
  const longer = await change(sql, cast.ana, during, { hours: 3 });
  const moved = await change(sql, cast.ana, longer, { start: await at(4, '14:00') });
  expect([longer.total_amount, moved.total_amount]).toEqual(['100.00', '15.00']);
});

test('an extension into the day of an event costs what the whole then costs more', async () => {
  await money.fillWallet(sql, cast.ana, 10_000);
  await addDay(cast.admin, { kind: 'event', day: 1, price: 300 });
  const stay = await money.book(sql, cast.ana, { spaceId: space.spaceId, from: 200, to: 201 });
  await money.moveReservation(sql, stay, -200.1);
  const seen = await readReservation(sql, stay.id);
  const longer = await extend(sql, cast.ana, seen, 40);
  expect([longer.total_amount, (await money.paidFor(sql, stay)).paid]).toEqual(['300.00', 300]);
  expect((await extend(sql, cast.ana, longer, 1)).total_amount).toBe('300.00');
  await sql`update public.special_days set ended_at = now() where ended_at is null`;
});

test('a stay that begins on a day with a table is priced by it, and keeps its version', async () => {
  await money.fillWallet(sql, cast.ana, 10_000);
  const everywhere = await createRates(sql, { per_hour: 7 });
  const own = await createRates(sql, { per_hour: 50 });
  const all = await addDay(cast.admin, { kind: 'table', day: 3, table: everywhere, zone: null });
  const costOf = async (day: number, clock: string) => {
    const booked = await book(await at(day, clock), new Date((await at(day, clock)).getTime() + 3_600_000));
    return [booked, Number(booked.total_amount)] as const;
  };
  expect((await costOf(3, '08:00'))[1]).toBe(7);
  const day = await addDay(cast.admin, { kind: 'table', day: 3, table: own });
  const [booked, price] = await costOf(3, '10:00');
  expect([price, (await costOf(2, '10:00'))[1]]).toEqual([50, 5]);
  await as(sql, cast.admin)`select public.end_special_day(${day})`;
  await as(sql, cast.admin)`select public.end_special_day(${all})`;
  expect((await change(sql, cast.ana, booked, { hours: 2 })).total_amount).toBe('100.00');
  expect((await costOf(3, '14:00'))[1]).toBe(5);
});

test.each<[Special, string]>([
  [{ day: -1 }, 'special-days-out-of-range'],
  [{ day: 4, until: 3 }, 'special-days-out-of-range'],
  [{ day: 3, until: 370 }, 'special-days-out-of-range'],
  [{ kind: 'event' }, '23514'],
  [{ kind: 'event', price: -1 }, '23514'],
  [{ kind: 'table' }, '23514'],
  [{ kind: 'closed', price: 5 }, '23514'],
  [{ name: ' ' }, '23514'],
  [{ kind: 'feast' }, '23514'],
])('a day that is %j is rejected', async (special, problem) => {
  expect(await problemOf(addDay(cast.admin, special))).toBe(problem);
});

test('a car is let in while its zone is open, and its stay ends when it leaves', async () => {
  await employ(sql, cast.beto, 'manager', space.zoneId);
  const enter = () => as(sql, cast.beto)`select public.enter_plate(${randomUUID()}, ${space.zoneId}, 'A999888')`;
  await openFrom([{ days: await weekdayOf(2), from: 0, to: 60 }]);
  expect(await problemOf(enter())).toMatch(/^zone-/);
  await openFrom([{ days: await weekdayOf(0), from: 0, to: 1440 }]);
  await addDay(cast.admin, { day: 1 });
  await enter();
});
