import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SpaceStatus } from '../../domain/zones/zone.ts';
import { type Actor, ANONYMOUS, as, createSpace, hoursFromNow, refusalOf, reserve, SERVICE } from './as.ts';
import { type HttpWorld, openHttpWorld } from './http-world.ts';

// Only available spaces can be reserved: maintenance closes a space for every time, other use only for reservations that begin now.

const MINUTE = 1 / 60;
const NOW = { from: -0.5, to: 1 };
const IN_FOUR_MINUTES = { from: 4 * MINUTE, to: 1 };
const IN_AN_HOUR = { from: 1, to: 2 };

let world: HttpWorld;
let spaceId: string;
beforeAll(async () => {
  world = await openHttpWorld();
});
beforeEach(async () => {
  ({ spaceId } = await createSpace(world.database.sql));
});
afterAll(() => world.close());

const setStatus = (status: SpaceStatus) =>
  world.database.sql`update public.parking_spaces set status = ${status} where id = ${spaceId}`;
const book = (actor: Actor, { from, to }: { from: number; to: number }) =>
  world.ask(actor, 'reservations', {
    method: 'POST',
    body: JSON.stringify({
      user_id: actor.id,
      parking_space_id: spaceId,
      start_time: hoursFromNow(from),
      end_time: hoursFromNow(to),
    }),
  });
const countReservations = async () => {
  const [row] = await world.database.sql`
    select count(*)::int as reservations from public.reservations where parking_space_id = ${spaceId}`;
  return row?.reservations;
};

/** @throws when the response is anything but that the space is not available */
async function expectNotAvailable(response: Response): Promise<void> {
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    code: '23514',
    message: 'space-taken',
    hint: 'space-taken',
  });
}

/** Everybody who comes through the API tries; the trigger asks before the policies. */
async function expectNobodyBooks(times: { from: number; to: number }): Promise<void> {
  for (const actor of [world.ana, world.beto, world.suspended, world.admin]) {
    await expectNotAvailable(await book(actor, times));
  }
  expect((await book(ANONYMOUS, times)).status).toBe(401);
  expect(await countReservations()).toBe(0);
}

test.each(['occupied', 'maintenance'] as const)(
  'nobody begins a reservation on a space with the status %s',
  async (status) => {
    await setStatus(status);
    await expectNobodyBooks(NOW);
    await expectNobodyBooks(IN_FOUR_MINUTES);
  },
);

test('nobody books a space in maintenance for later', async () => {
  await setStatus('maintenance');
  await expectNobodyBooks(IN_AN_HOUR);
});

test('neither the service nor the owner of the database lets a reservation begin on an occupied space', async () => {
  const { sql } = world.database;
  await setStatus('occupied');
  const insert = (by: Pick<typeof sql, 'unsafe'>) =>
    by.unsafe('insert into public.reservations (parking_space_id, start_time, end_time) values ($1, $2, $3)', [
      spaceId,
      hoursFromNow(NOW.from),
      hoursFromNow(NOW.to),
    ]);
  expect(await refusalOf(as(sql, SERVICE, insert))).toBe('23514');
  expect(await refusalOf(insert(sql))).toBe('23514');
  expect(await countReservations()).toBe(0);
});

test.each(['occupied', 'reserved'] as const)('a driver books a space that is %s now for later', async (status) => {
  await setStatus(status);
  expect((await book(world.ana, IN_AN_HOUR)).status).toBe(201);
});

test('a suspended driver books no available space either', async () => {
  expect((await book(world.suspended, NOW)).status).toBe(403);
  expect(await countReservations()).toBe(0);
});

test('only its own driver begins right after a reservation that is not over yet', async () => {
  await reserve(world.database.sql, world.ana, { spaceId, from: -1, to: 2 * MINUTE });
  const next = { from: 3 * MINUTE, to: 1 };
  for (const actor of [world.beto, world.admin]) await expectNotAvailable(await book(actor, next));
  expect(await countReservations()).toBe(1);
  expect((await book(world.ana, next)).status).toBe(201);
});

test('the driver of the present stay books on, also when the space is marked as occupied', async () => {
  await reserve(world.database.sql, world.ana, { spaceId, from: -1, to: 2 * MINUTE });
  await setStatus('occupied');
  await expectNotAvailable(await book(world.beto, { from: 3 * MINUTE, to: 1 }));
  expect((await book(world.ana, { from: 3 * MINUTE, to: 1 })).status).toBe(201);
});

test('a reservation that overlaps the present one of another driver is a conflict, as at any other time', async () => {
  await reserve(world.database.sql, world.ana, { spaceId, ...NOW });
  const response = await book(world.beto, NOW);
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({ code: '23P01' });
});

test('a reservation that is over keeps nobody out, although the status was not refreshed yet', async () => {
  await setStatus('reserved');
  expect((await book(world.beto, NOW)).status).toBe(201);
});

test('of two drivers who begin at once one gets the space, and the other hears that it is taken', async () => {
  const responses = await Promise.all([world.ana, world.beto].map((actor) => book(actor, NOW)));
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(await countReservations()).toBe(1);
});
