import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Actor, ANONYMOUS } from './as.ts';
import { type HttpWorld, openHttpWorld } from './http-world.ts';

// The vendor's id of a lock: whoever knows it could name it to the vendor. Only administrators and the service read it.

const DEVICE = 'KV-SECRET-7';

let world: HttpWorld;
beforeAll(async () => {
  world = await openHttpWorld();
});
afterAll(() => world.close());
// The space of Ana's reservation.
beforeEach(() => world.database.sql`update public.parking_spaces set kavass_device_id = ${DEVICE}`);

async function read(actor: Actor, path: string, body?: object) {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await world.ask(actor, path, init);
  return { status: response.status, text: await response.text() };
}
const spaceOf = () => `parking_spaces?id=eq.${world.spaceId}`;
const patch = async (actor: Actor, path: string, change: object) => {
  const headers = { prefer: 'return=representation' };
  const response = await world.ask(actor, path, { method: 'PATCH', body: JSON.stringify(change), headers });
  return { status: response.status, text: await response.text() };
};
const lockOf = async () => {
  const [space] = JSON.parse(
    (await read(world.admin, `${spaceOf()}&select=has_lock,updated_at,lock:space_locks(*)`)).text,
  );
  return { hasLock: space.has_lock, device: space.lock?.device_id ?? null, version: space.updated_at };
};

test.each<[who: string, actor: () => Actor]>([
  ['a visitor', () => ANONYMOUS],
  ['a driver with a reservation', () => world.ana],
  ['another driver', () => world.beto],
  ['a suspended driver', () => world.suspended],
])('%s reads that a space has a lock, and nowhere which', async (_, actor) => {
  const whole = await read(actor(), `${spaceOf()}&select=*`);
  expect(whole.status).toBe(200);
  expect(JSON.parse(whole.text)).toMatchObject([{ has_lock: true, kavass_device_id: null }]);
  const texts = await Promise.all([
    whole.text,
    ...[
      ...['parking_spaces?select=*,space_locks(*)', 'space_locks', 'parking_zones?select=*,parking_spaces(*)'],
      ...['reservations?select=*,parking_spaces(*)', 'audit_log', 'admin_audit_log', 'user_activity'],
      ...['rpc/find_spaces', 'rpc/find_zones', 'rpc/find_map_zones?south=-90&west=-180&north=90&east=180'],
      ...[
        'parking_spaces?kavass_device_id=like.x',
        'parking_spaces?id=eq.x',
        'space_locks?device_id=eq.1&select=nothing',
      ],
    ].map(async (path) => (await read(actor(), path)).text),
    (await read(actor(), 'rpc/export_my_data', {})).text,
    (await patch(actor(), spaceOf(), { kavass_device_id: 'KV-1' })).text,
  ]);
  for (const text of texts) expect(text).not.toContain(DEVICE);
  // Nor by asking which space has a lock that somebody guesses.
  for (const path of [`parking_spaces?kavass_device_id=eq.${DEVICE}`, `space_locks?device_id=eq.${DEVICE}`]) {
    expect((await read(actor(), path)).text).not.toContain(world.spaceId);
  }
  expect(await lockOf()).toMatchObject({ device: DEVICE });
});

test('an administrator gives a space a lock, changes it and takes it away, and the audit log says so', async () => {
  const { version } = await lockOf();
  await patch(world.admin, spaceOf(), { hint: 'Behind the pillar' });
  expect(await lockOf()).toMatchObject({ hasLock: true, device: DEVICE });
  expect((await patch(world.admin, spaceOf(), { kavass_device_id: 'KV-8' })).status).toBe(200);
  const changed = await lockOf();
  expect(changed).toMatchObject({ hasLock: true, device: 'KV-8' });
  expect(changed.version > version).toBe(true);
  await patch(world.admin, spaceOf(), { kavass_device_id: 'KV-8' });
  expect(await lockOf()).toEqual(changed);
  await patch(world.admin, spaceOf(), { kavass_device_id: ' ' });
  expect(await lockOf()).toMatchObject({ hasLock: false, device: null });
  const moves = await world.database.sql`
    select before ->> 'kavass_device_id' as before, after ->> 'kavass_device_id' as after from public.audit_log
    where after ? 'kavass_device_id' and before ->> 'kavass_device_id' is distinct from after ->> 'kavass_device_id'
    and action = 'update' order by id`;
  expect(moves).toEqual([
    { before: DEVICE, after: 'KV-8' },
    { before: 'KV-8', after: null },
  ]);
});

test('nobody but an administrator gives a new space a lock', async () => {
  for (const actor of [ANONYMOUS, world.ana, world.suspended]) {
    const { status } = await read(actor, 'parking_spaces', { name: 'Mine', kavass_device_id: 'KV-1' });
    expect([401, 403]).toContain(status);
  }
  expect(await world.database.sql`select from public.space_locks where device_id = 'KV-1'`).toHaveLength(0);
});

test('the lock goes with its space', async () => {
  const { sql } = world.database;
  await sql`insert into public.parking_spaces (name, kavass_device_id) values ('Short', 'KV-SHORT')`;
  await sql`delete from public.parking_spaces where name = 'Short'`;
  expect(await sql`select from public.space_locks where device_id = 'KV-SHORT'`).toHaveLength(0);
});
