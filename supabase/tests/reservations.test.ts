import { describe, expect, test } from 'vitest';
import type { ProblemKey } from '../../domain/problems.ts';
import { findReservationProblem, MAX_DAYS_AHEAD, MAX_RESERVATION_HOURS } from '../../domain/reservations/times.ts';
import {
  type Actor,
  as,
  createCast,
  createSpace,
  hoursFromNow,
  problemOf,
  refusalOf,
  reserve,
  reserveInPast,
  SERVICE,
} from './as.ts';
import { openDatabase } from './world.ts';

const sql = await openDatabase();
const cast = await createCast(sql);
const { ana, beto, suspended, admin } = cast;
const MINUTE = 1 / 60;

const statusOf = async (id: string) => (await sql`select status from public.reservations where id = ${id}`)[0]?.status;
const spaceStatusOf = async (id: string) =>
  (await sql`select status from public.parking_spaces where id = ${id}`)[0]?.status;
const setSpaceStatus = (id: string, status: string) =>
  sql`update public.parking_spaces set status = ${status} where id = ${id}`;
const setStatus = (actor: Actor, id: string, status: string) =>
  as(sql, actor)`update public.reservations set status = ${status} where id = ${id} returning id`;
const countOn = async (spaceId: string) =>
  (await sql`select from public.reservations where parking_space_id = ${spaceId}`).count;
/** A reservation between two moments, of this actor unless it is somebody else's. */
const book = (actor: Actor, spaceId: string, start: Date | string, end: Date | string) =>
  as(sql, actor)`
    insert into public.reservations (user_id, parking_space_id, start_time, end_time)
    values (${actor.id}, ${spaceId}, ${String(start instanceof Date ? start.toISOString() : start)}::text::timestamptz,
      ${String(end instanceof Date ? end.toISOString() : end)}::text::timestamptz)`;

test.each([
  [{ hourlyRate: 7.5 }, 15],
  [{ hourlyRate: null, zonePrice: 8 }, 16],
  [{ hourlyRate: null, zonePrice: null }, 10],
  [{ hourlyRate: 0 }, 0],
])('the price is set by the database, whatever was sent: at %j two hours cost %d', async (rates, price) => {
  const { spaceId } = await createSpace(sql, rates);
  const { total_amount } = await reserve(sql, ana, { spaceId, from: 1, to: 3, amount: price === 0 ? 9 : 0.01 });
  expect(Number(total_amount)).toBe(price);
});

describe('one space', () => {
  test('is not reserved twice for part of a time, but from the moment another reservation ends', async () => {
    const { spaceId } = await createSpace(sql);
    const end = hoursFromNow(12);
    await book(ana, spaceId, hoursFromNow(10), end);
    expect(await refusalOf(reserve(sql, beto, { spaceId, from: 11, to: 13 }))).toBe('23P01');
    await book(beto, spaceId, end, hoursFromNow(14));
  });

  test('goes to one of fifty drivers who want it at once, and the others hear that it is taken', async () => {
    const { spaceId } = await createSpace(sql);
    const attempts = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => reserve(sql, index % 2 ? ana : beto, { spaceId, from: 1, to: 2 })),
    );
    const lost = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason.code] : []));
    expect(lost).toEqual(Array(49).fill('23P01'));
  });
});

describe('only an available space', () => {
  test.each([
    ['occupied', -0.5],
    ['occupied', 4 * MINUTE],
    ['maintenance', -0.5],
    ['maintenance', 1],
  ])('is reserved, and one that is %s not in %d hours, by nobody', async (status, from) => {
    const { spaceId } = await createSpace(sql);
    await setSpaceStatus(spaceId, status);
    for (const actor of [ana, beto, suspended, admin, SERVICE]) {
      expect(await problemOf(reserve(sql, actor, { spaceId, from, to: 2 }))).toBe('space-taken');
    }
    const owner = sql`
      insert into public.reservations (parking_space_id, start_time, end_time) values (${spaceId}, ${hoursFromNow(from)}, ${hoursFromNow(2)})`;
    expect(await problemOf(owner)).toBe('space-taken');
  });

  test('matters now: what is occupied or reserved is booked for later, and a status that is not refreshed for now', async () => {
    for (const [status, from] of [['occupied', 1] as const, ['reserved', 1] as const, ['reserved', -0.5] as const]) {
      const { spaceId } = await createSpace(sql);
      await setSpaceStatus(spaceId, status);
      expect(await reserve(sql, ana, { spaceId, from, to: 2 })).toMatchObject({ status: 'active' });
    }
  });

  test('is one whose reservation is over, but for its own driver, who goes on also where it is marked as occupied', async () => {
    const { spaceId } = await createSpace(sql);
    await reserve(sql, ana, { spaceId, from: -1, to: 2 * MINUTE });
    const next = { spaceId, from: 3 * MINUTE, to: 1 };
    for (const actor of [beto, admin]) expect(await problemOf(reserve(sql, actor, next))).toBe('space-taken');
    await setSpaceStatus(spaceId, 'occupied');
    expect(await problemOf(reserve(sql, beto, next))).toBe('space-taken');
    await reserve(sql, ana, next);
  });
});

const at = (hours: number) => hoursFromNow(hours).toISOString();

type Times = [start: string, end: string];
const ODD: [name: string, times: () => Times, problem: ProblemKey][] = [
  ['starts in the year 12000', () => ['12000-01-01T00:00:00Z', '12000-01-01T01:00:00Z'], 'start-too-late'],
  ['starts before Christ', () => ['0044-03-15 00:00:00+00 BC', at(1)], 'start-too-early'],
  ['starts at -infinity', () => ['-infinity', at(1)], 'reservation-times-not-finite'],
  ['starts at infinity', () => ['infinity', 'infinity'], 'reservation-times-not-finite'],
  ['ends at infinity', () => [at(1), 'infinity'], 'reservation-times-not-finite'],
  ['lasts 72 years', () => [at(1), at(72 * 366 * 24)], 'reservation-too-long'],
  ['lasts a minute more than 31 days', () => [at(1), at(1 + MAX_RESERVATION_HOURS + 1 / 60)], 'reservation-too-long'],
  ['lasts 14 minutes', () => [at(1), at(1 + 14 / 60)], 'reservation-too-short'],
  ['ended in 1999', () => ['1999-01-01T00:00:00Z', '1999-01-01T03:00:00Z'], 'reservation-is-over'],
  ['started 24 hours and a minute ago', () => [at(-24 - 1 / 60), at(1)], 'start-too-early'],
  ['starts 366 days and a minute from now', () => [at(366 * 24 + 1 / 60), at(366 * 24 + 2)], 'start-too-late'],
  ['is over already', () => [at(-3), at(-1)], 'reservation-is-over'],
  ['ends before it starts', () => [at(3), at(2)], 'end-before-start'],
];

test.each(ODD)('nobody books a reservation that %s', async (_, times, problem) => {
  const { spaceId } = await createSpace(sql);
  const [start, end] = times();
  for (const actor of [ana, admin, SERVICE]) expect(await problemOf(book(actor, spaceId, start, end))).toBe(problem);
  expect(await countOn(spaceId)).toBe(0);
});

test.each(ODD.filter(([name]) => !/infinity|Christ|before/.test(name)))(
  'the screen names the same problem for a reservation that %s',
  (_, times, problem) => {
    const [startsAt, endsAt] = times().map((time) => new Date(time.replace('12000', '+012000'))) as [Date, Date];
    expect(findReservationProblem({ startsAt, endsAt }, new Date())?.key).toBe(problem);
  },
);

test('a driver books the current hour, a day ago to a moment from now, 366 days ahead and 31 days at once', async () => {
  const reservations: Times[] = [
    [new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000).toISOString(), at(3)],
    [at(-23.9), at(0.1)],
    [at(MAX_DAYS_AHEAD * 24 - 0.1), at(MAX_DAYS_AHEAD * 24 + 3)],
    [at(1), at(1 + MAX_RESERVATION_HOURS)],
  ];
  for (const [start, end] of reservations) await book(ana, (await createSpace(sql)).spaceId, start, end);
});

test('a reservation begins and ends on a millisecond, as every client reads it', async () => {
  const { spaceId } = await createSpace(sql);
  const start = at(1);
  const end = at(2);
  await book(ana, spaceId, start.replace('Z', '789Z'), end.replace('Z', '789Z'));
  const rows = await sql`
    select from public.reservations
    where parking_space_id = ${spaceId} and start_time = ${start}::timestamptz and end_time = ${end}::timestamptz`;
  expect(rows).toHaveLength(1);
});

test('neither a driver nor an administrator calls a reservation expired, and nobody moves it back', async () => {
  const { id } = await reserve(sql, ana, { ...(await createSpace(sql)), from: 1, to: 2 });
  for (const actor of [ana, admin]) expect(await refusalOf(setStatus(actor, id, 'expired'))).toBe('42501');
  await setStatus(admin, id, 'cancelled');
  expect(await refusalOf(setStatus(SERVICE, id, 'active'))).toBe('23514');
});

test('a space is reserved while a reservation covers now, not before, and available again when it ends', async () => {
  const { spaceId } = await createSpace(sql);
  await reserve(sql, ana, { spaceId, from: 5, to: 6 });
  expect(await spaceStatusOf(spaceId)).toBe('available');
  const { id } = await reserve(sql, ana, { spaceId, from: -1, to: 1 });
  expect(await spaceStatusOf(spaceId)).toBe('reserved');
  await setStatus(ana, id, 'completed');
  expect(await spaceStatusOf(spaceId)).toBe('available');
});

test('due work frees spaces whose reservation is over, expires stays a day after their end and leaves maintenance alone', async () => {
  const over = await createSpace(sql);
  const closed = await createSpace(sql);
  const recent = await reserveInPast(sql, ana, { spaceId: over.spaceId, from: -4, to: -2 });
  const old = await reserveInPast(sql, ana, { spaceId: over.spaceId, from: -30, to: -25 });
  await reserve(sql, ana, { spaceId: closed.spaceId, from: -1, to: 1 });
  await setSpaceStatus(over.spaceId, 'reserved');
  await setSpaceStatus(closed.spaceId, 'maintenance');
  await sql`select private.run_due_work()`;
  expect([await spaceStatusOf(over.spaceId), await spaceStatusOf(closed.spaceId)]).toEqual([
    'available',
    'maintenance',
  ]);
  expect([await statusOf(old.id), await statusOf(recent.id)]).toEqual(['expired', 'active']);
});

const ask = async (actor: Actor, id: string) =>
  (await as(sql, actor)`select public.next_reservation_begins(${id}) as begins`)[0]?.begins;
const startOf = async ({ id }: { id: string }) =>
  (await sql`select start_time from public.reservations where id = ${id}`)[0]?.start_time;

test('the next reservation on a space begins within a day of the own end, is the first of several and not cancelled', async () => {
  const { spaceId } = await createSpace(sql);
  const { id } = await reserve(sql, ana, { spaceId, from: -1, to: 2 });
  await reserve(sql, beto, { spaceId, from: 26.5, to: 27 });
  expect(await ask(ana, id)).toBeNull();
  await reserve(sql, beto, { spaceId, from: 6, to: 7 });
  const next = await reserve(sql, beto, { spaceId, from: 2.01, to: 3 });
  expect(await ask(ana, id)).toEqual(await startOf(next));
  // Nobody learns it of a reservation of somebody else, or of one that is closed.
  expect([await ask(beto, id), await ask(admin, id)]).toEqual([null, null]);
  await sql`update public.reservations set status = 'cancelled' where parking_space_id = ${spaceId} and id <> ${id}`;
  expect(await ask(ana, id)).toBeNull();
  await reserve(sql, beto, { spaceId, from: 3, to: 4 });
  await setStatus(ana, id, 'completed');
  expect(await ask(ana, id)).toBeNull();
});
