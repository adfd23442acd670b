import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { writeInstallation } from '../../server/database/prepare-database.ts';
import { addVehicle, as, hoursFromNow, one, problemOf, reserve, SERVICE } from './as.ts';
import {
  activityOf,
  change,
  createReservation,
  createZone,
  hoursAfter,
  type Reservation,
  readReservation,
} from './changes-world.ts';
import { bookPaidReservation, chargeDrivers } from './paid-reservations.ts';
import { openWorld } from './world.ts';

const { sql, cast } = await openWorld();
let spaces: string[];
let booked: Reservation;
beforeEach(async () => {
  await writeInstallation(sql, { samples: true });
  spaces = await createZone(sql, ['A-10', 'A-2', 'A-3']);
  booked = await createReservation(sql, cast.ana, { spaceId: spaceAt(0), from: 3, to: 5, amount: 7 });
});

type To = Parameters<typeof change>[3];
const spaceAt = (index: number) => spaces[index] ?? '';
const changeAs = (actor = cast.ana, to: To = { hours: 3 }, seen: Reservation = booked) => change(sql, actor, seen, to);
const setStatus = (index: number, status: string) =>
  sql`update public.parking_spaces set status = ${status} where id = ${spaceAt(index)}`;
/** What is turned down changes nothing. */
const expectUnchanged = async (work: () => Promise<unknown>, problem: string, { id } = booked) => {
  const before = await readReservation(sql, id);
  expect(await problemOf(work())).toBe(problem);
  expect(await readReservation(sql, id)).toEqual(before);
};
const expectProblem = (to: To, problem: string, actor = cast.ana) =>
  expectUnchanged(() => changeAs(actor, to), problem);

test('a driver changes time, hours and space before the start, and pays today’s price', async () => {
  await sql`update public.parking_spaces set hourly_rate = 6 where id = ${spaceAt(1)}`;
  const start = hoursFromNow(8);
  const changed = await changeAs(cast.ana, { start, hours: 3, spaceId: spaceAt(1) });
  const times = { start_time: start, end_time: hoursAfter(start, 3) };
  expect(changed).toMatchObject({
    ...times,
    id: booked.id,
    parking_space_id: spaceAt(1),
    total_amount: '18.00',
    status: 'active',
  });
  expect(await readReservation(sql, booked.id)).toEqual(changed);
  expect(await activityOf(sql, cast.ana)).toEqual(['reservation_changed']);
});

test('a reservation may overlap its former time, which is free for others at once, and the new one is not', async () => {
  expect((await changeAs(cast.ana, { start: hoursFromNow(4) })).total_amount).toBe('10.00');
  await reserve(sql, cast.beto, { spaceId: spaceAt(0), from: 3, to: 3.9 });
  expect(await problemOf(reserve(sql, cast.beto, { spaceId: spaceAt(0), from: 5.5, to: 7 }))).toBe('23P01');
});

test('a repeat after a lost response changes once; another change meanwhile is not overwritten', async () => {
  const start = hoursFromNow(8);
  const first = await changeAs(cast.ana, { start });
  expect(await changeAs(cast.ana, { start })).toEqual(first);
  expect(await activityOf(sql, cast.ana)).toHaveLength(1);
  expect(await problemOf(changeAs(cast.ana, { hours: 9 }))).toBe('reservation-changed');
});

test('the rules of a new reservation hold for a changed one, which has not begun', async () => {
  const [elsewhere = ''] = await createZone(sql, ['B-1']);
  for (const [to, problem] of [
    [{ start: hoursFromNow(-5), hours: 1 }, 'reservation-is-over'],
    [{ hours: 0 }, 'end-before-start'],
    [{ hours: 745 }, 'reservation-too-long'],
    [{ hours: Number.NaN }, 'reservation-too-long'],
    [{ spaceId: elsewhere }, 'space-of-other-zone'],
    [{ spaceId: '00000000-0000-4000-8000-000000000000' }, 'space-of-other-zone'],
  ] as const) {
    await expectProblem(to, problem);
  }
  const begun = await createReservation(sql, cast.ana, { spaceId: spaceAt(1), from: -1, to: 1 });
  expect(await problemOf(changeAs(cast.ana, { hours: 3 }, begun))).toBe('change-after-start');
});

test('only a space that is available then takes a changed reservation', async () => {
  await createReservation(sql, cast.beto, { spaceId: spaceAt(1), from: 4, to: 6 });
  await createReservation(sql, cast.beto, { spaceId: spaceAt(0), from: 6, to: 7 });
  await setStatus(2, 'maintenance');
  for (const to of [{ spaceId: spaceAt(1) }, { hours: 3.5 }, { spaceId: spaceAt(2) }])
    await expectProblem(to, 'space-taken');
  await setStatus(2, 'occupied');
  await expectProblem({ start: hoursFromNow(0), spaceId: spaceAt(2) }, 'space-taken');
});

test('without samples a changed reservation of a driver obeys what the operator decided', async () => {
  await writeInstallation(sql, { samples: false });
  const decide = (maintenance_mode: boolean) => sql`
    update public.installation_settings set max_reservation_hours = 4, maintenance_mode = ${maintenance_mode}`;
  await decide(false);
  await expectProblem({ hours: 5 }, 'reservation-over-limit');
  await expectProblem({ start: hoursFromNow(-1), hours: 3 }, 'start-in-the-past');
  await decide(true);
  await expectProblem({ hours: 3 }, 'under-maintenance');
  await changeAs(cast.admin, { hours: 5 });
  await decide(false);
});

test('the reservation keeps a copy of the chosen vehicle', async () => {
  await writeInstallation(sql, { samples: false });
  const vehicleId = await addVehicle(sql, cast.ana);
  const copy = { vehicle_id: vehicleId, vehicle_plate: 'A123456' };
  const changed = await changeAs(cast.ana, { vehicleId });
  expect(changed).toMatchObject({ ...copy, start_time: booked.start_time, total_amount: '7.00' });
  const kept = await changeAs(cast.ana, { hours: 1 }, changed);
  expect(kept).toMatchObject({ ...copy, total_amount: '5.00' });
});

test('nobody but an administrator changes the reservation of somebody else, which the log tells', async () => {
  await expectProblem({ hours: 3 }, 'no-such-reservation', cast.beto);
  await expectProblem({ hours: 3 }, '42501', SERVICE);
  await changeAs(cast.admin);
  const log = await sql`select actor_id, action from public.audit_log where subject_id = ${booked.id}`;
  expect(log).toEqual([{ actor_id: cast.admin.id, action: 'update' }]);
  await sql`update public.profiles set status = 'suspended' where user_id = ${cast.ana.id}`;
  expect(await problemOf(changeAs(cast.ana, { hours: 4 }))).toBe('42501');
});

/** An administrator moves what is named and keeps the rest; `seen` is the reservation as they saw it. */
async function move(to: { spaceId?: string; start?: Date | string | null }, seen: Reservation = booked) {
  const { spaceId = seen.parking_space_id, start = seen.start_time } = to;
  return one(as(sql, cast.admin)<Reservation[]>`
    select * from public.move_reservation(${seen.id}, ${spaceId},
      ${start instanceof Date ? start.toISOString() : start}::text::timestamptz, ${seen.parking_space_id},
      ${seen.start_time}, ${seen.end_time})`);
}
const expectNoMove = (to: Parameters<typeof move>[0], problem: string, seen = booked) =>
  expectUnchanged(() => move(to, seen), problem, seen);

describe('an administrator moves a reservation', () => {
  test('to another space and start, with its length and price, and frees the former time', async () => {
    await sql`update public.parking_spaces set hourly_rate = 50 where id = ${spaceAt(1)}`;
    const start = hoursFromNow(8);
    const moved = await move({ spaceId: spaceAt(1), start });
    expect(moved).toEqual({
      ...booked,
      parking_space_id: spaceAt(1),
      start_time: start,
      end_time: hoursAfter(start, 2),
    });
    expect(await readReservation(sql, booked.id)).toEqual(moved);
    await reserve(sql, cast.beto, { spaceId: spaceAt(0), from: 3, to: 5 });
    const [elsewhere = ''] = await createZone(sql, ['B-1']);
    expect(await move({ spaceId: elsewhere }, moved)).toMatchObject({ parking_space_id: elsewhere });
  });

  test('and no money with it', async () => {
    await chargeDrivers(sql);
    const paid = await readReservation(sql, await bookPaidReservation(sql, cast.ana, { from: 24 }));
    await sql`update public.parking_spaces set hourly_rate = 50 where id = ${spaceAt(1)}`;
    const readMoney = () => sql`
      select (select wallet_balance from public.profiles where user_id = ${cast.ana.id}) as balance,
        (select count(*) from public.ledger_transactions where reservation_id = ${paid.id}) as transactions`;
    const before = await readMoney();
    expect((await move({ spaceId: spaceAt(1) }, paid)).total_amount).toBe(paid.total_amount);
    expect(await readMoney()).toEqual(before);
  });

  test('once, which the driver is told, and which is no change of the driver’s own', async () => {
    await sql`delete from public.notifications`;
    const to = { spaceId: spaceAt(1), start: hoursFromNow(6) };
    const moved = await move(to);
    expect(await move(to)).toEqual(moved);
    const told = await sql`
      select kind, (content ->> 'start_time')::timestamptz as start from public.notifications where user_id = ${cast.ana.id}`;
    expect(told).toEqual([{ kind: 'changed', start: moved.start_time }]);
    expect(await activityOf(sql, cast.ana)).toEqual(['reservation_changed']);
    const activity = await sql`select activity_data from public.user_activity where user_id = ${cast.ana.id}`;
    expect(activity).toMatchObject([{ activity_data: { by_operator: true } }]);
  });

  test('as they saw it, and once it has begun to another space only', async () => {
    const changed = await change(sql, cast.ana, booked, { start: hoursFromNow(9) });
    await expectNoMove({ spaceId: spaceAt(1) }, 'reservation-changed');
    await as(sql, cast.ana)`update public.reservations set status = 'cancelled' where id = ${booked.id}`;
    await expectNoMove({ spaceId: spaceAt(1) }, 'reservation-changed', changed);
    const begun = await createReservation(sql, cast.ana, { spaceId: spaceAt(1), from: -1, to: 1 });
    await expectNoMove({ spaceId: spaceAt(2), start: hoursFromNow(1) }, 'move-after-start', begun);
    expect(await move({ spaceId: spaceAt(2) }, begun)).toEqual({ ...begun, parking_space_id: spaceAt(2) });
  });

  test('to a space and a time that take it, of two at once one', async () => {
    await createReservation(sql, cast.beto, { spaceId: spaceAt(1), from: 4, to: 6 });
    await setStatus(2, 'maintenance');
    for (const [to, problem] of [
      [{ spaceId: spaceAt(1) }, 'space-taken'],
      [{ spaceId: spaceAt(2) }, 'space-out-of-service'],
      [{ spaceId: randomUUID() }, 'space-gone'],
      [{ start: hoursFromNow(-3) }, 'reservation-is-over'],
      [{ start: hoursFromNow(367 * 24) }, 'start-too-late'],
      [{ start: 'infinity' }, 'reservation-times-not-finite'],
      [{ start: null }, 'reservation-times-not-finite'],
    ] as const) {
      await expectNoMove(to, problem);
    }
    const other = await createReservation(sql, cast.beto, { spaceId: spaceAt(1), from: 20, to: 22 });
    const to = { spaceId: spaceAt(1), start: hoursFromNow(7) };
    const outcomes = await Promise.allSettled([move(to), move(to, other)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

type Target = { id: string; name: string; other_zone: string | null; hindrance: string | null };
/** The start in hours from now. */
const readTargets = (start: number) =>
  as(sql, cast.admin)<Target[]>`select * from public.move_targets(${booked.id}, ${hoursFromNow(start)})`;

test('where a reservation can move are the spaces of the zone as people count, then others, with what hinders it', async () => {
  const [elsewhere] = await createZone(sql, ['B-1']);
  await createReservation(sql, cast.beto, { spaceId: spaceAt(1), from: 4, to: 6 });
  await setStatus(2, 'maintenance');
  const targets = await readTargets(3);
  expect(targets.slice(0, 3)).toEqual([
    { id: spaceAt(1), name: 'A-2', other_zone: null, hindrance: 'taken' },
    { id: spaceAt(2), name: 'A-3', other_zone: null, hindrance: 'out-of-service' },
    { id: spaceAt(0), name: 'A-10', other_zone: null, hindrance: null },
  ]);
  const others = targets.slice(3);
  expect(others.every(({ other_zone }) => other_zone !== null)).toBe(true);
  expect(others).toContainEqual({ id: elsewhere, name: 'B-1', other_zone: expect.any(String), hindrance: null });
});
