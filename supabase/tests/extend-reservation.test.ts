import { beforeEach, expect, test } from 'vitest';
import { writeInstallation } from '../../server/database/prepare-database.ts';
import { type Actor, as, createSpace, errorOf, problemOf } from './as.ts';
import {
  activityOf,
  createReservation,
  extend,
  hoursAfter,
  type Reservation,
  readReservation,
} from './changes-world.ts';
import { openWorld } from './world.ts';

const { sql, cast } = await openWorld();
let spaceId: string;
let reservation: Reservation;
beforeEach(async () => {
  await writeInstallation(sql, { samples: true });
  ({ spaceId } = await createSpace(sql, { hourlyRate: 4 }));
  reservation = await createReservation(sql, cast.ana, { spaceId, from: -1, to: 1, amount: 10 });
});

const extendBy = (hours: number | string, actor = cast.ana, seen = reservation) => extend(sql, actor, seen, hours);
const latestEndFor = async (actor: Actor) =>
  (await as(sql, actor)<{ end: Date | null }[]>`select public.latest_end(${reservation.id}) as end`)[0]?.end;
/** What is turned down changes nothing. */
const expectProblem = async (hours: number | string, problem: string, detail?: Date) => {
  const error = await errorOf(extendBy(hours));
  expect([error.hint, ...(detail ? [error.detail] : [])]).toEqual([problem, ...(detail ? [detail.toISOString()] : [])]);
  expect(await readReservation(sql, reservation.id)).toEqual(reservation);
};
test('the paid part keeps its price, the added time has today’s, and taken times follow; a repeat extends once', async () => {
  const extended = await extendBy(1.5);
  const end = hoursAfter(reservation.end_time, 1.5);
  expect(extended).toEqual({ ...reservation, end_time: end, total_amount: '16.00' });
  expect(await extendBy(1.5)).toEqual(extended);
  expect(await readReservation(sql, reservation.id)).toEqual(extended);
  expect(await activityOf(sql, cast.ana)).toEqual(['reservation_extended']);
  expect(await sql`select end_time from public.space_occupancy where parking_space_id = ${spaceId}`).toEqual([
    { end_time: end },
  ]);
});

test('a reservation that is over and not ended is extended beyond this moment, and not to a moment before it', async () => {
  const { spaceId: other } = await createSpace(sql);
  const overdue = await createReservation(sql, cast.ana, { spaceId: other, from: -5, to: -2 });
  expect(await problemOf(extendBy(1, cast.ana, overdue))).toBe('reservation-is-over');
  expect((await extendBy(3, cast.ana, overdue)).end_time).toEqual(hoursAfter(overdue.end_time, 3));
  expect(await sql`select status from public.parking_spaces where id = ${other}`).toEqual([{ status: 'reserved' }]);
});

test('the next reservation is the latest end, which the driver reads before and the error names', async () => {
  expect(await latestEndFor(cast.ana)).toBe(null);
  const next = await createReservation(sql, cast.beto, { spaceId, from: 3, to: 4 });
  expect([await latestEndFor(cast.ana), await latestEndFor(cast.beto)]).toEqual([next.start_time, null]);
  await expectProblem(3, 'extension-too-long', next.start_time);
  await extendBy(Math.floor((Number(next.start_time) - Number(reservation.end_time)) / 60_000) / 60);
});

test('a reservation lasts at most 31 days, also when it is extended, and grows', async () => {
  await expectProblem(743, 'extension-too-long', hoursAfter(reservation.start_time, 744));
  for (const hours of ['NaN', '745', 'Infinity', -1]) await expectProblem(hours, 'reservation-too-long');
  for (const hours of [0, 0.001]) await expectProblem(hours, 'end-before-start');
});

test('without samples a driver stays as long as the operator allows, and an administrator decides beyond', async () => {
  await writeInstallation(sql, { samples: false });
  await sql`update public.installation_settings set max_reservation_hours = 3, maintenance_mode = false`;
  const limit = hoursAfter(reservation.start_time, 3);
  expect(await latestEndFor(cast.ana)).toEqual(limit);
  await expectProblem(1.5, 'extension-too-long', limit);
  await sql`update public.installation_settings set maintenance_mode = true`;
  await expectProblem(1, 'under-maintenance');
  await extendBy(1.5, cast.admin);
});

test('a space out of service keeps nobody for longer than was booked', async () => {
  await sql`update public.parking_spaces set status = 'maintenance' where id = ${spaceId}`;
  expect(await latestEndFor(cast.ana)).toEqual(reservation.end_time);
  await expectProblem(1, 'extension-too-long');
});

test('a reservation that has not begun, or is closed, is not extended', async () => {
  const upcoming = await createReservation(sql, cast.ana, { ...(await createSpace(sql)), from: 1, to: 2 });
  expect(await problemOf(extendBy(1, cast.ana, upcoming))).toBe('extension-before-start');
  await as(sql, cast.ana)`update public.reservations set status = 'completed' where id = ${reservation.id}`;
  expect(await problemOf(extendBy(1))).toBe('reservation-changed');
  expect(await latestEndFor(cast.ana)).toBe(null);
});

test('a driver changes reservations 30 times an hour', async () => {
  await sql`
    insert into public.user_activity (user_id, activity_type)
    select ${cast.ana.id}, 'reservation_extended' from generate_series(1, 30)`;
  await expectProblem(1, 'too-many-changes-in-an-hour');
});
