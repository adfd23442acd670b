import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { writeInstallation } from '../../server/database/prepare-database.ts';
import { type Actor, as, createSpace, fillWallets, hoursFromNow, SERVICE } from './as.ts';
import { type HttpWorld, openHttpWorld } from './http-world.ts';

let world: HttpWorld;
beforeAll(async () => {
  world = await openHttpWorld();
  await fillWallets(world.database.sql);
});
beforeEach(async () => {
  await writeInstallation(world.database.sql, { samples: false });
  await decide({ max_reservation_hours: 2, maintenance_mode: false });
});
afterAll(() => world.close());

const decide = (settings: { max_reservation_hours?: number; maintenance_mode?: boolean }) =>
  as(
    world.database.sql,
    world.admin,
    (tx) => tx`update public.installation_settings set ${tx(settings)} where id = 'installation'`,
  );

/** Books a fresh space from now for so many hours, with Ana's vehicle where it is hers. */
async function book(actor: Actor, hours: number) {
  const { sql } = world.database;
  const { spaceId } = await createSpace(sql);
  const [vehicle] = await sql<{ id: string }[]>`select id from public.vehicles where user_id = ${actor.id}`;
  const start = Date.now();
  const response = await world.ask(actor, 'reservations', {
    method: 'POST',
    headers: { prefer: 'return=representation' },
    body: JSON.stringify({
      user_id: actor.id,
      parking_space_id: spaceId,
      start_time: new Date(start),
      end_time: new Date(start + hours * 3_600_000),
      payment_method: 'wallet',
      ...(vehicle ? { vehicle_id: vehicle.id } : {}),
    }),
  });
  return { status: response.status, body: await response.json() };
}

const CREATED = 201;

test('a driver reserves up to the most hours, and is told the limit beyond it', async () => {
  expect((await book(world.ana, 2)).status).toBe(CREATED);
  expect(await book(world.ana, 2 + 1 / 60)).toMatchObject({
    status: 400,
    body: { code: '23514', hint: 'reservation-over-limit', details: '2' },
  });
});

test('a reservation that was booked before keeps its hours when the limit falls', async () => {
  await decide({ max_reservation_hours: 5 });
  const booked = await book(world.ana, 5);
  await decide({ max_reservation_hours: 1 });
  const [{ id }] = booked.body as [{ id: string }];
  const seen = await world.ask(world.ana, `reservations?id=eq.${id}&status=eq.active`);
  expect(await seen.json()).toHaveLength(1);
  const ended = await world.ask(world.ana, `reservations?id=eq.${id}`, {
    method: 'PATCH',
    body: JSON.stringify({ status: 'completed' }),
  });
  expect(ended.ok).toBe(true);
});

test('an administrator and the operator’s own tools reserve longer', async () => {
  expect((await book(world.admin, 48)).status).toBe(CREATED);
  const { spaceId } = await createSpace(world.database.sql);
  const rows = await as(
    world.database.sql,
    SERVICE,
    (tx) => tx`
      insert into public.reservations (user_id, parking_space_id, start_time, end_time)
      values (${world.ana.id}, ${spaceId}, ${hoursFromNow(50)}, ${hoursFromNow(100)}) returning id`,
  );
  expect(rows).toHaveLength(1);
});

test('during maintenance a driver reserves nothing, and sees and ends what they have', async () => {
  const { body } = await book(world.ana, 1);
  const [{ id }] = body as [{ id: string }];
  await decide({ maintenance_mode: true });
  expect(await book(world.ana, 1)).toMatchObject({ status: 400, body: { hint: 'under-maintenance' } });
  expect((await book(world.admin, 1)).status).toBe(CREATED);
  const seen = await world.ask(world.ana, `reservations?id=eq.${id}`);
  expect(await seen.json()).toHaveLength(1);
  const ended = await world.ask(world.ana, `reservations?id=eq.${id}`, {
    method: 'PATCH',
    headers: { prefer: 'return=representation' },
    body: JSON.stringify({ status: 'completed' }),
  });
  expect(await ended.json()).toMatchObject([{ status: 'completed' }]);
  await decide({ maintenance_mode: false });
  expect((await book(world.ana, 1)).status).toBe(CREATED);
});

test('no driver gets around the rules by booking for nobody or for somebody else', async () => {
  await decide({ maintenance_mode: true });
  const { spaceId } = await createSpace(world.database.sql);
  for (const user_id of [null, world.beto.id]) {
    const response = await world.ask(world.ana, 'reservations', {
      method: 'POST',
      body: JSON.stringify({
        user_id,
        parking_space_id: spaceId,
        start_time: hoursFromNow(0),
        end_time: hoursFromNow(1),
      }),
    });
    expect(await response.json(), `${user_id}`).toMatchObject({ hint: 'under-maintenance' });
  }
});

test('with sample data the settings hold for nobody', async () => {
  await decide({ maintenance_mode: true, max_reservation_hours: 1 });
  await writeInstallation(world.database.sql, { samples: true });
  expect((await book(world.ana, 48)).status).toBe(CREATED);
});
