import { beforeEach, expect, test } from 'vitest';
import { writeInstallation } from '../../server/database/prepare-database.ts';
import { type Actor, ANONYMOUS, type Cast, hoursFromNow, problemOf, reserve, SERVICE } from './as.ts';
import {
  activityOf,
  change,
  createBookedReservation,
  createReservation,
  createZone,
  hoursAfter,
  type Reservation,
  readReservation,
} from './changes-world.ts';
import { openDatabase } from './world.ts';

const sql = await openDatabase();
let cast: Cast;
let spaces: string[];
let booked: Reservation;
beforeEach(async () => {
  ({ cast, spaces, booked } = await createBookedReservation(sql));
});

const spaceAt = (index: number) => spaces[index] ?? '';
const expectUnchanged = async () => expect(await readReservation(sql, booked.id)).toEqual(booked);

async function addVehicle({ id }: Actor, plate: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into public.vehicles (user_id, name, plate, type) values (${id}, 'Yaris', ${plate}, 'sedan') returning id`;
  return row?.id ?? '';
}

test('a driver changes time, hours and space before the start, and pays today’s price', async () => {
  await sql`update public.parking_spaces set hourly_rate = 6 where id = ${spaceAt(1)}`;
  const start = hoursFromNow(8);
  const changed = await change(sql, cast.ana, booked, { start, hours: 3, spaceId: spaceAt(1) });
  expect(changed).toMatchObject({
    id: booked.id,
    parking_space_id: spaceAt(1),
    total_amount: '18.00',
    status: 'active',
  });
  expect([changed?.start_time, changed?.end_time]).toEqual([start, hoursAfter(start, 3)]);
  expect(await readReservation(sql, booked.id)).toEqual(changed);
  expect(await activityOf(sql, cast.ana)).toEqual(['reservation_changed']);
});

test('the former time is free for others at once, and the new one is not', async () => {
  await change(sql, cast.ana, booked, { start: hoursFromNow(8) });
  await reserve(sql, cast.beto, { spaceId: spaceAt(0), from: 3, to: 5 });
  expect(await problemOf(reserve(sql, cast.beto, { spaceId: spaceAt(0), from: 8, to: 9 }))).toBe('23P01');
});

test('a reservation may move to a time that overlaps its former one', async () => {
  const changed = await change(sql, cast.ana, booked, { start: hoursFromNow(4) });
  expect(changed?.total_amount).toBe('10.00');
});

test('a change that begins now makes the space reserved at once', async () => {
  await change(sql, cast.ana, booked, { start: hoursFromNow(0), spaceId: spaceAt(2) });
  const [space] = await sql`select status from public.parking_spaces where id = ${spaceAt(2)}`;
  expect(space?.status).toBe('reserved');
});

test('a repeat after a lost response changes once; another change meanwhile is not overwritten', async () => {
  const start = hoursFromNow(8);
  const first = await change(sql, cast.ana, booked, { start });
  expect(await change(sql, cast.ana, booked, { start })).toEqual(first);
  expect(await activityOf(sql, cast.ana)).toHaveLength(1);
  expect(await problemOf(change(sql, cast.ana, booked, { hours: 9 }))).toBe('reservation-changed');
  expect(await readReservation(sql, booked.id)).toEqual(first);
});

test('a reservation that has begun is not changed any more', async () => {
  const begun = await createReservation(sql, cast.ana, { spaceId: spaceAt(1), from: -1, to: 1 });
  expect(await problemOf(change(sql, cast.ana, begun, { hours: 3 }))).toBe('change-after-start');
  expect(await readReservation(sql, begun.id)).toEqual(begun);
});

test('the rules of a new reservation hold for a changed one', async () => {
  const expectProblem = async (to: Parameters<typeof change>[3], problem: string) => {
    expect(await problemOf(change(sql, cast.ana, booked, to))).toBe(problem);
    await expectUnchanged();
  };
  await expectProblem({ start: hoursFromNow(-5), hours: 1 }, 'reservation-is-over');
  await expectProblem({ start: hoursFromNow(-25), hours: 30 }, 'start-too-early');
  await expectProblem({ start: hoursFromNow(367 * 24) }, 'start-too-late');
  await expectProblem({ hours: 0 }, 'end-before-start');
  await expectProblem({ hours: 745 }, 'reservation-too-long');
  await expectProblem({ hours: Number.NaN }, 'reservation-too-long');
  const [elsewhere = ''] = await createZone(sql, ['B-1']);
  await expectProblem({ spaceId: elsewhere }, 'space-of-other-zone');
  await expectProblem({ spaceId: '00000000-0000-4000-8000-000000000000' }, 'space-of-other-zone');
});

test('only a space that is available then takes a changed reservation', async () => {
  await createReservation(sql, cast.beto, { spaceId: spaceAt(1), from: 4, to: 6 });
  await createReservation(sql, cast.beto, { spaceId: spaceAt(0), from: 6, to: 7 });
  await sql`update public.parking_spaces set status = 'maintenance' where id = ${spaceAt(2)}`;
  for (const to of [{ spaceId: spaceAt(1) }, { hours: 3.5 }, { spaceId: spaceAt(2) }]) {
    expect(await problemOf(change(sql, cast.ana, booked, to))).toBe('space-taken');
    await expectUnchanged();
  }
  await sql`update public.parking_spaces set status = 'occupied' where id = ${spaceAt(2)}`;
  const now = { start: hoursFromNow(0), spaceId: spaceAt(2) };
  expect(await problemOf(change(sql, cast.ana, booked, now))).toBe('space-taken');
  await expectUnchanged();
});

test('without samples a changed reservation obeys what the operator decided', async () => {
  await writeInstallation(sql, { samples: false });
  await sql`update public.installation_settings set max_reservation_hours = 4, maintenance_mode = false`;
  expect(await problemOf(change(sql, cast.ana, booked, { hours: 5 }))).toBe('reservation-over-limit');
  await sql`update public.installation_settings set maintenance_mode = true`;
  expect(await problemOf(change(sql, cast.ana, booked, { hours: 3 }))).toBe('under-maintenance');
  await expectUnchanged();
  await change(sql, cast.admin, booked, { hours: 5 });
  await sql`update public.installation_settings set maintenance_mode = false`;
});

test('the reservation keeps a copy of the chosen vehicle, which has to be the driver’s', async () => {
  await writeInstallation(sql, { samples: false });
  const vehicleId = await addVehicle(cast.ana, 'A123456');
  const changed = await change(sql, cast.ana, booked, { vehicleId });
  expect(changed).toMatchObject({
    vehicle_id: vehicleId,
    vehicle_plate: 'A123456',
    start_time: booked.start_time,
    total_amount: '7.00',
  });
  const kept = await change(sql, cast.ana, changed as Reservation, { hours: 1 });
  expect(kept).toMatchObject({ vehicle_plate: 'A123456', total_amount: '5.00' });
  const others = await addVehicle(cast.beto, 'B123456');
  for (const actor of [cast.ana, cast.admin]) {
    expect(await problemOf(change(sql, actor, kept as Reservation, { vehicleId: others }))).toBe('vehicle-not-found');
  }
});

test('nobody else changes a reservation, and a suspended driver not their own', async () => {
  const to = { hours: 3 };
  expect(await problemOf(change(sql, cast.beto, booked, to))).toBe('no-such-reservation');
  for (const actor of [cast.suspended, ANONYMOUS, SERVICE]) {
    expect(await problemOf(change(sql, actor, booked, to))).toBe('42501');
  }
  await sql`update public.profiles set status = 'suspended' where user_id = ${cast.ana.id}`;
  expect(await problemOf(change(sql, cast.ana, booked, to))).toBe('42501');
  await expectUnchanged();
});

test('an administrator changes a driver’s reservation, which the log tells', async () => {
  await change(sql, cast.admin, booked, { hours: 3 });
  const log = await sql`select actor_id, action from public.audit_log where subject_id = ${booked.id}`;
  expect(log).toEqual([{ actor_id: cast.admin.id, action: 'update' }]);
});

test('two drivers who move to the same space at once: one gets it, the other hears that it is taken', async () => {
  const other = await createReservation(sql, cast.beto, { spaceId: spaceAt(1), from: 3, to: 5 });
  const outcomes = await Promise.all(
    [[cast.ana, booked] as const, [cast.beto, other] as const].map(([actor, reservation]) =>
      change(sql, actor, reservation, { spaceId: spaceAt(2) }).then(
        () => 'changed',
        ({ hint }: { hint?: string }) => hint,
      ),
    ),
  );
  expect(outcomes.toSorted()).toEqual(['changed', 'space-taken']);
});
