import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { removeOldData } from '../../server/start/jobs.ts';
import {
  type Actor,
  ANONYMOUS,
  addVehicle,
  as,
  createGuest,
  createPastReservation,
  hoursFromNow,
  one,
  problemOf,
  readValue,
  refusalOf,
  withoutRules,
} from './as.ts';
import { change, readReservation } from './changes-world.ts';
import * as money from './money-world.ts';
import { openMoney } from './world.ts';

// Guests park from a sign without an account. A space costs 5 an hour, and a plate is a guest's own.

const { sql, cast, space } = await openMoney();
let guest: Actor;
let plate: string;
const nextPlate = () => randomUUID().replaceAll('-', '').slice(0, 8).toUpperCase();
beforeEach(async () => {
  plate = nextPlate();
  guest = await createGuest(sql, plate);
  await sql`update public.installation_settings set charges_drivers = true`;
});

const NOW = { from: 0, to: 2 };
const addSpaces = async (count: number): Promise<string[]> => {
  const rows = await sql<{ id: string }[]>`
    insert into public.parking_spaces (name, zone_id, hourly_rate)
    select 'B-' || n, ${space.zoneId}, 5 from generate_series(1, ${count}) n returning id`;
  return rows.map(({ id }) => id);
};
const hold = (actor: Actor, more: Partial<money.NewPaidReservation> = {}) =>
  money.book(sql, actor, { ...space, ...NOW, method: 'card', ...more });
const park = async (actor: Actor, more: Partial<money.NewPaidReservation> = {}) => {
  const held = await hold(actor, more);
  await money.capture(sql, await money.startPayment(sql, actor, { purpose: 'reservation', reservation: held.id }));
  return held;
};
const signOf = async (table: 'parking_zones' | 'parking_spaces', id: string) =>
  readValue<string>(sql`select sign from ${sql(table)} where id = ${id}`);
type Place = {
  zone: { id: string; name: string };
  space: { id: string } | null;
  free: { id: string; name: string; lowest_rate: number; free_until: string | null }[];
};
const readSign = async (sign: string | null, actor = ANONYMOUS) =>
  readValue<Place | null>(as(sql, actor)`select public.read_sign(${sign})`);

describe('a sign', () => {
  test('has eight letters that do not look alike, and no letter misread or exchanged opens another place', async () => {
    await addSpaces(60);
    const rows = await sql<{ sign: string }[]>`
      select sign from public.parking_zones union all select sign from public.parking_spaces`;
    const signs = new Set(rows.map(({ sign }) => sign));
    expect(signs.size).toBe(rows.length);
    const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
    for (const sign of signs) {
      expect(sign).toMatch(/^[2-9A-HJKMNP-Z]{8}$/);
      for (let place = 0; place < 8; place += 1) {
        const misread = [...letters].filter((letter) => letter !== sign[place]);
        for (const letter of misread)
          expect(signs).not.toContain(sign.slice(0, place) + letter + sign.slice(place + 1));
        const exchanged = sign.replace(/(.)(.)$/, '$2$1');
        if (exchanged !== sign) expect(signs).not.toContain(exchanged);
      }
    }
    const [{ misread } = { misread: '' }] = await sql<{ misread: string }[]>`
      select count(*)::text as misread from (
        select overlay(s.sign placing letter from place) as code, place from public.parking_spaces s,
          unnest(regexp_split_to_array(private.sign_letters(), '')) letter, generate_series(1, 8) place
        where substr(s.sign, place, 1) <> letter
      ) tried where private.check_letter(left(code, 7)) = right(code, 1)`;
    expect(misread).toBe('0');
  });

  test('is read by everybody, however it is typed; another code is nothing', async () => {
    const sign = await signOf('parking_spaces', space.spaceId);
    const typed = `${sign.slice(0, 4).toLowerCase()} - ${sign.slice(4)} `;
    expect(await readSign(typed)).toMatchObject({ zone: { id: space.zoneId }, space: { id: space.spaceId } });
    for (const wrong of ['AAAAAAAA', '', null, `${sign}2`, '\u0301'.repeat(8000)])
      expect(await readSign(wrong)).toBeNull();
  });

  test('is written by nobody, and stays when the place is changed', async () => {
    const before = await signOf('parking_zones', space.zoneId);
    const write = as(sql, cast.admin)`update public.parking_zones set sign = 'AAAAAAAA' where id = ${space.zoneId}`;
    expect(await refusalOf(write)).toBe('42501');
    await as(sql, cast.admin)`update public.parking_zones set name = 'Gazcue' where id = ${space.zoneId}`;
    expect(await signOf('parking_zones', space.zoneId)).toBe(before);
  });

  test('of a space says until when it is free, and names another one when it is taken', async () => {
    const sign = await signOf('parking_spaces', space.spaceId);
    const [other] = await addSpaces(1);
    await money.fillWallet(sql, cast.ana, 100);
    const booked = await hold(cast.ana, { from: 1, to: 2, method: 'wallet' });
    const [free] = (await readSign(sign))?.free ?? [];
    expect([free?.id, free?.lowest_rate]).toEqual([space.spaceId, 5]);
    expect(new Date(free?.free_until ?? '')).toEqual(booked.start_time);
    await sql`update public.parking_spaces set status = 'occupied' where id = ${space.spaceId}`;
    expect((await readSign(sign))?.free).toEqual([
      { id: other, name: 'B-1', lowest_rate: 5, has_rates: false, free_until: null },
    ]);
  });

  test('of a zone names its free spaces', async () => {
    await addSpaces(2);
    await sql`update public.parking_spaces set status = 'maintenance' where id = ${space.spaceId}`;
    const place = await readSign(await signOf('parking_zones', space.zoneId));
    expect(place?.space).toBeNull();
    expect(place?.free.map(({ name }) => name)).toEqual(['B-1', 'B-2']);
  });
});

describe('a guest', () => {
  test('holds a space, pays for it by card, extends it and ends it', async () => {
    const held = await hold(guest);
    expect(held).toMatchObject({ status: 'held', total_amount: '10.00', vehicle_plate: plate });
    expect(Math.round((Number(held.held_until) - Date.now()) / 60_000)).toBe(10);
    const payment = await money.startPayment(sql, guest, { purpose: 'reservation', reservation: held.id });
    await money.capture(sql, payment);
    expect((await readReservation(sql, held.id)).status).toBe('active');
    const more = await money.startPayment(sql, guest, {
      purpose: 'extension',
      reservation: held.id,
      amount: 5,
      newEnd: new Date(Number(held.end_time) + 3_600_000),
    });
    await money.capture(sql, more);
    expect((await readReservation(sql, held.id)).end_time).toEqual(new Date(Number(held.end_time) + 3_600_000));
    await as(sql, guest)`update public.reservations set status = 'completed' where id = ${held.id}`;
    expect((await readReservation(sql, held.id)).status).toBe('completed');
  });

  test('parks now, on one space at a time', async () => {
    const [other] = await addSpaces(1);
    expect(await problemOf(hold(guest, { from: 24, to: 25 }))).toBe('guest-parks-now');
    expect(await problemOf(hold(guest, { from: 0.2, to: 2 }))).toBe('guest-parks-now');
    await park(guest);
    await addVehicle(sql, guest, nextPlate());
    const second = as(sql, guest)`
      insert into public.reservations (user_id, parking_space_id, start_time, end_time, vehicle_id, payment_method)
      select ${guest.id}, ${other ?? ''}, now(), now() + interval '1 hour', id, 'card' from public.vehicles
      where user_id = ${guest.id} and plate <> ${plate}`;
    expect(await problemOf(second)).toBe('guest-has-reservation');
  });

  test('needs an account for what costs nothing', async () => {
    const free = { ...space, ...NOW, method: null };
    await sql`update public.parking_spaces set hourly_rate = 0 where id = ${space.spaceId}`;
    expect(await problemOf(money.book(sql, guest, free))).toBe('guest-pays-nothing');
    await sql`update public.parking_spaces set hourly_rate = 5 where id = ${space.spaceId}`;
    await sql`update public.installation_settings set charges_drivers = false`;
    expect(await problemOf(money.book(sql, guest, free))).toBe('guest-pays-nothing');
    expect(await sql`select from public.reservations where user_id = ${guest.id}`).toHaveLength(0);
  });

  test('moves a stay that has not begun to no other time', async () => {
    const stay = await park(guest, { from: 0.05, to: 1 });
    expect(await problemOf(change(sql, guest, stay, { start: hoursFromNow(30) }))).toBe('guest-parks-now');
  });

  test('has one unpaid hold for a plate', async () => {
    const [other] = await addSpaces(1);
    await hold(guest);
    const twin = await createGuest(sql, plate);
    expect(await problemOf(hold(twin, { spaceId: other ?? '' }))).toBe('unpaid-plate');
    // A driver with an account and this plate is not kept off.
    await addVehicle(sql, cast.beto, plate);
    const [vehicle] = await sql<
      { id: string }[]
    >`select id from public.vehicles where user_id = ${cast.beto.id} and plate = ${plate}`;
    await as(sql, cast.beto)`
      insert into public.reservations (user_id, parking_space_id, start_time, end_time, vehicle_id, payment_method)
      values (${cast.beto.id}, ${other ?? ''}, now(), now() + interval '1 hour', ${vehicle?.id ?? null}, 'card')`;
  });

  test('and strangers like them hold a fifth of a zone without paying, two spaces at least', async () => {
    const spaces = await addSpaces(14);
    const holdAnother = async (spaceId: string | undefined) =>
      hold(await createGuest(sql, nextPlate()), { spaceId: spaceId ?? '' });
    const [first] = [await holdAnother(spaces[0]), await holdAnother(spaces[1]), await holdAnother(spaces[2])];
    expect(await problemOf(holdAnother(spaces[3]))).toBe('guests-hold-too-much');
    await hold(cast.beto, { spaceId: spaces[3] ?? '' });
    const payment = await money.startPayment(
      sql,
      { id: first.user_id },
      { purpose: 'reservation', reservation: first.id },
    );
    await money.capture(sql, payment);
    await holdAnother(spaces[4]);
  });

  test('and strangers like them hold as many spaces as the operator decided', async () => {
    await sql`update private.limits set guest_holds_percent = 30`;
    onTestFinished(async () => void (await sql`update private.limits set guest_holds_percent = 20`));
    const spaces = await addSpaces(9);
    const holdAnother = async (spaceId = '') => hold(await createGuest(sql, nextPlate()), { spaceId });
    for (const spaceId of spaces.slice(0, 3)) await holdAnother(spaceId);
    expect(await problemOf(holdAnother(spaces[3]))).toBe('guests-hold-too-much');
  });

  test('and strangers who come at the same moment hold no more', async () => {
    const spaces = await addSpaces(9);
    const holdAtOnce = async (plates: string[]) => {
      const guests = await Promise.all(plates.map((plate) => createGuest(sql, plate)));
      const tries = await Promise.allSettled(guests.map((one, place) => hold(one, { spaceId: spaces[place] ?? '' })));
      return tries.filter(({ status }) => status === 'fulfilled').length;
    };
    expect(await holdAtOnce(Array.from({ length: 9 }, nextPlate))).toBe(2);
    await sql`update public.reservations set status = 'lapsed' where status = 'held'`;
    expect(await holdAtOnce(Array<string>(9).fill(nextPlate()))).toBe(1);
  });

  test('who got money back parks with it when they have an account', async () => {
    await money.fillWallet(sql, guest, 20);
    const fromWallet = () => hold(guest, { method: 'wallet' });
    expect(await problemOf(fromWallet())).toBe('guest-without-wallet');
    await sql`update auth.users set is_anonymous = false, email = ${`${plate}@parqueo.test`}, email_confirmed_at = now() where id = ${guest.id}`;
    expect((await fromWallet()).status).toBe('active');
  });

  test('adds no money to a wallet and rates nothing', async () => {
    expect(await problemOf(money.beginPayment(sql, guest, { amount: 20 }))).toBe('guest-without-wallet');
    const stay = await park(guest);
    await as(sql, guest)`update public.reservations set status = 'completed' where id = ${stay.id}`;
    const rating = as(sql, guest)`
      insert into public.ratings (user_id, reservation_id, overall, cleanness, communication, accessibility)
      values (${guest.id}, ${stay.id}, 1, 1, 1, 1)`;
    expect(await refusalOf(rating)).toBe('42501');
  });

  test('hears until when a plate is parked here, ten times an hour, and never about their own', async () => {
    const sign = await signOf('parking_zones', space.zoneId);
    const ask = async (actor: Actor, asked = plate) =>
      (
        await one(
          as(sql, actor)<{ found: { until: string; stay: unknown } | null }[]>`
            select public.find_parked_plate(${sign}, ${asked}) as found`,
        )
      ).found;
    const stay = await park(guest);
    const other = await createGuest(sql, nextPlate());
    const found = await ask(other, ` ${plate.slice(0, 3)}-${plate.slice(3).toLowerCase()}`);
    expect(found).toEqual({ until: expect.anything(), stay: null });
    expect(new Date(found?.until ?? '')).toEqual(stay.end_time);
    await withoutRules(sql)`update public.reservations set is_open = true, end_time = now() where id = ${stay.id}`;
    expect(await ask(other)).toMatchObject({ stay: { id: stay.id } });
    expect(await ask(guest)).toBeNull();
    expect(await ask(other, nextPlate())).toBeNull();
    const answers = await Promise.allSettled(Array.from({ length: 30 }, () => ask(other)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
    expect(await problemOf(ask(other))).toBe('too-many-plates');
    expect(await refusalOf(ask(ANONYMOUS))).toBe('42501');
  });

  test('who never paid is removed after thirty days, and an old reservation stays without them', async () => {
    const age = (person: Actor) => sql`
      update auth.users set created_at = now() - interval '31 days', last_sign_in_at = now() - interval '31 days'
      where id = ${person.id}`;
    const payer = guest;
    const parked = await createGuest(sql, nextPlate());
    const recent = await createGuest(sql, nextPlate());
    const held = await hold(payer);
    await money.capture(sql, await money.startPayment(sql, payer, { purpose: 'reservation', reservation: held.id }));
    const old = await createPastReservation(sql, parked, { ...space, endedHoursAgo: 31 * 24 });
    for (const person of [payer, parked]) await age(person);
    await removeOldData(sql);
    const left = await sql`
      select id from auth.users where id = any (${[payer, parked, recent].map(({ id }) => id)}::uuid[])`;
    expect(new Set(left.map(({ id }) => id))).toEqual(new Set([payer.id, recent.id]));
    const [row] = await sql`select user_id, status from public.reservations where id = ${old}`;
    expect(row).toEqual({ user_id: null, status: 'completed' });
  });

  test('leaves nothing of what they did not pay', async () => {
    const held = await hold(guest);
    await money.endHold(sql, held);
    await sql`update public.reservations set status = 'lapsed' where id = ${held.id}`;
    const left = async () => {
      await removeOldData(sql);
      return (await sql`select from public.reservations where id = ${held.id}`).length;
    };
    await sql`delete from auth.users where id = ${guest.id}`;
    expect(await left()).toBe(1);
    await withoutRules(
      sql,
    )`update public.reservations set created_at = now() - interval '31 days' where id = ${held.id}`;
    expect(await left()).toBe(0);
  });
});
