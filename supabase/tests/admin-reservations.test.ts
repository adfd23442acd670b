import { expect, test } from 'vitest';
import type { ReservationStatus } from '../../domain/reservations/reservation.ts';
import { getTimeState } from '../../domain/reservations/times.ts';
import { type Actor, ANONYMOUS, as, createCast, createSpace, refusalOf, reserve, reserveInPast } from './as.ts';
import { openDatabase } from './world.ts';

const sql = await openDatabase();
const cast = await createCast(sql);

type Row = { id: string; user_name: string | null; user_email: string | null; space_name: string | null };

const listedFor = (actor: Actor, spaceId: string) =>
  as(sql, actor)<Row[]>`select * from public.admin_reservations where parking_space_id = ${spaceId}`;
const foundBy = (actor: Actor, words: string) =>
  as(sql, actor)<Row[]>`select * from public.search_admin_reservations(${words})`;
const idsOf = (rows: Iterable<Row>) => [...rows].map(({ id }) => id);

/** A reservation of Ana's, on a space whose name and place nobody else has. */
async function anasReservation(name = 'Bahía-7', location = 'Calle El Conde 105') {
  const { spaceId } = await createSpace(sql);
  await sql`update public.parking_spaces set name = ${name}, location = ${location} where id = ${spaceId}`;
  const { id } = await reserve(sql, cast.ana, { spaceId, from: 1, to: 3.5 });
  return { id, spaceId };
}

test('an administrator sees every reservation with its person and its space', async () => {
  const { id, spaceId } = await anasReservation();
  expect(await listedFor(cast.admin, spaceId)).toMatchObject([
    {
      id,
      user_name: 'Ana',
      user_email: cast.ana.email,
      space_name: 'Bahía-7',
      space_location: 'Calle El Conde 105',
      zone_name: 'Naco',
      duration_hours: 2.5,
      total_amount: '12.50',
      status: 'active',
      time_state: 'future',
    },
  ]);
});

test('a driver sees their own reservations only, listed and searched, and a visitor is refused', async () => {
  const { id, spaceId } = await anasReservation('Solo-1', 'Calle Solitaria');
  expect(idsOf(await listedFor(cast.ana, spaceId))).toEqual([id]);
  expect(idsOf(await foundBy(cast.ana, 'solitaria'))).toEqual([id]);
  expect(await listedFor(cast.beto, spaceId)).toHaveLength(0);
  expect(await foundBy(cast.beto, 'solitaria')).toHaveLength(0);
  expect(await foundBy(cast.beto, 'ana')).toHaveLength(0);
  expect(await refusalOf(listedFor(ANONYMOUS, spaceId))).toBe('42501');
  expect(await refusalOf(foundBy(ANONYMOUS, 'solitaria'))).toBe('42501');
});

test('words are found in name, e-mail address, space and location, in any case', async () => {
  const { id } = await anasReservation('Único-9', 'Av. Núñez de Cáceres 77');
  for (const words of ['ANA', cast.ana.email?.slice(1, 9).toUpperCase() ?? '', 'único-9', 'NÚÑEZ', 'cáceres 7']) {
    expect(idsOf(await foundBy(cast.admin, words)), words).toContain(id);
  }
  expect(idsOf(await foundBy(cast.admin, 'Máximo Gómez'))).not.toContain(id);
});

test('a phone is found by four of its digits or more, however both are written', async () => {
  const { id } = await anasReservation('Fono-1', 'Calle Fono');
  await sql`update public.profiles set phone = '+1 (809) 555-0134' where user_id = ${cast.ana.id}`;
  for (const words of ['8095550134', '809-555-0134', '+1 809 555 0134', '(809) 555', '0134', '809.555']) {
    expect(idsOf(await foundBy(cast.admin, words)), words).toContain(id);
  }
  for (const words of ['13 4', '80-9', '5550199', '0134 a', '    ']) {
    expect(idsOf(await foundBy(cast.admin, words)), words).not.toContain(id);
  }
  await sql`update public.profiles set phone = null where user_id = ${cast.ana.id}`;
});

test('a reservation is found by its zone and by its id, and by a driver among their own only', async () => {
  const { id, spaceId } = await anasReservation('Zonal-1', 'Calle Zonal');
  await sql`
    update public.parking_zones set name = 'Gazcue Norte'
    where id = (select zone_id from public.parking_spaces where id = ${spaceId})`;
  for (const words of ['gazcue NORTE', id, id.toUpperCase()]) {
    expect(idsOf(await foundBy(cast.admin, words)), words).toEqual([id]);
    expect(idsOf(await foundBy(cast.ana, words)), words).toEqual([id]);
    expect(await foundBy(cast.beto, words), words).toHaveLength(0);
    expect(await refusalOf(foundBy(ANONYMOUS, words)), words).toBe('42501');
  }
  expect(await foundBy(cast.admin, id.slice(0, -1))).toHaveLength(0);
});

test('an administrator lists reservations of a zone, and sorts their spaces as people count', async () => {
  const { zoneId } = await createSpace(sql);
  for (const name of ['#10', '#9']) {
    const { id, spaceId } = await anasReservation(name, 'Calle');
    await sql`update public.parking_spaces set zone_id = ${zoneId} where id = ${spaceId}`;
    expect(await listedFor(cast.admin, spaceId)).toMatchObject([{ id, zone_id: zoneId }]);
  }
  const select = (actor: Actor) =>
    as(sql, actor)`
        select space_name from public.admin_reservations where zone_id = ${zoneId} order by space_sort_name`;
  expect(await select(cast.admin)).toEqual([{ space_name: '#9' }, { space_name: '#10' }]);
  expect(await select(cast.beto)).toEqual([]);
});

test('words are taken as they stand, not as a pattern', async () => {
  const { id } = await anasReservation('100%_\\A', 'Plaza');
  const other = await anasReservation('100 or more A', 'Plaza');
  for (const words of ['100%', '%_', '_\\', '\\a']) {
    expect(idsOf(await foundBy(cast.admin, words)), words).toContain(id);
    expect(idsOf(await foundBy(cast.admin, words)), words).not.toContain(other.id);
  }
});

test('a reservation outlives its person and its space in the list', async () => {
  const { id, spaceId } = await anasReservation('Gone-1', 'Nowhere');
  await sql`update public.reservations set user_id = null, parking_space_id = null where id = ${id}`;
  expect(await listedFor(cast.admin, spaceId)).toHaveLength(0);
  const rows = await as(sql, cast.admin)`select * from public.admin_reservations where id = ${id}`;
  expect(rows).toMatchObject([{ user_name: null, user_email: null, space_name: null, time_state: 'future' }]);
  await expect(foundBy(cast.admin, 'gone-1')).resolves.toHaveLength(0);
});

test('the database and the screens agree on what is past, current and future', async () => {
  for (const status of ['active', 'completed', 'cancelled', 'expired'] satisfies ReservationStatus[]) {
    for (const [from, to] of [
      [-3, -1],
      [-1, 1],
      [1, 3],
    ] as const) {
      const { spaceId } = await createSpace(sql);
      const book = to < 0 ? reserveInPast : reserve;
      const { id } = await book(sql, cast.ana, { spaceId, from, to });
      await sql.begin(async (tx) => {
        // Without the rules, as nobody but an administrator completes a reservation to come.
        await tx`set local session_replication_role = replica`;
        await tx`update public.reservations set status = ${status} where id = ${id}`;
      });
      const [row] = await as(sql, cast.admin)<{ time_state: string; start_time: Date; end_time: Date }[]>`
          select time_state, start_time, end_time from public.admin_reservations where id = ${id}`;
      const [startTime, endTime] = [row?.start_time.toISOString() ?? '', row?.end_time.toISOString() ?? ''];
      expect(row?.time_state, `${status} ${from}`).toBe(getTimeState({ status, startTime, endTime }, new Date()));
    }
  }
});
