import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Actor,
  ANONYMOUS,
  as,
  createSpace,
  hoursFromNow,
  refusalOf,
  reserve,
  reserveInPast,
  SERVICE,
} from './as.ts';
import { type HttpWorld, openHttpWorld } from './http-world.ts';

let world: HttpWorld;
beforeAll(async () => {
  world = await openHttpWorld();
});
afterAll(() => world.close());

/** A reservation of Ana's on a space of its own. */
async function anasReservation(from: number, to: number): Promise<string> {
  const { sql } = world.database;
  const { spaceId } = await createSpace(sql);
  const book = to < 0 ? reserveInPast : reserve;
  return (await book(sql, world.ana, { spaceId, from, to })).id;
}
const statusOf = async (id: string) => {
  const [row] = await world.database.sql`select status from public.reservations where id = ${id}`;
  return row?.status;
};
const end = (actor: Actor, id: string, status: 'completed' | 'cancelled') =>
  world.ask(actor, `reservations?id=eq.${id}&select=id`, {
    method: 'PATCH',
    headers: { prefer: 'return=representation' },
    body: JSON.stringify({ status }),
  });
const complete = (actor: Actor, id: string) => end(actor, id, 'completed');
const completeAs = (actor: Actor, id: string) =>
  as(world.database.sql, actor, (tx) => tx`update public.reservations set status = 'completed' where id = ${id}`);
const cancelAs = (actor: Actor, id: string) =>
  as(world.database.sql, actor, (tx) => tx`update public.reservations set status = 'cancelled' where id = ${id}`);

test('a driver who completes a reservation before its start is told so, and it stays active', async () => {
  const id = await anasReservation(0.01, 2);
  const response = await complete(world.ana, id);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    code: '23514',
    hint: 'reservation-not-begun',
    message: 'reservation-not-begun',
  });
  expect(await statusOf(id)).toBe('active');
});

test('a driver completes a reservation from its start on, during it and when it is over', async () => {
  for (const [from, to] of [
    [0, 1],
    [-1, 1],
    [-3, -2],
  ] as const) {
    const id = await anasReservation(from, to);
    expect(await (await complete(world.ana, id)).json()).toEqual([{ id }]);
    expect(await statusOf(id)).toBe('completed');
  }
});

test('a driver still cancels a reservation before its start', async () => {
  const id = await anasReservation(0.01, 27);
  await cancelAs(world.ana, id);
  expect(await statusOf(id)).toBe('cancelled');
});

test.each([
  ['under way', -1, 1],
  ['over', -3, -2],
])('a driver who cancels a reservation that is %s is told so, and it stays active', async (_, from, to) => {
  const id = await anasReservation(from, to);
  const response = await end(world.ana, id, 'cancelled');
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    code: '23514',
    hint: 'reservation-begun',
    message: 'reservation-begun',
  });
  expect(await statusOf(id)).toBe('active');
});

test('a suspended driver does not cancel a reservation under way either', async () => {
  const { sql } = world.database;
  const id = await anasReservation(-1, 1);
  await sql`update public.profiles set status = 'suspended' where user_id = ${world.ana.id}`;
  expect(await refusalOf(cancelAs(world.ana, id))).toBe('23514');
  await sql`update public.profiles set status = 'active' where user_id = ${world.ana.id}`;
  expect(await statusOf(id)).toBe('active');
});

test('neither another driver nor a visitor cancels a reservation under way', async () => {
  const id = await anasReservation(-1, 1);
  expect(await (await end(world.beto, id, 'cancelled')).json()).toEqual([]);
  expect(await refusalOf(cancelAs(ANONYMOUS, id))).toBe('42501');
  expect(await statusOf(id)).toBe('active');
});

test('an administrator and the service cancel a reservation under way', async () => {
  for (const actor of [world.admin, SERVICE]) {
    const id = await anasReservation(-1, 1);
    await cancelAs(actor, id);
    expect(await statusOf(id)).toBe('cancelled');
  }
});

test('a suspended driver completes no reservation before its start either, but one under way', async () => {
  const { sql } = world.database;
  const [coming, running] = [await anasReservation(1, 2), await anasReservation(-1, 1)];
  await sql`update public.profiles set status = 'suspended' where user_id = ${world.ana.id}`;
  expect(await refusalOf(completeAs(world.ana, coming))).toBe('23514');
  await completeAs(world.ana, running);
  await sql`update public.profiles set status = 'active' where user_id = ${world.ana.id}`;
  expect([await statusOf(coming), await statusOf(running)]).toEqual(['active', 'completed']);
});

test('neither another driver nor a visitor completes a reservation, before or after its start', async () => {
  for (const id of [await anasReservation(1, 2), await anasReservation(-1, 1)]) {
    expect(await (await complete(world.beto, id)).json()).toEqual([]);
    expect(await refusalOf(completeAs(ANONYMOUS, id))).toBe('42501');
    expect(await statusOf(id)).toBe('active');
  }
});

test('an administrator completes any active reservation, also before its start', async () => {
  const id = await anasReservation(24, 27);
  expect(await (await complete(world.admin, id)).json()).toEqual([{ id }]);
  expect(await statusOf(id)).toBe('completed');
});

test('neither the service nor the owner of the database completes a reservation before its start', async () => {
  const id = await anasReservation(1, 2);
  const asOwner = world.database.sql`update public.reservations set status = 'completed' where id = ${id}`;
  expect(await refusalOf(completeAs(SERVICE, id))).toBe('23514');
  expect(await refusalOf(asOwner)).toBe('23514');
  expect(await statusOf(id)).toBe('active');
});

test('nobody inserts a reservation to come that is completed already', async () => {
  const { sql } = world.database;
  const { spaceId } = await createSpace(sql);
  const insert = (actor: Actor) =>
    as(
      sql,
      actor,
      (tx) => tx`
        insert into public.reservations (user_id, parking_space_id, start_time, end_time, status)
        values (${world.ana.id}, ${spaceId}, ${hoursFromNow(1)}, ${hoursFromNow(2)}, 'completed')`,
    );
  expect(await refusalOf(insert(world.ana))).toBe('23514');
  expect(await refusalOf(insert(SERVICE))).toBe('23514');
  expect(await sql`select 1 from public.reservations where parking_space_id = ${spaceId}`).toHaveLength(0);
});
