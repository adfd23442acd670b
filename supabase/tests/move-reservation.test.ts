import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, hoursFromNow, problemOf, reserve } from './as.ts';
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
import { bookPaidReservation, chargeDrivers } from './paid-reservations.ts';
import { openDatabase } from './world.ts';

const NAMES = ['A-10', 'A-2', 'A-3'];
const sql = await openDatabase();
let { cast, spaces, booked } = await createBookedReservation(sql, NAMES);
beforeEach(async () => {
  ({ cast, spaces, booked } = await createBookedReservation(sql, NAMES));
});

const spaceAt = (index: number) => spaces[index] ?? '';
const setStatus = (index: number, status: string) =>
  sql`update public.parking_spaces set status = ${status} where id = ${spaceAt(index)}`;

/** An administrator moves what is named and keeps the rest; `seen` is the reservation as they saw it. */
async function move(to: { spaceId?: string; start?: Date | string | null }, seen: Reservation = booked) {
  const { spaceId = seen.parking_space_id, start = seen.start_time } = to;
  const [row] = await as(sql, cast.admin)<Reservation[]>`
    select * from public.move_reservation(${seen.id}, ${spaceId},
      ${start instanceof Date ? start.toISOString() : start}::text::timestamptz, ${seen.parking_space_id},
      ${seen.start_time}, ${seen.end_time})`;
  return row;
}
/** What is turned down changes nothing. */
const expectProblem = async (to: Parameters<typeof move>[0], problem: string, seen = booked) => {
  const before = await readReservation(sql, seen.id);
  expect(await problemOf(move(to, seen))).toBe(problem);
  expect(await readReservation(sql, seen.id)).toEqual(before);
};

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
    expect((await move({ spaceId: spaceAt(1) }, paid))?.total_amount).toBe(paid.total_amount);
    expect(await readMoney()).toEqual(before);
  });

  test('once, which the driver is told, and which is no change of the driver’s own', async () => {
    await sql`delete from public.notifications`;
    const to = { spaceId: spaceAt(1), start: hoursFromNow(6) };
    const moved = await move(to);
    expect(await move(to)).toEqual(moved);
    const told = await sql`
      select kind, (content ->> 'start_time')::timestamptz as start from public.notifications where user_id = ${cast.ana.id}`;
    expect(told).toEqual([{ kind: 'changed', start: moved?.start_time }]);
    expect(await activityOf(sql, cast.ana)).toEqual(['reservation_changed']);
    const activity = await sql`select activity_data from public.user_activity where user_id = ${cast.ana.id}`;
    expect(activity).toMatchObject([{ activity_data: { by_operator: true } }]);
  });

  test('as they saw it, and once it has begun to another space only', async () => {
    const changed = (await change(sql, cast.ana, booked, { start: hoursFromNow(9) })) as Reservation;
    await expectProblem({ spaceId: spaceAt(1) }, 'reservation-changed');
    await as(sql, cast.ana)`update public.reservations set status = 'cancelled' where id = ${booked.id}`;
    await expectProblem({ spaceId: spaceAt(1) }, 'reservation-changed', changed);
    const begun = await createReservation(sql, cast.ana, { spaceId: spaceAt(1), from: -1, to: 1 });
    await expectProblem({ spaceId: spaceAt(2), start: hoursFromNow(1) }, 'move-after-start', begun);
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
      await expectProblem(to, problem);
    }
    const other = await createReservation(sql, cast.beto, { spaceId: spaceAt(1), from: 20, to: 22 });
    const to = { spaceId: spaceAt(1), start: hoursFromNow(7) };
    const outcomes = await Promise.allSettled([move(to), move(to, other)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('where a reservation can move', () => {
  type Target = { id: string; name: string; other_zone: string | null; hindrance: string | null };
  /** The start in hours from now. */
  const readTargets = (start: number) =>
    as(sql, cast.admin)<Target[]>`select * from public.move_targets(${booked.id}, ${hoursFromNow(start)})`;
  const isInZone = ({ other_zone }: Target) => other_zone === null;

  test('are the spaces of the zone as people count, then those of other zones, with what hinders it', async () => {
    const other = await createZone(sql, ['B-1']);
    await createReservation(sql, cast.beto, { spaceId: spaceAt(1), from: 4, to: 6 });
    await setStatus(2, 'maintenance');
    const targets = await readTargets(3);
    expect(targets.slice(0, 3)).toEqual([
      { id: spaceAt(1), name: 'A-2', other_zone: null, hindrance: 'taken' },
      { id: spaceAt(2), name: 'A-3', other_zone: null, hindrance: 'out-of-service' },
      { id: spaceAt(0), name: 'A-10', other_zone: null, hindrance: null },
    ]);
    expect(targets.filter(({ id }) => id === other[0])).toEqual([
      { id: other[0], name: 'B-1', other_zone: expect.any(String), hindrance: null },
    ]);
    expect(targets.slice(3).some(isInZone)).toBe(false);
  });
});
