import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { type Actor, as, type Cast, hoursFromNow, problemOf, withoutRules } from './as.ts';
import { createBookedReservation, createReservation, createZone, type Reservation } from './changes-world.ts';
import { openDatabase } from './world.ts';

const sql = await openDatabase();
let cast: Cast;
let spaces: string[];
let booked: Reservation;
beforeEach(async () => {
  ({ cast, spaces, booked } = await createBookedReservation(sql, ['A-10', 'A-2', 'A-3']));
});

type Target = { id: string; name: string; hindrance: string | null };

const spaceAt = (index: number) => spaces[index] ?? '';

/** The start in hours from now. */
function readTargets(actor: Actor, start: number | string | null, reservation = booked.id): Promise<Target[]> {
  const starts = typeof start === 'number' ? hoursFromNow(start).toISOString() : start;
  return as(sql, actor)<Target[]>`select * from public.move_targets(${reservation}, ${starts}::text::timestamptz)`;
}

const hindrancesAt = async (start: number) =>
  Object.fromEntries((await readTargets(cast.admin, start)).map(({ name, hindrance }) => [name, hindrance]));

const changeReservation = ({ id }: Reservation, status: string, heldUntil: Date | null = null) =>
  withoutRules(sql)`update public.reservations set status = ${status}, held_until = ${heldUntil} where id = ${id}`;

test('an administrator sees the spaces of the zone as people count, with what hinders the reservation', async () => {
  await createZone(sql, ['B-1']);
  await createReservation(sql, cast.beto, { spaceId: spaceAt(1), from: 4, to: 6 });
  await sql`update public.parking_spaces set status = 'maintenance' where id = ${spaceAt(2)}`;
  expect(await readTargets(cast.admin, 3)).toEqual([
    { id: spaceAt(1), name: 'A-2', hindrance: 'taken' },
    { id: spaceAt(2), name: 'A-3', hindrance: 'out-of-service' },
    { id: spaceAt(0), name: 'A-10', hindrance: null },
  ]);
});

test('a space is taken as long as the reservation would overlap another one', async () => {
  await createReservation(sql, cast.beto, { spaceId: spaceAt(1), from: 10, to: 12 });
  const taken: (string | null | undefined)[] = [];
  for (const start of [7.9, 8.1, 11.9, 12.1]) taken.push((await hindrancesAt(start))['A-2']);
  expect(taken).toEqual([null, 'taken', 'taken', null]);
});

test('a reservation of a month is compared over all of its length', async () => {
  booked = await createReservation(sql, cast.ana, { spaceId: spaceAt(2), from: 24, to: 24 + 744 });
  await createReservation(sql, cast.beto, { spaceId: spaceAt(1), from: 700, to: 701 });
  expect(await hindrancesAt(24)).toEqual({ 'A-2': 'taken', 'A-3': null, 'A-10': null });
});

test('a hold takes a space until it lapses, and what was cancelled takes none', async () => {
  const other = await createReservation(sql, cast.beto, { spaceId: spaceAt(1), from: 3, to: 5 });
  await changeReservation(other, 'held', hoursFromNow(1));
  expect(await hindrancesAt(3)).toMatchObject({ 'A-2': 'taken' });
  await changeReservation(other, 'held', hoursFromNow(-1));
  expect(await hindrancesAt(3)).toMatchObject({ 'A-2': null });
  await changeReservation(other, 'cancelled');
  expect(await hindrancesAt(3)).toMatchObject({ 'A-2': null });
});

test('a space where somebody is parked takes no reservation that begins now', async () => {
  await sql`update public.parking_spaces set status = 'occupied' where id = ${spaceAt(1)}`;
  expect(await hindrancesAt(0)).toMatchObject({ 'A-2': 'taken', 'A-3': null });
  expect(await hindrancesAt(1)).toMatchObject({ 'A-2': null });
});

test('there are at most 501 spaces, and none for an unknown reservation', async () => {
  await sql`
    insert into public.parking_spaces (name, zone_id)
    select 'B-' || n, s.zone_id from generate_series(1, 600) n, public.parking_spaces s where s.id = ${spaceAt(0)}`;
  expect(await readTargets(cast.admin, 3)).toHaveLength(501);
  expect(await readTargets(cast.admin, 3, randomUUID())).toEqual([]);
});

test('a reservation on a space without a zone can move to the other spaces without one', async () => {
  await sql`update public.parking_spaces set zone_id = null where id in ${sql(spaces)}`;
  expect((await readTargets(cast.admin, 3)).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['A-2', 'A-3', 'A-10']),
  );
  await sql`delete from public.parking_spaces where id in ${sql(spaces.slice(1))}`;
  await withoutRules(sql)`update public.reservations set parking_space_id = null where id = ${booked.id}`;
  expect(await readTargets(cast.admin, 3)).toEqual([]);
});

test('the start is given, and finite', async () => {
  for (const start of [null, 'infinity', '-infinity']) {
    expect(await problemOf(readTargets(cast.admin, start))).toBe('reservation-times-not-finite');
  }
});
