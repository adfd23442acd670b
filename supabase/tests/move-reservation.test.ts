import { beforeEach, expect, test } from 'vitest';
import { type Actor, as, type Cast, hoursFromNow, problemOf, reserve } from './as.ts';
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

const sql = await openDatabase();
let cast: Cast;
let spaces: string[];
let booked: Reservation;
beforeEach(async () => {
  ({ cast, spaces, booked } = await createBookedReservation(sql));
});

const spaceAt = (index: number) => spaces[index] ?? '';
const expectUnchanged = async () => expect(await readReservation(sql, booked.id)).toEqual(booked);

/** Moves what is named and keeps the rest; `seen` is the reservation as the administrator saw it. */
function move(actor: Actor, seen: Reservation, to: { spaceId?: string; start?: Date | string | null }) {
  const { spaceId = seen.parking_space_id, start = seen.start_time } = to;
  return as(sql, actor, async (tx) => {
    const [row] = await tx<Reservation[]>`
      select * from public.move_reservation(${seen.id}, ${spaceId}, ${start instanceof Date ? start.toISOString() : start}::text::timestamptz, ${seen.parking_space_id},
        ${seen.start_time}, ${seen.end_time})`;
    return row;
  });
}

test('an administrator moves a reservation to another space and start, with its length and price', async () => {
  await sql`update public.parking_spaces set hourly_rate = 50 where id = ${spaceAt(1)}`;
  const start = hoursFromNow(8);
  const moved = await move(cast.admin, booked, { spaceId: spaceAt(1), start });
  expect(moved).toEqual({ ...booked, parking_space_id: spaceAt(1), start_time: start, end_time: hoursAfter(start, 2) });
  expect(await readReservation(sql, booked.id)).toEqual(moved);
  await reserve(sql, cast.beto, { spaceId: spaceAt(0), from: 3, to: 5 });
});

test('a reservation moves to the space of another zone', async () => {
  const [elsewhere = ''] = await createZone(sql, ['B-1']);
  expect(await move(cast.admin, booked, { spaceId: elsewhere })).toMatchObject({ parking_space_id: elsewhere });
});

test('no money moves with a paid reservation', async () => {
  await chargeDrivers(sql);
  const paid = await readReservation(sql, await bookPaidReservation(sql, cast.ana, { from: 24 }));
  await sql`update public.parking_spaces set hourly_rate = 50 where id = ${spaceAt(1)}`;
  const readMoney = () => sql`
    select (select wallet_balance from public.profiles where user_id = ${cast.ana.id}) as balance,
      (select count(*) from public.ledger_transactions where reservation_id = ${paid.id}) as transactions`;
  const before = await readMoney();
  const moved = await move(cast.admin, paid, { spaceId: spaceAt(1) });
  expect(moved?.total_amount).toBe(paid.total_amount);
  expect(await readMoney()).toEqual(before);
});

test('the driver is told of it once, and it does not count as their own change', async () => {
  await sql`delete from public.notifications`;
  const moved = await move(cast.admin, booked, { start: hoursFromNow(6) });
  const rows = await sql`
    select kind, content ->> 'start_time' as start from public.notifications where user_id = ${cast.ana.id}`;
  expect(rows).toMatchObject([{ kind: 'changed' }]);
  expect(new Date(rows[0]?.start)).toEqual(moved?.start_time);
  expect(await activityOf(sql, cast.ana)).toEqual(['reservation_changed']);
  const [entry] = await sql`
    select activity_data ->> 'by_operator' as by_operator from public.user_activity where user_id = ${cast.ana.id}`;
  expect(entry?.by_operator).toBe('true');
});

test('the log has who moved it, before and after', async () => {
  await move(cast.admin, booked, { spaceId: spaceAt(1) });
  const entries = await sql`
    select actor_id, action, before ->> 'parking_space_id' as before, after ->> 'parking_space_id' as after
    from public.audit_log where subject_table = 'reservations' and subject_id = ${booked.id}`;
  expect(entries).toEqual([{ actor_id: cast.admin.id, action: 'update', before: spaceAt(0), after: spaceAt(1) }]);
});

test('a repeat after a lost response moves it once', async () => {
  const to = { spaceId: spaceAt(1), start: hoursFromNow(8) };
  const moved = await move(cast.admin, booked, to);
  expect(await move(cast.admin, booked, to)).toEqual(moved);
  expect(await activityOf(sql, cast.ana)).toHaveLength(1);
});

test('what the driver or another administrator changed meanwhile is not overwritten', async () => {
  const changed = await change(sql, cast.ana, booked, { start: hoursFromNow(9) });
  expect(await problemOf(move(cast.admin, booked, { spaceId: spaceAt(1) }))).toBe('reservation-changed');
  expect(await readReservation(sql, booked.id)).toEqual(changed);
  await as(sql, cast.ana)`update public.reservations set status = 'cancelled' where id = ${booked.id}`;
  expect(await problemOf(move(cast.admin, changed as Reservation, { spaceId: spaceAt(1) }))).toBe(
    'reservation-changed',
  );
});

test('a reservation that has begun reservations where it is', async () => {
  const begun = await createReservation(sql, cast.ana, { spaceId: spaceAt(1), from: -1, to: 1 });
  expect(await problemOf(move(cast.admin, begun, { spaceId: spaceAt(2) }))).toBe('move-after-start');
  expect(await readReservation(sql, begun.id)).toEqual(begun);
});

test('a space that is taken, out of service or deleted takes no moved reservation', async () => {
  await createReservation(sql, cast.beto, { spaceId: spaceAt(1), from: 4, to: 6 });
  await sql`update public.parking_spaces set status = 'maintenance' where id = ${spaceAt(2)}`;
  const gone = '00000000-0000-4000-8000-000000000000';
  expect(await problemOf(move(cast.admin, booked, { spaceId: spaceAt(1) }))).toBe('space-taken');
  expect(await problemOf(move(cast.admin, booked, { spaceId: spaceAt(2) }))).toBe('space-out-of-service');
  expect(await problemOf(move(cast.admin, booked, { spaceId: gone }))).toBe('space-gone');
  await expectUnchanged();
  expect(await move(cast.admin, booked, { spaceId: spaceAt(1), start: hoursFromNow(7) })).toBeDefined();
});

test('of two who move two reservations to the same place at once one succeeds', async () => {
  const other = await createReservation(sql, cast.beto, { spaceId: spaceAt(1), from: 3, to: 5 });
  const outcomes = await Promise.allSettled([
    move(cast.admin, booked, { spaceId: spaceAt(2) }),
    move(cast.admin, other, { spaceId: spaceAt(2) }),
  ]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('the times of a moved reservation obey the rules of a new one', async () => {
  const expectProblem = async (start: Date | string | null, problem: string) => {
    expect(await problemOf(move(cast.admin, booked, { start }))).toBe(problem);
    await expectUnchanged();
  };
  await expectProblem(hoursFromNow(-3), 'reservation-is-over');
  await expectProblem(hoursFromNow(367 * 24), 'start-too-late');
  await expectProblem('infinity', 'reservation-times-not-finite');
  await expectProblem(null, 'reservation-times-not-finite');
});
