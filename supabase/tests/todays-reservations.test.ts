import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { type Actor, as, type Cast, createCast, hoursFromNow, withoutRules } from './as.ts';
import { createReservation, createZone } from './changes-world.ts';
import { openDatabase } from './world.ts';

const sql = await openDatabase();
const MINUTE = 1 / 60;

let cast: Cast;
let spaceId: string;
beforeEach(async () => {
  await sql`delete from public.reservations`;
  cast = await createCast(sql);
  [spaceId = ''] = await createZone(sql, ['A-1']);
});

type Row = { movement: 'arrival' | 'departure'; id: string; zone_id: string };

const readReservations = (actor: Actor, zone: string | null = null) =>
  as(sql, actor)<Row[]>`select * from public.todays_reservations(${zone})`;

const reserveFor = (from: number, to: number, space = spaceId) =>
  createReservation(sql, cast.ana, { spaceId: space, from, to });

const movementsOf = async (id: string) =>
  (await readReservations(cast.admin)).filter((row) => row.id === id).map(({ movement }) => movement);

test.each([
  ['begins within two hours', 1.9, 5, ['arrival']],
  ['begins later', 2.1, 5, []],
  ['has begun and ends much later', -1, 5, ['arrival']],
  ['has begun and ends within two hours', -1, 1.9, ['arrival', 'departure']],
  ['has passed its end', -3, -1, ['departure']],
])('a reservation that %s is listed where it belongs', async (_, from, to, movements) => {
  const { id } = await reserveFor(from, to);
  expect(await movementsOf(id)).toEqual(movements);
});

test('a reservation that has begun leaves the arrivals ten minutes after its arrival was marked', async () => {
  const { id } = await reserveFor(-1, 5);
  const arrive = (at: Date) => sql`update public.reservations set arrived_at = ${at} where id = ${id}`;
  await arrive(hoursFromNow(-9 * MINUTE));
  expect(await movementsOf(id)).toEqual(['arrival']);
  await arrive(hoursFromNow(-11 * MINUTE));
  expect(await movementsOf(id)).toEqual([]);
});

test('a reservation that was marked before its start stays among the arrivals until then', async () => {
  const { id } = await reserveFor(5 * MINUTE, 5);
  await sql`update public.reservations set arrived_at = ${hoursFromNow(-15 * MINUTE)} where id = ${id}`;
  expect(await movementsOf(id)).toEqual(['arrival']);
});

test.each(['held', 'lapsed', 'completed', 'cancelled', 'expired'])(
  'a reservation that is %s is not listed',
  async (status) => {
    const { id } = await reserveFor(-1, 1);
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      const heldUntil = status === 'held' || status === 'lapsed' ? hoursFromNow(1) : null;
      await tx`update public.reservations set status = ${status}, held_until = ${heldUntil} where id = ${id}`;
    });
    expect(await movementsOf(id)).toEqual([]);
  },
);

test('an administrator reads the first arrivals first, with plate, space and driver', async () => {
  const [other = ''] = await createZone(sql, ['B-1']);
  const later = await reserveFor(1, 4);
  const late = await reserveFor(-1, 3, other);
  await withoutRules(
    sql,
  )`update public.reservations set vehicle_plate = 'A1', vehicle_name = 'Yaris' where id = ${late.id}`;
  const rows = await readReservations(cast.admin);
  expect(rows.map(({ id }) => id)).toEqual([late.id, later.id]);
  expect(rows[0]).toMatchObject({
    user_name: 'Ana',
    user_email: cast.ana.email,
    space_name: 'B-1',
    zone_name: 'Naco',
    vehicle_plate: 'A1',
    vehicle_name: 'Yaris',
    duration_hours: 4,
    arrived_at: null,
  });
  const zone = rows.find(({ id }) => id === later.id)?.zone_id ?? '';
  expect((await readReservations(cast.admin, zone)).map(({ id }) => id)).toEqual([later.id]);
  expect(await readReservations(cast.admin, randomUUID())).toEqual([]);
});

test('more reservations than are shown come with one more', async () => {
  await withoutRules(sql)`
      insert into public.reservations (user_id, start_time, end_time, total_amount)
      select ${cast.ana.id}, now() - interval '1 hour', now() + interval '1 hour', 0 from generate_series(1, 300)`;
  const rows = await readReservations(cast.admin);
  expect(rows.filter(({ movement }) => movement === 'arrival')).toHaveLength(251);
  expect(rows.filter(({ movement }) => movement === 'departure')).toHaveLength(251);
});
