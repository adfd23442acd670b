import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Actor, ANONYMOUS, as, createCast, createSpace, hoursFromNow, refusalOf, reserve, SERVICE } from './as.ts';
import { type HttpWorld, openHttpWorld } from './http-world.ts';

const MOST_UPCOMING = 20;
const MOST_PER_HOUR = 30;

let world: HttpWorld;
let ana: Actor;
beforeAll(async () => {
  world = await openHttpWorld();
});
beforeEach(async () => {
  ({ ana } = await createCast(world.database.sql));
});
afterAll(() => world.close());

/** So many reservations of one space, one after the other. */
async function rowsFor(actor: Actor, count: number, firstHour = 1) {
  const { spaceId } = await createSpace(world.database.sql);
  return Array.from({ length: count }, (_, index) => ({
    user_id: actor.id,
    parking_space_id: spaceId,
    start_time: hoursFromNow(firstHour + index).toISOString(),
    end_time: hoursFromNow(firstHour + index + 0.9).toISOString(),
  }));
}
const post = (actor: Actor, rows: object[]) =>
  world.ask(actor, 'reservations', { method: 'POST', body: JSON.stringify(rows) });
const countOf = async (actor: Actor) => {
  const [row] = await world.database.sql`
    select count(*)::int as rows from public.reservations where user_id = ${actor.id}`;
  return row?.rows;
};

test('a request books 20 stays, and not one of 21 or of 4,600', async () => {
  for (const count of [MOST_UPCOMING + 1, 4600]) {
    const response = await post(ana, await rowsFor(ana, count));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ hint: 'too-many-upcoming-reservations' });
    expect(await countOf(ana)).toBe(0);
  }
  expect((await post(ana, await rowsFor(ana, MOST_UPCOMING))).status).toBe(201);
});

test('the row over the limit is rejected before it waits for its space', async () => {
  const { sql } = world.database;
  const { spaceId } = await createSpace(sql);
  const rows = await rowsFor(ana, MOST_UPCOMING + 1);
  await sql.begin(async (holder) => {
    await holder`select pg_advisory_xact_lock(hashtextextended(${spaceId}, 0))`;
    const last = { ...rows.at(-1), parking_space_id: spaceId };
    const response = await post(ana, [...rows.slice(0, MOST_UPCOMING), last]);
    expect(await response.json()).toMatchObject({ hint: 'too-many-upcoming-reservations' });
  });
});

test('a booking that waits for its space gives up after three seconds', async () => {
  const { sql } = world.database;
  const { spaceId } = await createSpace(sql);
  await sql.begin(async (holder) => {
    await holder`select pg_advisory_xact_lock(hashtextextended(${spaceId}, 0))`;
    expect(await refusalOf(reserve(sql, ana, { spaceId, from: 1, to: 2 }))).toBe('55P03');
  });
});

test('a driver has 20 upcoming reservations, and one more when one of them is cancelled', async () => {
  await post(ana, await rowsFor(ana, MOST_UPCOMING));
  const { spaceId } = await createSpace(world.database.sql);
  const [one] = await rowsFor(ana, 1);
  const response = await post(ana, [one ?? {}]);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    message: 'too-many-upcoming-reservations',
    hint: 'too-many-upcoming-reservations',
  });
  expect(await countOf(ana)).toBe(MOST_UPCOMING);

  await as(world.database.sql, ana, async (tx) => {
    const [first] = await tx`select id from public.reservations order by start_time limit 1`;
    await tx`update public.reservations set status = 'cancelled' where id = ${first?.id}`;
  });
  await expect(reserve(world.database.sql, ana, { spaceId, from: 1, to: 2 })).resolves.toMatchObject({
    status: 'active',
  });
});

test('of thirty bookings that one driver sends at once twenty are made', async () => {
  const rows = await Promise.all(Array.from({ length: 30 }, async () => (await rowsFor(ana, 1))[0] ?? {}));
  const statuses = await Promise.all(rows.map(async (row) => (await post(ana, [row])).status));
  expect(statuses.filter((status) => status === 201)).toHaveLength(MOST_UPCOMING);
  expect(await countOf(ana)).toBe(MOST_UPCOMING);
});

test('another driver, and a reservation of nobody, do not count', async () => {
  await post(ana, await rowsFor(ana, MOST_UPCOMING));
  expect((await post(world.beto, await rowsFor(world.beto, 1))).status).toBe(201);
});

/** Books and cancels as often as this, one after the other. @returns the statuses of the bookings */
async function bookAndCancel(actor: Actor, times: number): Promise<number[]> {
  const [row] = await rowsFor(actor, 1);
  const statuses: number[] = [];
  for (let count = 0; count < times; count += 1) {
    statuses.push((await post(actor, [row ?? {}])).status);
    const { sql } = world.database;
    await as(sql, actor, (tx) => tx`update public.reservations set status = 'cancelled' where user_id = ${actor.id}`);
  }
  return statuses;
}

test('a driver who books and cancels without end makes 30 reservations an hour', async () => {
  expect(await bookAndCancel(ana, MOST_PER_HOUR)).toEqual(Array(MOST_PER_HOUR).fill(201));
  const response = await post(ana, await rowsFor(ana, 1));
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    message: 'too-many-reservations-in-an-hour',
    hint: 'too-many-reservations-in-an-hour',
  });
  expect(await countOf(ana)).toBe(MOST_PER_HOUR);

  expect((await post(world.beto, await rowsFor(world.beto, 1))).status).toBe(201);
  const { sql } = world.database;
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update public.reservations set created_at = now() - interval '61 minutes' where user_id = ${ana.id}`;
  });
  expect((await post(ana, await rowsFor(ana, 1))).status).toBe(201);
});

test('a request of many rows, and requests at the same time, pass the limit of an hour no further', async () => {
  await bookAndCancel(ana, MOST_PER_HOUR - 2);
  expect((await post(ana, await rowsFor(ana, 3))).status).toBe(400);
  expect(await countOf(ana)).toBe(MOST_PER_HOUR - 2);
  const rows = await Promise.all(Array.from({ length: 10 }, async () => (await rowsFor(ana, 1))[0] ?? {}));
  const statuses = await Promise.all(rows.map(async (row) => (await post(ana, [row])).status));
  expect(statuses.filter((status) => status === 201)).toHaveLength(2);
  expect(await countOf(ana)).toBe(MOST_PER_HOUR);
});

test('administrators and the secret key make more reservations in an hour than a driver', async () => {
  const { admin } = world;
  const times = MOST_PER_HOUR + 1;
  expect(await bookAndCancel(admin, times)).toEqual(Array(times).fill(201));
  await bookAndCancel(ana, MOST_PER_HOUR);
  const { sql } = world.database;
  const { spaceId } = await createSpace(sql);
  await expect(reserve(sql, SERVICE, { spaceId, from: 1, to: 2, owner: ana.id })).resolves.toMatchObject({
    user_id: ana.id,
  });
});

test('the operator changes how many there may be, and nobody who comes through the API reads or changes it', async () => {
  const { sql } = world.database;
  await sql`update private.limits set upcoming_reservations = 2`;
  try {
    expect((await post(ana, await rowsFor(ana, 3))).status).toBe(400);
    expect((await post(ana, await rowsFor(ana, 2))).status).toBe(201);
  } finally {
    await sql`update private.limits set upcoming_reservations = ${MOST_UPCOMING}`;
  }
  for (const actor of [ANONYMOUS, ana, world.suspended, world.admin, SERVICE]) {
    expect(await refusalOf(as(sql, actor, (tx) => tx`select * from private.limits`))).toBe('42501');
    expect(await refusalOf(as(sql, actor, (tx) => tx`update private.limits set upcoming_reservations = 9`))).toBe(
      '42501',
    );
  }
  expect(await refusalOf(sql`update private.limits set upcoming_reservations = 0`)).toBe('23514');
  expect(await refusalOf(sql`update private.limits set reservations_per_hour = 0`)).toBe('23514');
  expect(await refusalOf(sql`insert into private.limits (only_row) values (false)`)).toBe('23514');
});
