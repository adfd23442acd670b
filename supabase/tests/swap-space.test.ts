import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { type Actor, as, type Cast, createCast, hoursFromNow, problemOf } from './as.ts';
import { activityOf, createReservation, createZone, type Reservation, readReservation, swap } from './changes-world.ts';
import { openDatabase } from './world.ts';

const sql = await openDatabase();
let cast: Cast;
let spaces: string[];
let reservation: Reservation;
beforeEach(async () => {
  await sql`delete from public.parking_zones`;
  cast = await createCast(sql);
  spaces = await createZone(sql, ['A-1', 'A-2', 'A-9', 'A-10', 'A-11']);
  reservation = await createReservation(sql, cast.ana, { spaceId: spaceAt(2), from: -0.2, to: 2 });
});

const spaceAt = (index: number) => spaces[index] ?? '';
const setStatus = (index: number, status: string) =>
  sql`update public.parking_spaces set status = ${status} where id = ${spaceAt(index)}`;
const statusOf = async (id: string) => {
  const [space] = await sql<{ status: string }[]>`select status from public.parking_spaces where id = ${id}`;
  return space?.status;
};
const reportsOf = ({ id }: Reservation) =>
  sql<{ id: string; new_parking_space_id: string | null; resolved_at: Date | null }[]>`
    select * from public.space_reports where reservation_id = ${id} order by created_at`;
const spaceAfterSwap = async (actor: Actor = cast.ana) => (await swap(sql, actor, reservation))?.parking_space_id;
const closeZone = () => Promise.all(spaces.map((_, index) => setStatus(index, 'maintenance')));

test('a driver whose space is taken gets the nearest one by name, at the same amount', async () => {
  const swapped = await swap(sql, cast.ana, reservation);
  expect(swapped).toEqual({ ...reservation, parking_space_id: spaceAt(1) });
  expect(await readReservation(sql, reservation.id)).toEqual(swapped);
  expect([await statusOf(spaceAt(2)), await statusOf(spaceAt(1))]).toEqual(['occupied', 'reserved']);
  expect(await reportsOf(reservation)).toMatchObject([
    {
      parking_space_id: spaceAt(2),
      new_parking_space_id: spaceAt(1),
      user_id: cast.ana.id,
      occupied_until: reservation.end_time,
      resolved_at: null,
    },
  ]);
  expect(await activityOf(sql, cast.ana)).toEqual(['space_swapped']);
});

test('a space that is taken, closed or dearer is passed over', async () => {
  await createReservation(sql, cast.beto, { spaceId: spaceAt(1), from: 1, to: 3 });
  await setStatus(3, 'maintenance');
  await sql`update public.parking_spaces set hourly_rate = 6 where id = ${spaceAt(0)}`;
  expect(await spaceAfterSwap()).toBe(spaceAt(4));
});

test('a space where somebody may be parked past their end comes last', async () => {
  await createReservation(sql, cast.beto, { spaceId: spaceAt(1), from: -3, to: -1 });
  await setStatus(1, 'available');
  await setStatus(3, 'maintenance');
  expect(await spaceAfterSwap()).toBe(spaceAt(0));
});

test('a space where somebody may be parked past their end is better than none', async () => {
  await createReservation(sql, cast.beto, { spaceId: spaceAt(1), from: -3, to: -1 });
  await Promise.all([0, 3, 4].map((index) => setStatus(index, 'maintenance')));
  await setStatus(1, 'available');
  expect(await spaceAfterSwap()).toBe(spaceAt(1));
});

test('without a free space of the zone it is the nearest zone within 1 km', async () => {
  await closeZone();
  const [near = ''] = await createZone(sql, ['B-1'], { latitude: 18.4756 + 0.005 });
  await createZone(sql, ['C-1'], { latitude: 18.4756 + 0.008 });
  await createZone(sql, ['D-1'], { latitude: 18.4756 + 0.003, rate: 6 });
  await createZone(sql, ['E-1'], { latitude: 18.4756 + 0.01 });
  expect(await spaceAfterSwap()).toBe(near);
});

test('where nothing is free the driver keeps the space, and the operator hears of it all the same', async () => {
  await closeZone();
  await createZone(sql, ['E-1'], { latitude: 18.4756 + 0.01 });
  expect(await swap(sql, cast.ana, reservation)).toEqual(reservation);
  expect(await reportsOf(reservation)).toMatchObject([{ new_parking_space_id: null, resolved_at: null }]);
  expect(await activityOf(sql, cast.ana)).toEqual(['space_reported']);
});

test('a space that is reported before the start is taken from others for an hour at most', async () => {
  const early = await createReservation(sql, cast.beto, { spaceId: spaceAt(4), from: 0.1, to: 6 });
  await swap(sql, cast.beto, early);
  const [report] = await sql`
    select occupied_until <= now() + interval '1 hour' as is_short from public.space_reports where reservation_id = ${early.id}`;
  expect(report).toEqual({ is_short: true });
});

test('a repeat with the same key swaps once, and a new try from the former space does not swap', async () => {
  const key = randomUUID();
  const first = await swap(sql, cast.ana, reservation, key);
  expect(await swap(sql, cast.ana, reservation, key)).toEqual(first);
  expect(await problemOf(swap(sql, cast.ana, reservation))).toBe('reservation-changed');
  expect(await reportsOf(reservation)).toHaveLength(1);
  const other = await createReservation(sql, cast.beto, { spaceId: spaceAt(4), from: -1, to: 1 });
  expect(await problemOf(swap(sql, cast.beto, other, key))).toBe('23505');
  expect(await readReservation(sql, other.id)).toEqual(other);
});

test('a space is swapped from 15 minutes before the start to the end', async () => {
  for (const [from, to, problem] of [
    [0.3, 1, 'swap-outside-reservation'],
    [-2, -0.1, 'swap-outside-reservation'],
  ] as const) {
    const other = await createReservation(sql, cast.beto, { spaceId: spaceAt(0), from, to });
    expect(await problemOf(swap(sql, cast.beto, other))).toBe(problem);
    expect(await reportsOf(other)).toHaveLength(0);
    await sql`update public.reservations set status = 'cancelled' where id = ${other.id}`;
  }
  const soon = await createReservation(sql, cast.beto, { spaceId: spaceAt(0), from: 0.2, to: 1 });
  expect((await swap(sql, cast.beto, soon))?.parking_space_id).toBe(spaceAt(1));
});

test('a driver swaps 3 times a reservation and 5 times an hour; an administrator helps beyond', async () => {
  let current = reservation;
  for (let times = 0; times < 3; times += 1) current = (await swap(sql, cast.ana, current)) as Reservation;
  expect(await problemOf(swap(sql, cast.ana, current))).toBe('too-many-swaps');
  expect(await readReservation(sql, reservation.id)).toEqual(current);
  expect((await swap(sql, cast.admin, current))?.parking_space_id).not.toBe(current.parking_space_id);

  const [second = ''] = await createZone(sql, ['F-1', 'F-2']);
  const other = await createReservation(sql, cast.ana, { spaceId: second, from: 0, to: 1 });
  await sql`
    insert into public.user_activity (user_id, activity_type)
    values (${cast.ana.id}, 'space_reported'), (${cast.ana.id}, 'space_reported')`;
  expect(await problemOf(swap(sql, cast.ana, other))).toBe('too-many-swaps-in-an-hour');
  expect(await readReservation(sql, other.id)).toEqual(other);
});

test('nobody books the space that somebody else stands on, until the operator frees it', async () => {
  await swap(sql, cast.ana, reservation);
  const book = () =>
    as(sql, cast.beto)`
        insert into public.reservations (user_id, parking_space_id, start_time, end_time, status)
        values (${cast.beto.id}, ${spaceAt(2)}, ${hoursFromNow(0)}, ${hoursFromNow(1)}, 'active')`;
  expect(await problemOf(book())).toBe('space-taken');
  await as(sql, cast.admin)`update public.parking_spaces set status = 'available' where id = ${spaceAt(2)}`;
  await book();
});

test('an operator who frees the space resolves its reports, which the log tells', async () => {
  await swap(sql, cast.ana, reservation);
  await as(sql, cast.admin)`update public.parking_spaces set status = 'available' where id = ${spaceAt(2)}`;
  const [report] = await reportsOf(reservation);
  expect(report).toMatchObject({ resolved_by: cast.admin.id, resolved_at: expect.any(Date) });
  const log = await sql`
    select actor_id, action from public.audit_log where subject_table = 'space_reports' and subject_id = ${report?.id ?? ''}`;
  expect(log).toEqual([{ actor_id: cast.admin.id, action: 'update' }]);
});

test('an operator resolves a report once, under their own name, and the space stays occupied', async () => {
  await swap(sql, cast.ana, reservation);
  const resolve = (actor: Actor) =>
    as(
      sql,
      actor,
    )`update public.space_reports set resolved_at = '2000-01-01' where reservation_id = ${reservation.id} returning id`;
  for (const actor of [cast.ana, cast.beto, cast.suspended]) expect(await resolve(actor)).toHaveLength(0);
  expect(await resolve(cast.admin)).toHaveLength(1);
  const [report] = await reportsOf(reservation);
  expect(report).toMatchObject({ resolved_by: cast.admin.id });
  expect(report?.resolved_at?.getFullYear()).toBeGreaterThan(2020);
  expect(await resolve(cast.admin)).toHaveLength(0);
  expect(await statusOf(spaceAt(2))).toBe('occupied');
});

test('a reported space is free again when the reservation would have ended', async () => {
  await swap(sql, cast.ana, reservation);
  await sql`select public.run_due_work()`;
  expect(await statusOf(spaceAt(2))).toBe('occupied');
  await sql`update public.space_reports set occupied_until = now() where reservation_id = ${reservation.id}`;
  await sql`select public.run_due_work()`;
  expect(await statusOf(spaceAt(2))).toBe('available');
  expect(await reportsOf(reservation)).toMatchObject([{ resolved_by: null, resolved_at: expect.any(Date) }]);
});

test('a reported space is free again when the driver who stayed too long ends that reservation', async () => {
  const late = await createReservation(sql, cast.beto, { spaceId: spaceAt(2), from: -3, to: -0.3 });
  await swap(sql, cast.ana, reservation);
  await as(sql, cast.beto)`update public.reservations set status = 'completed' where id = ${late.id}`;
  expect(await statusOf(spaceAt(2))).toBe('available');
  // The driver who reported it reads the report, and not who was there.
  expect(await reportsOf(reservation)).toMatchObject([{ resolved_by: null, resolved_at: expect.any(Date) }]);
});

test('a reported space stays occupied when an operator ends a reservation on it, or who reported it does', async () => {
  await Promise.all([0, 1, 3, 4].map((index) => setStatus(index, 'maintenance')));
  const late = await createReservation(sql, cast.beto, { spaceId: spaceAt(2), from: -3, to: -0.3 });
  await swap(sql, cast.ana, reservation);
  for (const [actor, { id }] of [
    [cast.admin, late],
    [cast.ana, reservation],
  ] as const) {
    await as(sql, actor)`update public.reservations set status = 'completed' where id = ${id}`;
    expect(await statusOf(spaceAt(2))).toBe('occupied');
    expect(await reportsOf(reservation)).toMatchObject([{ resolved_at: null }]);
  }
});

test('a space that an operator set to occupied stays so when a driver ends a reservation on it', async () => {
  await setStatus(2, 'occupied');
  await as(sql, cast.ana)`update public.reservations set status = 'completed' where id = ${reservation.id}`;
  expect(await statusOf(spaceAt(2))).toBe('occupied');
});

test('a report stays without its driver when the account goes', async () => {
  await swap(sql, cast.ana, reservation);
  await as(sql, cast.ana)`select public.delete_my_account()`;
  expect(await reportsOf(reservation)).toMatchObject([{ user_id: null, parking_space_id: spaceAt(2) }]);
});
