import { addHours } from 'date-fns/addHours';
import { beforeEach, describe, expect, test } from 'vitest';
import { createPeriod } from '../../domain/days/period.ts';
import { createTextFilter, foldText } from '../../domain/plain-text.ts';
import type { ReservationStatus } from '../../domain/reservations/reservation.ts';
import { getTimeState } from '../../domain/reservations/times.ts';
import { type Actor, ANONYMOUS, addVehicle, as, createCast, createSpace, reserve, withoutRules } from './as.ts';
import { openWorld } from './world.ts';

// What is found by which words, and in which order lists have names.

const { sql, cast } = await openWorld();
beforeEach(
  () => withoutRules(sql)`delete from public.profiles where user_id <> all(${Object.values(cast).map(({ id }) => id)})`,
);

const findReservations = async (actor: Actor, words: string) => {
  const rows = await as(sql, actor)<{ id: string }[]>`select id from public.search_admin_reservations(${words})`;
  return rows.map(({ id }) => id);
};
const findUsers = async (actor: Actor, words: string) => {
  const rows = await as(sql, actor)<{ user_id: string }[]>`select user_id from public.search_admin_users(${words})`;
  return rows.map(({ user_id }) => user_id);
};
type Driver = {
  user_id: string;
  full_name: string;
  status: string;
  is_confirmed: boolean;
  vehicles: { plate: string }[];
  has_unverified_phone: boolean;
};
const findDrivers = (words: string | null) =>
  as(sql, cast.admin)<Driver[]>`select * from public.find_drivers(${words})`;
const idsOfDrivers = async (words: string | null) => (await findDrivers(words)).map(({ user_id }) => user_id);
const setProfile = ({ id }: Actor, values: Record<string, string | Date | null>) =>
  sql`update public.profiles set ${sql(values)} where user_id = ${id}`;
const rename = (actor: Actor, name: string | null) => setProfile(actor, { full_name: name });
const listed = (actor: Actor, id: string) => as(sql, actor)`select * from public.admin_reservations where id = ${id}`;

/** A reservation of Ana's, on a space whose name and place nobody else has. */
async function anasReservation(name = 'Bahía-7', location = 'Calle El Conde 105') {
  const { spaceId, zoneId } = await createSpace(sql);
  await sql`update public.parking_spaces set name = ${name}, location = ${location} where id = ${spaceId}`;
  const { id } = await reserve(sql, cast.ana, { spaceId, from: 1, to: 3.5 });
  return { id, spaceId, zoneId };
}

const TYPED = ['maximo gomez', 'MÁXIMO GÓMEZ', 'Ma\u0301ximo Go\u0301mez', 'ximo go'];

describe('reservations', () => {
  test('are listed with person and space for administrators', async () => {
    const { id } = await anasReservation();
    const row = { id, user_name: 'Ana', user_email: cast.ana.email, space_name: 'Bahía-7', zone_name: 'Naco' };
    const place = {
      space_location: 'Calle El Conde 105',
      duration_hours: 2.5,
      total_amount: '12.50',
      time_state: 'future',
    };
    expect(await listed(cast.admin, id)).toMatchObject([{ ...row, ...place }]);
  });

  test('are found by name, address, space, place, zone and id, in any case', async () => {
    const { id, zoneId } = await anasReservation('Único-9', 'Av. Núñez de Cáceres 77');
    await sql`update public.parking_zones set name = 'Gazcue Norte' where id = ${zoneId}`;
    const address = cast.ana.email?.slice(1, 9).toUpperCase() ?? '';
    for (const words of ['ANA', address, 'único-9', 'NÚÑEZ', 'cáceres 7', 'gazcue NORTE', id, id.toUpperCase()]) {
      expect(await findReservations(cast.admin, words), words).toEqual([id]);
    }
    for (const words of ['Mella', id.slice(0, -1)]) expect(await findReservations(cast.admin, words)).toEqual([]);
  });

  test('and people are found by the first 200 letters of what is looked for', async () => {
    const { id } = await anasReservation();
    await addVehicle(sql, cast.ana, 'Z987654');
    await withoutRules(sql)`update public.reservations set vehicle_plate = 'Z987654' where id = ${id}`;
    const words = `Z987654${' '.repeat(193)}${'X'.repeat(1000)}`;
    expect(await findReservations(cast.admin, words)).toEqual([id]);
    expect(await findUsers(cast.admin, words)).toEqual([cast.ana.id]);
  });

  test('are found by four digits of a phone or more, however both are written', async () => {
    const { id } = await anasReservation('Fono-1', 'Calle Fono');
    await setProfile(cast.ana, { phone: '+1 (809) 555-0134' });
    for (const words of ['8095550134', '809-555-0134', '+1 809 555 0134', '(809) 555', '0134', '809.555']) {
      expect(await findReservations(cast.admin, words), words).toContain(id);
    }
    for (const words of ['13 4', '80-9', '5550199', '0134 a', '    ']) {
      expect(await findReservations(cast.admin, words), words).not.toContain(id);
    }
  });

  test('are past, current and future as on the screens', async () => {
    for (const status of ['active', 'completed', 'cancelled', 'expired'] satisfies ReservationStatus[]) {
      for (const [from, to] of [[-3, -1] as const, [-1, 1] as const, [1, 3] as const]) {
        const { spaceId } = await createSpace(sql);
        const { id } = await reserve(sql, cast.ana, { spaceId, from, to });
        // Nobody but an administrator completes a reservation to come.
        await withoutRules(sql)`update public.reservations set status = ${status} where id = ${id}`;
        const now = new Date();
        const state = getTimeState({ status, ...createPeriod(addHours(now, from), to - from) }, now);
        expect(await listed(cast.admin, id), `${status} ${from}`).toMatchObject([{ time_state: state }]);
      }
    }
  });
});

describe('people', () => {
  test('are counted by administrators: all, who was active within 24 hours, and who has both name and phone', async () => {
    const counts = async () => {
      const [row] = await as(sql, cast.admin)`
        select total_users::int, active_today::int, complete_profiles::int from public.admin_user_summary()`;
      return Object.values(row ?? {});
    };
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    await sql`update public.profiles set last_activity = null`;
    expect(await counts()).toEqual([4, 0, 0]);
    await setProfile(cast.ana, { last_activity: hoursAgo(23.9), phone: '+18095550101' });
    await setProfile(cast.beto, { last_activity: hoursAgo(24.1), phone: ' ' });
    await setProfile(cast.suspended, { full_name: null, phone: '+18095550102' });
    expect(await counts()).toEqual([4, 1, 1]);
    await rename(cast.ana, '  ');
    expect(await counts()).toEqual([4, 1, 0]);
  });

  test('are found by name, address, phone and plate, without accents', async () => {
    await rename(cast.beto, 'Máximo Gómez');
    for (const words of [...TYPED, cast.beto.email?.slice(1, 10).toUpperCase() ?? '']) {
      expect(await findUsers(cast.admin, words), words).toEqual([cast.beto.id]);
    }
    expect(await findUsers(cast.admin, 'maximo gomes')).toEqual([]);
    await setProfile(cast.beto, { phone: '+1 (809) 555-1234' });
    await addVehicle(sql, cast.beto, 'K987654');
    for (const words of ['8095551234', 'k-987 654']) expect(await findUsers(cast.admin, words)).toEqual([cast.beto.id]);
    const domain = cast.beto.email?.split('@')[1] ?? '';
    expect(await findUsers(cast.admin, `${domain} gomez`)).toEqual([cast.beto.id]);
  });
});

describe('drivers for whom an administrator reserves', () => {
  test('are found by name, address, phone and plate, however they are written, and marked', async () => {
    await setProfile(cast.ana, { full_name: 'Altagracia Ñáñez', phone: '+1 (809) 555-1234' });
    for (const plate of ['A123456', 'B777777']) await addVehicle(sql, cast.ana, plate);
    for (const words of [
      'altagracia',
      ' ÑANEZ ',
      cast.ana.email?.toUpperCase() ?? '',
      'a 123-456',
      '7777',
      '809 555-1234',
      '8095551234',
    ]) {
      expect(await idsOfDrivers(words)).toEqual([cast.ana.id]);
    }
    const [found] = await findDrivers('a123456');
    expect(found).toMatchObject({ full_name: 'Altagracia Ñáñez', status: 'active', is_confirmed: true });
    expect(found?.vehicles.map(({ plate }) => plate)).toEqual(['A123456', 'B777777']);
    await sql`update auth.users set email_confirmed_at = null where id = ${cast.beto.id}`;
    expect(await findDrivers('beto')).toMatchObject([{ status: 'active', is_confirmed: false }]);
    expect(await findDrivers('simon')).toMatchObject([{ status: 'suspended', is_confirmed: true }]);
    const nothing = ['a', ' a ', '', '   ', null, '--', '%%', "' or true --", 'a'.repeat(100_000)];
    for (const words of nothing) expect(await idsOfDrivers(words)).toEqual([]);
  });

  test('are at most ten, one who has exactly these words before all others', async () => {
    for (let more = 0; more < 12; more += 1) await createCast(sql);
    expect(await idsOfDrivers('ana')).toHaveLength(10);
    await rename(cast.beto, 'Zoila');
    for (const plate of ['ANA1', 'ANA']) {
      await addVehicle(sql, cast.beto, plate);
      expect((await idsOfDrivers(plate))[0]).toBe(cast.beto.id);
    }
    expect(await idsOfDrivers('ana')).toHaveLength(10);
  });

  test('are guests before strangers who took their phone, name and plate, who are marked', async () => {
    const add = () => as(sql, cast.admin)<Driver[]>`
      select * from public.add_guest_driver('Zunilda', '+18095550177', 'Z123456', 'Jeepeta', 'suv')`;
    await add();
    for (let more = 0; more < 4; more += 1) {
      for (const stranger of Object.values(await createCast(sql))) {
        await setProfile(stranger, { full_name: 'Aa Zunilda', phone: '809 555-0177' });
        await addVehicle(sql, stranger, 'Z123456');
      }
    }
    const [guest] = await add();
    expect(guest).toMatchObject({ full_name: 'Zunilda', email: '', has_unverified_phone: false });
    for (const words of ['809 555 0177', 'z123456', 'zunilda']) {
      const found = await findDrivers(words);
      expect([found.length, found[0]]).toEqual([10, guest]);
      const marks = found.slice(1).map(({ has_unverified_phone }) => has_unverified_phone);
      expect(marks).toEqual(Array(9).fill(words.startsWith('8')));
    }
    expect((await idsOfDrivers(cast.ana.email))[0]).toBe(cast.ana.id);
  });
});

test('names are in the order in which people count, without regard to case and accents', async () => {
  const { zoneId } = await createSpace(sql);
  const names = ['%', '%A-1a', '%A-1b', '%a-2', '%A-002-7', '%A-002-11', '%Á-3', '%A-10', '%ñ', '%o', '%Z'];
  await sql`
    insert into public.parking_spaces ${sql(names.toReversed().map((name) => ({ name, zone_id: zoneId })))}`;
  const rows = await as(sql, ANONYMOUS)`
    select name from public.find_spaces(now(), now() + interval '1 hour') where zone_id = ${zoneId} and name like '\\%%' order by sort_name`;
  expect(rows.map(({ name }) => name)).toEqual(names);
});

test('a zone is searched by its name and place without accents, in every list', async () => {
  const { zoneId } = await createSpace(sql);
  await sql`update public.parking_zones set name = 'Plaza Güibia', location = 'Av. MÁXIMO Gómez' where id = ${zoneId}`;
  const rows = await as(sql, ANONYMOUS)`
    select search_text from public.parking_zones where id = ${zoneId} union all
    select search_text from public.find_zones() where id = ${zoneId}`;
  expect([...rows]).toEqual(Array(2).fill({ search_text: 'plaza guibia av. maximo gomez' }));
});

/** What is stored, and what people type to find it. */
const SEARCHES: [stored: string, ...typed: string[]][] = [
  ['Kennedy–Lincoln', 'kennedy-lincoln', 'kennedy—lincoln', 'KENNEDY \u2011 LINCOLN', 'lincoln kennedy'],
  ['Kennedy - Lincoln', 'kennedy-lincoln', 'kennedy–lincoln'],
  ["Pat O'Brien", 'O’Brien', 'brien pat', 'o´brien', 'obrien', '  pat\u00a0 brien '],
  ['Altagracia Ñáñez', 'nanez', 'NÁÑEZ altagracia', 'n\u0303an\u0303ez', 'ñañez'],
  ['Oﬃcina Cœur', 'officina', 'coeur', 'OFFICINA', 'cœur'],
  ['Ａ－１２', 'a-12', 'A–12', 'a‑12'],
  ['Estacionamiento “El Conde”', '"el conde"', '«conde»', "'el conde'"],
  ['Straße Łódź Đuro Søren Ærø', 'strasse', 'lodz', 'duro soren', 'aero'],
  ['Ana\u200b Pérez', 'ana perez', '\u202aperez\u202c ana', '\ufeffana', 'an\u00ada'],
  ['100%_*\\A', '100%', '%_', '_*', '*\\', '\\a'],
];
const NOT_FOUND: [stored: string, typed: string][] = [
  ['Kennedy–Lincoln', 'kennedy-duarte'],
  ['100 or more A', '100%'],
  ['Ana Pérez', 'ana gomez'],
];

test.each(SEARCHES)('%s is found in the database and on the screens by %s', async (stored, ...typed) => {
  for (const words of typed) {
    const [row] = await sql`select private.fold_text(${stored}) like all (private.search_patterns(${words})) as found`;
    expect([words, row?.found, createTextFilter(words)(stored)]).toEqual([words, true, true]);
  }
});

test.each(NOT_FOUND)('%s is not found by %s', async (stored, words) => {
  const [row] = await sql`select private.fold_text(${stored}) like all (private.search_patterns(${words})) as found`;
  expect([row?.found, createTextFilter(words)(stored)]).toEqual([false, false]);
});

test('the database and the screens fold every letter alike', async () => {
  // The letters of Latin and Greek, what stands between words, ligatures, and letters of full width.
  const ranges = [
    [0x20, 0x3ff],
    [0x1e00, 0x206f],
    [0xfb00, 0xfb06],
    [0xff01, 0xff5e],
  ] as const;
  const letters = ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => `x${String.fromCodePoint(first + index)}y`),
  );
  const rows = await sql<{ folded: string }[]>`
    select private.fold_text(letter) as folded
    from unnest(${letters}::text[]) with ordinality as all_letters (letter, place) order by place`;
  expect(letters.filter((letter, index) => rows[index]?.folded !== foldText(letter))).toEqual([]);
});
