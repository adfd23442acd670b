import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, ANONYMOUS, createSpace, hoursFromNow, reserve, reserveInPast, SERVICE } from './as.ts';
import { type HttpWorld, openHttpWorld } from './http-world.ts';

let world: HttpWorld;
beforeAll(async () => {
  world = await openHttpWorld();
});
afterAll(() => world.close());

const SECOND_MS = 1000;

async function createReservation(from: number, to: number): Promise<{ id: string; spaceId: string }> {
  const { sql } = world.database;
  const { spaceId } = await createSpace(sql);
  const book = from < 0 && to < 0 ? reserveInPast : reserve;
  return { id: (await book(sql, world.ana, { spaceId, from, to })).id, spaceId };
}

const change = (actor: Actor, id: string, body: object) =>
  world.ask(actor, `reservations?id=eq.${id}&select=id`, {
    method: 'PATCH',
    headers: { prefer: 'return=representation' },
    body: JSON.stringify(body),
  });
const end = (actor: Actor, id: string, endedAt: Date | string | null, key: string | null = null) =>
  change(actor, id, { status: 'completed', ended_at: endedAt, end_key: key });

async function readReservation(
  id: string,
): Promise<{ status: string; endedAt: Date | null; startTime: Date; now: Date }> {
  const [row] = await world.database.sql<{ status: string; endedAt: Date | null; startTime: Date; now: Date }[]>`
    select status, ended_at as "endedAt", start_time as "startTime", clock_timestamp() as now
    from public.reservations where id = ${id}`;
  if (row === undefined) throw new Error('No reservation came back');
  return row;
}

async function expectEndedNow(id: string): Promise<void> {
  const { endedAt, now } = await readReservation(id);
  expect(now.getTime() - (endedAt?.getTime() ?? 0)).toBeLessThan(60 * SECOND_MS);
  expect(endedAt?.getTime()).toBeLessThanOrEqual(now.getTime());
}

test('a reservation that a driver ended an hour ago without a connection is completed as of then', async () => {
  for (const [from, to] of [
    [-2, 1],
    [-3, -2],
  ] as const) {
    const { id } = await createReservation(from, to);
    const tap = hoursFromNow(-1);
    expect(await (await end(world.ana, id, tap)).json()).toEqual([{ id }]);
    expect(await readReservation(id)).toMatchObject({ status: 'completed', endedAt: tap });
  }
});

test('a reservation that is ended at its very start is completed as of then', async () => {
  const { id } = await createReservation(-2, 1);
  const { startTime } = await readReservation(id);
  await end(world.ana, id, startTime);
  expect((await readReservation(id)).endedAt).toEqual(startTime);
});

test.each([
  ['a minute ahead', () => hoursFromNow(1 / 60)],
  ['years ahead', () => '2999-01-01T00:00:00Z'],
  ['before the start of the stay', () => hoursFromNow(-2.1)],
  ['at its factory setting', () => '1970-01-01T00:00:00Z'],
  ['at no time that is finite', () => '-infinity'],
])('a device whose clock is %s ends the reservation as of now', async (_, tap) => {
  const { id } = await createReservation(-2, 1);
  expect((await end(world.ana, id, tap())).status).toBe(200);
  await expectEndedNow(id);
});

test('an end without a time, as older versions send it, is as of now', async () => {
  const { id } = await createReservation(-2, 1);
  await change(world.ana, id, { status: 'completed' });
  await expectEndedNow(id);
});

test('a repeated end changes nothing, whatever its time', async () => {
  const { id } = await createReservation(-2, 1);
  const tap = hoursFromNow(-1);
  await end(world.ana, id, tap);
  expect(await (await end(world.ana, id, hoursFromNow(-1.5))).json()).toEqual([]);
  expect(await readReservation(id)).toMatchObject({ status: 'completed', endedAt: tap });
});

test('a device recognizes its own end by its key, also where its clock is ahead', async () => {
  const { id } = await createReservation(-2, 1);
  const [own, other] = [randomUUID(), randomUUID()];
  await end(world.ana, id, hoursFromNow(2), own);
  await expectEndedNow(id);
  expect(await (await end(world.ana, id, hoursFromNow(2), other)).json()).toEqual([]);
  for (const actor of [world.ana, world.beto, world.admin, SERVICE, ANONYMOUS]) {
    await change(actor, id, { end_key: other });
    await change(actor, id, { end_key: null });
  }
  const reservations = await world.ask(world.ana, `reservations?id=eq.${id}&select=status,end_key`);
  expect(await reservations.json()).toEqual([{ status: 'completed', end_key: own }]);
});

test.each([
  ['cancelled', { status: 'cancelled' }],
  ['active', {}],
])('a reservation that becomes or is %s takes no key of an end', async (status, body) => {
  const { id } = await createReservation(1, 2);
  await change(world.ana, id, { ...body, end_key: randomUUID() });
  const reservations = await world.ask(world.ana, `reservations?id=eq.${id}&select=status,end_key`);
  expect(await reservations.json()).toEqual([{ status, end_key: null }]);
});

test('a space is free for others from the moment the database has the end', async () => {
  const { id, spaceId } = await createReservation(-2, 2);
  await end(world.ana, id, hoursFromNow(-1));
  const booked = await reserve(world.database.sql, world.beto, { spaceId, from: 0, to: 1 });
  expect(booked.status).toBe('active');
});

test.each(['cancelled', 'expired', 'active'])(
  'a reservation that is or becomes %s has no end of a driver',
  async (status) => {
    const { id } = await createReservation(1, 2);
    await world.database.sql`
    update public.reservations set status = ${status}, ended_at = now() where id = ${id}`;
    expect((await readReservation(id)).endedAt).toBeNull();
    await change(world.ana, id, { ended_at: hoursFromNow(-1) });
    expect((await readReservation(id)).endedAt).toBeNull();
  },
);

test('nobody moves or removes the end of a completed reservation', async () => {
  const { id } = await createReservation(-2, 1);
  const tap = hoursFromNow(-1);
  await end(world.ana, id, tap);
  for (const actor of [world.ana, world.beto, world.admin, SERVICE, ANONYMOUS]) {
    await change(actor, id, { ended_at: hoursFromNow(-0.5) });
    await change(actor, id, { ended_at: null });
  }
  expect((await readReservation(id)).endedAt).toEqual(tap);
});

test('nobody else ends a reservation of a driver with a time of theirs', async () => {
  const { id } = await createReservation(-2, 1);
  expect(await (await end(world.beto, id, hoursFromNow(-1))).json()).toEqual([]);
  expect((await end(ANONYMOUS, id, hoursFromNow(-1))).status).toBe(401);
  expect(await readReservation(id)).toMatchObject({ status: 'active', endedAt: null });
});

test('a suspended driver still ends a reservation as of the tap', async () => {
  const { sql } = world.database;
  const { id } = await createReservation(-2, 1);
  const tap = hoursFromNow(-1);
  await sql`update public.profiles set status = 'suspended' where user_id = ${world.ana.id}`;
  await end(world.ana, id, tap);
  await sql`update public.profiles set status = 'active' where user_id = ${world.ana.id}`;
  expect(await readReservation(id)).toMatchObject({ status: 'completed', endedAt: tap });
});
