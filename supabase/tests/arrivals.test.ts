import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { as, createSpace, hoursFromNow, one, problemOf, readValue } from './as.ts';
import { change, createReservation, openBarrier, type Reservation } from './changes-world.ts';
import { openWorld } from './world.ts';

const MINUTE = 1 / 60;

const { sql, cast } = await openWorld();

const reserveFor = async (from: number, to: number) =>
  createReservation(sql, cast.ana, { ...(await createSpace(sql)), from, to });
const mark = (seen: Reservation, scan: string | null = null) =>
  one(as(sql, cast.admin)<{ arrived_at: Date; is_new: boolean }[]>`
    select * from public.mark_arrival(${seen.id}, ${seen.start_time}, ${seen.end_time}, ${scan})`);
const unmark = ({ id }: Reservation, seen: Date) => as(sql, cast.admin)`select public.unmark_arrival(${id}, ${seen})`;
const readArrival = async ({ id }: Reservation): Promise<Date | null> =>
  readValue(sql`select arrived_at from public.reservations where id = ${id}`);
/** As an earlier moment marked it; microseconds would not survive the way through JavaScript. */
const putArrival = ({ id }: Reservation, at: Date) =>
  sql`update public.reservations set arrived_at = ${at} where id = ${id}`;

test.each([
  ['more than half an hour before the start', 31 * MINUTE, 1, 'arrival-too-early'],
  ['half an hour before the start', 29 * MINUTE, 1, null],
  ['during the stay', -1, 1, null],
  ['in the last minute', -1, MINUTE, null],
  ['after the end', -2, -MINUTE, 'arrival-too-late'],
])('an administrator marks an arrival or not: %s', async (_, from, to, problem) => {
  const reservation = await reserveFor(from, to);
  if (problem === null) {
    expect(await mark(reservation)).toMatchObject({ is_new: true });
    expect(Math.abs(Number(await readArrival(reservation)) - Date.now())).toBeLessThan(10_000);
  } else {
    expect(await problemOf(mark(reservation))).toBe(problem);
    expect(await readArrival(reservation)).toBeNull();
  }
});

test('a second mark finds the first arrival; the scan that marked it finds it new, until it is taken back', async () => {
  const reservation = await reserveFor(-1, 1);
  const first = randomUUID();
  const second = randomUUID();
  const isNew = async (scan: string | null) => (await mark(reservation, scan)).is_new;
  expect([await isNew(first), await isNew(first), await isNew(second), await isNew(null)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  const earlier = hoursFromNow(-MINUTE);
  await putArrival(reservation, earlier);
  expect(await mark(reservation, first)).toEqual({ arrived_at: earlier, is_new: false });
});

test('a reservation that is not active, or changed meanwhile, is not marked', async () => {
  const reservation = await reserveFor(0.2, 1);
  expect(await problemOf(mark({ ...reservation, end_time: hoursFromNow(2) }))).toBe('reservation-changed');
  await sql`update public.reservations set status = 'cancelled' where id = ${reservation.id}`;
  expect(await problemOf(mark(reservation))).toBe('reservation-changed');
  expect(await problemOf(mark({ ...reservation, id: randomUUID() }))).toBe('no-such-reservation');
});

test('an administrator takes back the arrival they saw, and not a later one', async () => {
  const reservation = await reserveFor(-1, 1);
  await mark(reservation);
  const later = hoursFromNow(-0.4);
  await putArrival(reservation, later);
  expect(await problemOf(unmark(reservation, hoursFromNow(-0.5)))).toBe('reservation-changed');
  for (const _ of ['first', 'again']) await unmark(reservation, later);
  expect(await readArrival(reservation)).toBeNull();
});

test('a driver who has arrived neither moves nor cancels the reservation; whom an administrator moves has not', async () => {
  const reservation = await reserveFor(0.2, 1);
  await mark(reservation);
  const later = { start: hoursFromNow(20) };
  expect(await problemOf(change(sql, cast.ana, reservation, later))).toBe('change-after-start');
  const cancelling = as(sql, cast.ana)`
    update public.reservations set status = 'cancelled' where id = ${reservation.id}`;
  expect(await problemOf(cancelling)).toBe('reservation-begun');
  await change(sql, cast.admin, reservation, later);
  expect(await readArrival(reservation)).toBeNull();
});

test('a driver who opens the barrier has arrived, once', async () => {
  const reservation = await reserveFor(5 * MINUTE, 1);
  await openBarrier(sql, cast.ana, reservation, 'barrier-no-response');
  expect(await readArrival(reservation)).toBeNull();
  await openBarrier(sql, cast.ana, reservation);
  const arrival = await readArrival(reservation);
  expect(arrival).not.toBeNull();
  await openBarrier(sql, cast.ana, reservation);
  expect(await readArrival(reservation)).toEqual(arrival);
});
