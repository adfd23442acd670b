import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createSpace, hoursFromNow, reserve } from './as.ts';
import { type HttpWorld, openHttpWorld } from './http-world.ts';
import { createMoneyRows } from './money-rows.ts';
import { createRating } from './past-reservations.ts';

// What a driver may write, and may not any more once they are suspended, each with a token that is still good.

let world: HttpWorld;
let driver: Actor;
let reservationId: string;
beforeAll(async () => {
  world = await openHttpWorld();
  driver = world.beto;
  const { sql } = world.database;
  ({ id: reservationId } = await reserve(sql, driver, { spaceId: world.spaceId, from: 1, to: 2 }));
  await sql`insert into public.user_messages (user_id, sender_type, message) values (${driver.id}, 'other', 'For Beto')`;
  await createRating(sql, driver, reservationId, 'Rated by Beto');
  await sql`insert into public.vehicles (user_id, name, plate, type) values (${driver.id}, 'Civic', 'B123456', 'sedan')`;
  await createMoneyRows(sql, driver);
});
afterAll(() => world.close());

const send = (path: string, method: string, body: object) =>
  world.ask(driver, path, { method, body: JSON.stringify(body) });
const own = () => `user_id=eq.${driver.id}`;

/** Every write that a driver has the right to, by table and verb. */
const WRITES: Record<string, () => Promise<Response>> = {
  'profiles update': () => send(`profiles?${own()}`, 'PATCH', { bio: 'Written by a suspended driver' }),
  'profiles insert': () => send('profiles', 'POST', { user_id: driver.id, email: driver.email }),
  'user_settings update': () => send(`user_settings?${own()}`, 'PATCH', { marketing_emails: true }),
  'user_messages update': () => send(`user_messages?${own()}`, 'PATCH', { read_status: true }),
  'user_messages insert': () =>
    send('user_messages', 'POST', { user_id: driver.id, sender_type: 'user', message: 'From a suspended driver' }),
  'vehicles insert': () => send('vehicles', 'POST', { user_id: driver.id, name: 'Yaris', plate: 'B2', type: 'suv' }),
  'vehicles update': () => send(`vehicles?${own()}`, 'PATCH', { name: 'Written by a suspended driver' }),
  'saved_cards delete': () => world.ask(driver, `saved_cards?${own()}`, { method: 'DELETE' }),
  'vehicles delete': () => world.ask(driver, `vehicles?${own()}`, { method: 'DELETE' }),
  'ratings insert': () => {
    const stars = { overall: 1, cleanness: 1, communication: 1, accessibility: 1 };
    return send('ratings', 'POST', { user_id: driver.id, reservation_id: reservationId, ...stars });
  },
  'ratings update': () => send(`ratings?${own()}`, 'PATCH', { overall: 1 }),
  'reservations update': () => send(`reservations?id=eq.${reservationId}`, 'PATCH', { status: 'cancelled' }),
  'reservations insert': async () => {
    const { spaceId } = await createSpace(world.database.sql);
    return send('reservations', 'POST', {
      user_id: driver.id,
      parking_space_id: spaceId,
      start_time: hoursFromNow(5),
      end_time: hoursFromNow(6),
    });
  },
};

const everything = async () => {
  const { sql } = world.database;
  const tables = [
    'profiles',
    'user_settings',
    'user_messages',
    'reservations',
    'user_roles',
    'vehicles',
    'ratings',
    'saved_cards',
  ];
  return Promise.all(tables.map((table) => sql`select * from public.${sql(table)} where user_id = ${driver.id}`));
};
const setStatus = (status: string) =>
  world.database.sql`update public.profiles set status = ${status} where user_id = ${driver.id}`;

test('every write that a driver has a policy for is tried here', async () => {
  const { sql } = world.database;
  const rows = await sql<{ name: string }[]>`
    select distinct tablename || ' ' || lower(cmd) as name from pg_policies
    where schemaname = 'public' and permissive = 'PERMISSIVE' and cmd <> 'SELECT' and policyname not like 'admins%'
    order by name`;
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(WRITES).toSorted());
});

/** Ending a reservation frees its space for others. */
const ALLOWED = 'reservations update';
const REFUSED = Object.keys(WRITES).filter((name) => name !== ALLOWED);

test.each(REFUSED)('a suspended driver is refused: %s, and nothing changes', async (name) => {
  await setStatus('suspended');
  const before = JSON.stringify(await everything());
  const response = await WRITES[name]?.();
  expect(response?.status).toBe(403);
  expect(await response?.json()).toMatchObject({ code: '42501' });
  expect(JSON.stringify(await everything())).toBe(before);
});

test('a suspended driver ends their reservation', async () => {
  await setStatus('suspended');
  expect((await WRITES[ALLOWED]?.())?.status).toBe(204);
  const [reservation] = await world.database.sql`select status from public.reservations where id = ${reservationId}`;
  expect(reservation?.status).toBe('cancelled');
});

test('a suspended driver still reads what is theirs', async () => {
  await setStatus('suspended');
  const response = await world.ask(driver, `reservations?${own()}`);
  expect(await response.json()).toHaveLength(1);
});

test('a suspended administrator changes nothing of their own either', async () => {
  const { sql } = world.database;
  await sql`insert into public.user_roles (user_id, role) values (${world.ana.id}, 'admin')`;
  await sql`update public.profiles set status = 'suspended' where user_id = ${world.ana.id}`;
  const change = { method: 'PATCH', body: JSON.stringify({ bio: 'x' }) };
  expect((await world.ask(world.ana, `profiles?user_id=eq.${world.ana.id}`, change)).status).toBe(403);
});

test('a driver who is not suspended any more writes again, and one who is can still leave', async () => {
  await setStatus('active');
  for (const name of ['profiles update', 'user_settings update', 'user_messages update']) {
    expect((await WRITES[name]?.())?.status).toBe(204);
  }
  await setStatus('suspended');
  expect((await send('rpc/delete_my_account', 'POST', {})).ok).toBe(true);
  expect(await world.database.sql`select 1 from auth.users where id = ${driver.id}`).toHaveLength(0);
});
