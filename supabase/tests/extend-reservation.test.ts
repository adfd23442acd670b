import { beforeEach, expect, test } from 'vitest';
import { writeInstallation } from '../../server/database/prepare-database.ts';
import { type Actor, as, type Cast, createCast, createSpace, errorOf, problemOf } from './as.ts';
import {
  activityOf,
  createReservation,
  extend,
  hoursAfter,
  type Reservation,
  readReservation,
} from './changes-world.ts';
import { openDatabase } from './world.ts';

const sql = await openDatabase();
let cast: Cast;
let spaceId: string;
let reservation: Reservation;
beforeEach(async () => {
  await writeInstallation(sql, { samples: true });
  cast = await createCast(sql);
  ({ spaceId } = await createSpace(sql, { hourlyRate: 4 }));
  reservation = await createReservation(sql, cast.ana, { spaceId, from: -1, to: 1, amount: 10 });
});

const latestEndFor = (actor: Actor) =>
  as(sql, actor, async (tx) => {
    const [row] = await tx<{ end: Date | null }[]>`select public.latest_end(${reservation.id}) as end`;
    return row?.end ?? null;
  });
const expectUnchanged = async () => expect(await readReservation(sql, reservation.id)).toEqual(reservation);

test('a driver extends a reservation: the paid part keeps its price, the added time has today’s', async () => {
  const extended = await extend(sql, cast.ana, reservation, 1.5);
  expect(extended).toMatchObject({
    id: reservation.id,
    start_time: reservation.start_time,
    total_amount: '16.00',
    status: 'active',
  });
  expect(extended?.end_time).toEqual(hoursAfter(reservation.end_time, 1.5));
  expect(await readReservation(sql, reservation.id)).toEqual(extended);
  expect(await activityOf(sql, cast.ana)).toEqual(['reservation_extended']);
});

test('taken times follow an extended reservation', async () => {
  await extend(sql, cast.ana, reservation, 2);
  const taken = await sql`select end_time from public.space_occupancy where parking_space_id = ${spaceId}`;
  expect(taken).toEqual([{ end_time: hoursAfter(reservation.end_time, 2) }]);
});

test('a repeat after a lost response extends once', async () => {
  const first = await extend(sql, cast.ana, reservation, 1);
  expect(await extend(sql, cast.ana, reservation, 1)).toEqual(first);
  expect(await activityOf(sql, cast.ana)).toHaveLength(1);
});

test('two devices that extend at once extend once; the other one hears that it has changed', async () => {
  const outcomes = await Promise.all(
    [1, 2].map((hours) =>
      extend(sql, cast.ana, reservation, hours).then(
        () => 'extended',
        ({ hint }: { hint?: string }) => hint,
      ),
    ),
  );
  expect(outcomes.toSorted()).toEqual(['extended', 'reservation-changed']);
});

test('a reservation that is over and not ended is extended beyond this moment, and not to a moment before it', async () => {
  const { spaceId: other } = await createSpace(sql, { hourlyRate: 4 });
  const overdue = await createReservation(sql, cast.ana, { spaceId: other, from: -5, to: -2 });
  expect(await problemOf(extend(sql, cast.ana, overdue, 1))).toBe('reservation-is-over');
  expect((await extend(sql, cast.ana, overdue, 3))?.end_time).toEqual(hoursAfter(overdue.end_time, 3));
  const [space] = await sql`select status from public.parking_spaces where id = ${other}`;
  expect(space?.status).toBe('reserved');
});

test('the next reservation is the latest end, which the driver reads before and the error names', async () => {
  expect(await latestEndFor(cast.ana)).toBe(null);
  const next = await createReservation(sql, cast.beto, { spaceId, from: 3, to: 4 });
  expect(await latestEndFor(cast.ana)).toEqual(next.start_time);
  const error = await errorOf(extend(sql, cast.ana, reservation, 3));
  expect(error).toMatchObject({ code: '23514', hint: 'extension-too-long', detail: next.start_time.toISOString() });
  await expectUnchanged();
  const [minutes] = await sql<{ hours: number }[]>`
    select floor(extract(epoch from ${next.start_time}::timestamptz - ${reservation.end_time}) / 60) / 60 as hours`;
  await extend(sql, cast.ana, reservation, minutes?.hours ?? 0);
});

test('a reservation lasts at most 31 days, also when it is extended', async () => {
  const { hint, detail } = await errorOf(extend(sql, cast.ana, reservation, 743));
  expect([hint, detail]).toEqual(['extension-too-long', hoursAfter(reservation.start_time, 744).toISOString()]);
  for (const hours of ['NaN', '745', 'Infinity']) {
    expect(await problemOf(extend(sql, cast.ana, reservation, hours))).toBe('reservation-too-long');
  }
  for (const hours of [-1, 0, 0.001]) {
    expect(await problemOf(extend(sql, cast.ana, reservation, hours))).toMatch(/reservation-too-long|end-before-start/);
  }
  await expectUnchanged();
});

test('without samples a driver stays as long as the operator allows, and an administrator decides beyond', async () => {
  await writeInstallation(sql, { samples: false });
  await sql`update public.installation_settings set max_reservation_hours = 3, maintenance_mode = false`;
  const limit = hoursAfter(reservation.start_time, 3);
  expect(await latestEndFor(cast.ana)).toEqual(limit);
  const { hint, detail } = await errorOf(extend(sql, cast.ana, reservation, 1.5));
  expect([hint, detail]).toEqual(['extension-too-long', limit.toISOString()]);
  await sql`update public.installation_settings set maintenance_mode = true`;
  expect(await problemOf(extend(sql, cast.ana, reservation, 1))).toBe('under-maintenance');
  await expectUnchanged();
  await extend(sql, cast.admin, reservation, 1.5);
});

test('a space out of service keeps nobody for longer than was booked', async () => {
  await sql`update public.parking_spaces set status = 'maintenance' where id = ${spaceId}`;
  expect(await latestEndFor(cast.ana)).toEqual(reservation.end_time);
  expect(await problemOf(extend(sql, cast.ana, reservation, 1))).toBe('extension-too-long');
  await expectUnchanged();
});

test('a reservation that has not begun, or is closed, is not extended', async () => {
  const { spaceId: other } = await createSpace(sql);
  const upcoming = await createReservation(sql, cast.ana, { spaceId: other, from: 1, to: 2 });
  expect(await problemOf(extend(sql, cast.ana, upcoming, 1))).toBe('extension-before-start');
  await as(sql, cast.ana)`update public.reservations set status = 'completed' where id = ${reservation.id}`;
  expect(await problemOf(extend(sql, cast.ana, reservation, 1))).toBe('reservation-changed');
  expect(await latestEndFor(cast.ana)).toBe(null);
});

test('a driver changes reservations 30 times an hour', async () => {
  await sql`
    insert into public.user_activity (user_id, activity_type)
    select ${cast.ana.id}, 'reservation_extended' from generate_series(1, 30)`;
  expect(await problemOf(extend(sql, cast.ana, reservation, 1))).toBe('too-many-changes-in-an-hour');
  await expectUnchanged();
});

test('what an operator changes is recorded for the driver, and leaves them their 30 changes', async () => {
  await sql`
    insert into public.user_activity (user_id, activity_type)
    select ${cast.ana.id}, 'reservation_extended' from generate_series(1, 29)`;
  await sql`update public.profiles set last_activity = null where user_id = ${cast.ana.id}`;
  const extended = await extend(sql, cast.admin, reservation, 1);
  const [entry] = await sql`
    select activity_type, activity_data -> 'by_operator' as by_operator, p.last_activity
    from public.user_activity a join public.profiles p using (user_id)
    where user_id = ${cast.ana.id} and activity_data <> '{}'`;
  expect(entry).toEqual({ activity_type: 'reservation_extended', by_operator: true, last_activity: null });
  const again = await extend(sql, cast.ana, extended as Reservation, 1);
  expect(await problemOf(extend(sql, cast.ana, again as Reservation, 1))).toBe('too-many-changes-in-an-hour');
});

test('the way that the functions open is closed again in the same transaction', async () => {
  const write = as(sql, cast.ana, async (tx) => {
    await tx`select public.extend_reservation(${reservation.id}, 1, ${reservation.end_time})`;
    await tx`select set_config('role', 'service_role', true)`;
    await tx`update public.reservations set total_amount = 0 where id = ${reservation.id}`;
  });
  expect(await problemOf(write)).toBe('23514');
  await expectUnchanged();
});
