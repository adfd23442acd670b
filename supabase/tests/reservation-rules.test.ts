import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProblemKey } from '../../domain/problems.ts';
import { findReservationProblem, MAX_DAYS_AHEAD, MAX_RESERVATION_HOURS } from '../../domain/reservations/times.ts';
import { type Actor, as, createSpace, hoursFromNow, refusalOf, SERVICE } from './as.ts';
import { type HttpWorld, openHttpWorld } from './http-world.ts';

let world: HttpWorld;
beforeAll(async () => {
  world = await openHttpWorld();
});
afterAll(() => world.close());

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
  ['lasts a millisecond', () => [at(1), new Date(Date.parse(at(1)) + 1).toISOString()], 'reservation-too-short'],
  ['ended in 1999', () => ['1999-01-01T00:00:00Z', '1999-01-01T03:00:00Z'], 'reservation-is-over'],
  ['started 24 hours and a minute ago', () => [at(-24 - 1 / 60), at(1)], 'start-too-early'],
  ['starts 366 days and a minute from now', () => [at(366 * 24 + 1 / 60), at(366 * 24 + 2)], 'start-too-late'],
  ['is over already', () => [at(-3), at(-1)], 'reservation-is-over'],
  ['ends before it starts', () => [at(3), at(2)], 'end-before-start'],
];

const book = (actor: Actor, [start_time, end_time]: Times, more: object = {}) =>
  world.ask(actor, 'reservations', {
    method: 'POST',
    body: JSON.stringify({ user_id: actor.id, parking_space_id: world.spaceId, start_time, end_time, ...more }),
  });
const countOfSpace = async () => {
  const [row] = await world.database.sql`
    select count(*)::int as rows from public.reservations where parking_space_id = ${world.spaceId}`;
  return row?.rows;
};

test.each(ODD)('nobody books over the API a reservation that %s', async (_, times, problem) => {
  for (const actor of [world.ana, world.beto, world.admin]) {
    const response = await book(actor, times());
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: '23514', message: problem, hint: problem });
  }
  expect(await countOfSpace()).toBe(0);
});

test.each(ODD)('neither the service nor the owner of the database inserts a reservation that %s', async (_, times) => {
  const { sql } = world.database;
  const [start, end] = times();
  const insert = (by: Pick<typeof sql, 'unsafe'>) =>
    by.unsafe(
      'insert into public.reservations (parking_space_id, start_time, end_time) values ($1, $2::text::timestamptz, $3::text::timestamptz)',
      [world.spaceId, start, end],
    );
  expect(await refusalOf(as(sql, SERVICE, insert))).toBe('23514');
  expect(await refusalOf(insert(sql))).toBe('23514');
  expect(await countOfSpace()).toBe(0);
});

test('a driver books the current hour, a day ago to a moment from now, 366 days ahead and 31 days at once', async () => {
  const reservations: Times[] = [
    [new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000).toISOString(), at(3)],
    [at(-23.9), at(0.1)],
    [at(MAX_DAYS_AHEAD * 24 - 0.1), at(MAX_DAYS_AHEAD * 24 + 3)],
    [at(1), at(1 + MAX_RESERVATION_HOURS)],
  ];
  for (const times of reservations) {
    const { spaceId } = await createSpace(world.database.sql);
    expect((await book(world.ana, times, { parking_space_id: spaceId })).status).toBe(201);
  }
});

describe('the screen and the database', () => {
  test.each(ODD.filter(([name]) => !name.includes('infinity') && !name.includes('Christ') && !name.includes('before')))(
    'name the same problem for a reservation that %s',
    (_, times, problem) => {
      const [start, end] = times().map((time) => new Date(time.replace('12000', '+012000'))) as [Date, Date];
      const hours = (end.getTime() - start.getTime()) / 3_600_000;
      expect(findReservationProblem({ start, hours }, new Date())?.key).toBe(problem);
    },
  );
});

test.each([
  ['parking_spaces', 'hourly_rate'],
  ['parking_zones', 'price_per_hour'],
])('an administrator cannot give %s a rate that is no number or above 10,000 dollars', async (table, column) => {
  const id = table === 'parking_spaces' ? world.spaceId : world.zoneId;
  for (const rate of ['NaN', 10_000.01, -1]) {
    const change = { method: 'PATCH', body: JSON.stringify({ [column]: rate }) };
    expect((await world.ask(world.admin, `${table}?id=eq.${id}`, change)).status).toBe(400);
  }
  const change = { method: 'PATCH', body: JSON.stringify({ [column]: 10_000 }) };
  expect((await world.ask(world.admin, `${table}?id=eq.${id}`, change)).status).toBe(204);
});

test('an administrator cannot give a driver a balance that is no number', async () => {
  const change = { method: 'PATCH', body: JSON.stringify({ wallet_balance: 'NaN' }) };
  expect((await world.ask(world.admin, `profiles?user_id=eq.${world.ana.id}`, change)).status).toBe(400);
});
