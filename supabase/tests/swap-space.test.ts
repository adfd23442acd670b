import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../server/testing/database.ts';
import { type Actor, ANONYMOUS, as, type Cast, createCast, hoursFromNow, SERVICE } from './as.ts';
import {
  activityOf,
  createReservation,
  createZone,
  problemOf,
  type Reservation,
  readReservation,
  swap,
} from './changes-world.ts';

let database: TestDatabase;
let cast: Cast;
let spaces: string[];
let reservation: Reservation;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.sql`delete from public.parking_zones`;
  cast = await createCast(database.sql);
  spaces = await createZone(database.sql, ['A-1', 'A-2', 'A-9', 'A-10', 'A-11']);
  reservation = await createReservation(database.sql, cast.ana, { spaceId: spaceAt(2), from: -0.2, to: 2 });
});
afterAll(() => database.close());

const spaceAt = (index: number) => spaces[index] ?? '';
const setStatus = (index: number, status: string) =>
  database.sql`update public.parking_spaces set status = ${status} where id = ${spaceAt(index)}`;
const statusOf = async (id: string) => {
  const [space] = await database.sql<{ status: string }[]>`select status from public.parking_spaces where id = ${id}`;
  return space?.status;
};
const reportsOf = ({ id }: Reservation) =>
  database.sql<{ id: string; new_parking_space_id: string | null; resolved_at: Date | null }[]>`
    select * from public.space_reports where reservation_id = ${id} order by created_at`;
const spaceAfterSwap = async (actor: Actor = cast.ana) =>
  (await swap(database.sql, actor, reservation))?.parking_space_id;
const closeZone = () => Promise.all(spaces.map((_, index) => setStatus(index, 'maintenance')));

test('a driver whose space is taken gets the nearest one by name, at the same amount', async () => {
  const swapped = await swap(database.sql, cast.ana, reservation);
  expect(swapped).toEqual({ ...reservation, parking_space_id: spaceAt(1) });
  expect(await readReservation(database.sql, reservation.id)).toEqual(swapped);
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
  expect(await activityOf(database.sql, cast.ana)).toEqual(['space_swapped']);
});

test('a space that is taken, closed or dearer is passed over', async () => {
  await createReservation(database.sql, cast.beto, { spaceId: spaceAt(1), from: 1, to: 3 });
  await setStatus(3, 'maintenance');
  await database.sql`update public.parking_spaces set hourly_rate = 6 where id = ${spaceAt(0)}`;
  expect(await spaceAfterSwap()).toBe(spaceAt(4));
});

test('a space where somebody may be parked past their end comes last', async () => {
  await createReservation(database.sql, cast.beto, { spaceId: spaceAt(1), from: -3, to: -1 });
  await setStatus(1, 'available');
  await setStatus(3, 'maintenance');
  expect(await spaceAfterSwap()).toBe(spaceAt(0));
});

test('a space where somebody may be parked past their end is better than none', async () => {
  await createReservation(database.sql, cast.beto, { spaceId: spaceAt(1), from: -3, to: -1 });
  await Promise.all([0, 3, 4].map((index) => setStatus(index, 'maintenance')));
  await setStatus(1, 'available');
  expect(await spaceAfterSwap()).toBe(spaceAt(1));
});

test('without a free space of the zone it is the nearest zone within 1 km', async () => {
  await closeZone();
  const [near = ''] = await createZone(database.sql, ['B-1'], { latitude: 18.4756 + 0.005 });
  await createZone(database.sql, ['C-1'], { latitude: 18.4756 + 0.008 });
  await createZone(database.sql, ['D-1'], { latitude: 18.4756 + 0.003, rate: 6 });
  await createZone(database.sql, ['E-1'], { latitude: 18.4756 + 0.01 });
  expect(await spaceAfterSwap()).toBe(near);
});

test('where nothing is free the driver keeps the space, and the operator hears of it all the same', async () => {
  await closeZone();
  await createZone(database.sql, ['E-1'], { latitude: 18.4756 + 0.01 });
  expect(await swap(database.sql, cast.ana, reservation)).toEqual(reservation);
  expect(await reportsOf(reservation)).toMatchObject([{ new_parking_space_id: null, resolved_at: null }]);
  expect(await activityOf(database.sql, cast.ana)).toEqual(['space_reported']);
});

test('a space that is reported before the start is taken from others for an hour at most', async () => {
  const early = await createReservation(database.sql, cast.beto, { spaceId: spaceAt(4), from: 0.1, to: 6 });
  await swap(database.sql, cast.beto, early);
  const [report] = await database.sql`
    select occupied_until <= now() + interval '1 hour' as is_short from public.space_reports where reservation_id = ${early.id}`;
  expect(report).toEqual({ is_short: true });
});

test('a repeat with the same key swaps once, and a new try from the former space does not swap', async () => {
  const key = randomUUID();
  const first = await swap(database.sql, cast.ana, reservation, key);
  expect(await swap(database.sql, cast.ana, reservation, key)).toEqual(first);
  expect(await problemOf(swap(database.sql, cast.ana, reservation))).toBe('reservation-changed');
  expect(await reportsOf(reservation)).toHaveLength(1);
  const other = await createReservation(database.sql, cast.beto, { spaceId: spaceAt(4), from: -1, to: 1 });
  expect(await problemOf(swap(database.sql, cast.beto, other, key))).toBe('23505');
  expect(await readReservation(database.sql, other.id)).toEqual(other);
});

test('a space is swapped from 15 minutes before the start to the end', async () => {
  for (const [from, to, problem] of [
    [0.3, 1, 'swap-outside-reservation'],
    [-2, -0.1, 'swap-outside-reservation'],
  ] as const) {
    const other = await createReservation(database.sql, cast.beto, { spaceId: spaceAt(0), from, to });
    expect(await problemOf(swap(database.sql, cast.beto, other))).toBe(problem);
    expect(await reportsOf(other)).toHaveLength(0);
    await database.sql`update public.reservations set status = 'cancelled' where id = ${other.id}`;
  }
  const soon = await createReservation(database.sql, cast.beto, { spaceId: spaceAt(0), from: 0.2, to: 1 });
  expect((await swap(database.sql, cast.beto, soon))?.parking_space_id).toBe(spaceAt(1));
});

test('a driver swaps 3 times a reservation and 5 times an hour; an administrator helps beyond', async () => {
  let current = reservation;
  for (let times = 0; times < 3; times += 1) current = (await swap(database.sql, cast.ana, current)) as Reservation;
  expect(await problemOf(swap(database.sql, cast.ana, current))).toBe('too-many-swaps');
  expect(await readReservation(database.sql, reservation.id)).toEqual(current);
  expect((await swap(database.sql, cast.admin, current))?.parking_space_id).not.toBe(current.parking_space_id);

  const [second = ''] = await createZone(database.sql, ['F-1', 'F-2']);
  const other = await createReservation(database.sql, cast.ana, { spaceId: second, from: 0, to: 1 });
  await database.sql`
    insert into public.user_activity (user_id, activity_type)
    values (${cast.ana.id}, 'space_reported'), (${cast.ana.id}, 'space_reported')`;
  expect(await problemOf(swap(database.sql, cast.ana, other))).toBe('too-many-swaps-in-an-hour');
  expect(await readReservation(database.sql, other.id)).toEqual(other);
});

test('nobody else swaps a space, and a suspended driver not their own', async () => {
  expect(await problemOf(spaceAfterSwap(cast.beto))).toBe('no-such-reservation');
  for (const actor of [cast.suspended, ANONYMOUS, SERVICE]) {
    expect(await problemOf(spaceAfterSwap(actor))).toBe('42501');
  }
  await database.sql`update public.profiles set status = 'suspended' where user_id = ${cast.ana.id}`;
  expect(await problemOf(spaceAfterSwap())).toBe('42501');
  expect(await readReservation(database.sql, reservation.id)).toEqual(reservation);
  expect(await reportsOf(reservation)).toHaveLength(0);
});

test('a session that has not shown its second factor swaps nothing', async () => {
  await database.sql`
    insert into auth.mfa_factors (user_id, factor_type, status, secret) values (${cast.ana.id}, 'totp', 'verified', 'x')`;
  expect(await problemOf(spaceAfterSwap())).toBe('42501');
  expect(await readReservation(database.sql, reservation.id)).toEqual(reservation);
});

test('nobody books the space that somebody else stands on, until the operator frees it', async () => {
  await swap(database.sql, cast.ana, reservation);
  const book = () =>
    as(
      database.sql,
      cast.beto,
      (tx) => tx`
        insert into public.reservations (user_id, parking_space_id, start_time, end_time, status)
        values (${cast.beto.id}, ${spaceAt(2)}, ${hoursFromNow(0)}, ${hoursFromNow(1)}, 'active')`,
    );
  expect(await problemOf(book())).toBe('space-taken');
  await as(
    database.sql,
    cast.admin,
    (tx) => tx`update public.parking_spaces set status = 'available' where id = ${spaceAt(2)}`,
  );
  await book();
});

test('an operator who frees the space resolves its reports, which the log tells', async () => {
  await swap(database.sql, cast.ana, reservation);
  await as(
    database.sql,
    cast.admin,
    (tx) => tx`update public.parking_spaces set status = 'available' where id = ${spaceAt(2)}`,
  );
  const [report] = await reportsOf(reservation);
  expect(report).toMatchObject({ resolved_by: cast.admin.id, resolved_at: expect.any(Date) });
  const log = await database.sql`
    select actor_id, action from public.audit_log where subject_table = 'space_reports' and subject_id = ${report?.id ?? ''}`;
  expect(log).toEqual([{ actor_id: cast.admin.id, action: 'update' }]);
});

test('an operator resolves a report once, under their own name, and the space stays occupied', async () => {
  await swap(database.sql, cast.ana, reservation);
  const resolve = (actor: Actor) =>
    as(
      database.sql,
      actor,
      (tx) =>
        tx`update public.space_reports set resolved_at = '2000-01-01' where reservation_id = ${reservation.id} returning id`,
    );
  for (const actor of [cast.ana, cast.beto, cast.suspended]) expect(await resolve(actor)).toHaveLength(0);
  expect(await resolve(cast.admin)).toHaveLength(1);
  const [report] = await reportsOf(reservation);
  expect(report).toMatchObject({ resolved_by: cast.admin.id });
  expect(report?.resolved_at?.getFullYear()).toBeGreaterThan(2020);
  expect(await resolve(cast.admin)).toHaveLength(0);
  expect(await statusOf(spaceAt(2))).toBe('occupied');
});

test('a reported space is free again when the reservation would have ended', async () => {
  await swap(database.sql, cast.ana, reservation);
  await database.sql`select public.run_due_work()`;
  expect(await statusOf(spaceAt(2))).toBe('occupied');
  await database.sql`update public.space_reports set occupied_until = now() where reservation_id = ${reservation.id}`;
  await database.sql`select public.run_due_work()`;
  expect(await statusOf(spaceAt(2))).toBe('available');
  expect(await reportsOf(reservation)).toMatchObject([{ resolved_by: null, resolved_at: expect.any(Date) }]);
});

test('a reported space is free again when the driver who stayed too long ends that reservation', async () => {
  const late = await createReservation(database.sql, cast.beto, { spaceId: spaceAt(2), from: -3, to: -0.3 });
  await swap(database.sql, cast.ana, reservation);
  await as(
    database.sql,
    cast.beto,
    (tx) => tx`update public.reservations set status = 'completed' where id = ${late.id}`,
  );
  expect(await statusOf(spaceAt(2))).toBe('available');
  // The driver who reported it reads the report, and not who was there.
  expect(await reportsOf(reservation)).toMatchObject([{ resolved_by: null, resolved_at: expect.any(Date) }]);
});

test('a reported space stays occupied when an operator ends a reservation on it, or who reported it does', async () => {
  await Promise.all([0, 1, 3, 4].map((index) => setStatus(index, 'maintenance')));
  const late = await createReservation(database.sql, cast.beto, { spaceId: spaceAt(2), from: -3, to: -0.3 });
  await swap(database.sql, cast.ana, reservation);
  for (const [actor, { id }] of [
    [cast.admin, late],
    [cast.ana, reservation],
  ] as const) {
    await as(database.sql, actor, (tx) => tx`update public.reservations set status = 'completed' where id = ${id}`);
    expect(await statusOf(spaceAt(2))).toBe('occupied');
    expect(await reportsOf(reservation)).toMatchObject([{ resolved_at: null }]);
  }
});

test('a space that an operator set to occupied stays so when a driver ends a reservation on it', async () => {
  await setStatus(2, 'occupied');
  await as(
    database.sql,
    cast.ana,
    (tx) => tx`update public.reservations set status = 'completed' where id = ${reservation.id}`,
  );
  expect(await statusOf(spaceAt(2))).toBe('occupied');
});

test('a report stays without its driver when the account goes', async () => {
  await swap(database.sql, cast.ana, reservation);
  await as(database.sql, cast.ana, (tx) => tx`select public.delete_my_account()`);
  expect(await reportsOf(reservation)).toMatchObject([{ user_id: null, parking_space_id: spaceAt(2) }]);
});
