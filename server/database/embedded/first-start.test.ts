import { join } from 'node:path';
import { hash, verify } from '@node-rs/bcrypt';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SAMPLE_LOCKS } from '../../../simulators/locks/fleet.ts';
import { readConfig } from '../../config/config.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import {
  closeDemoAccounts,
  createDemoAccounts,
  DEMO_PASSWORD,
  ensureAccount,
  ensureFirstAdmin,
  hasAdministrator,
} from '../built-in-accounts.ts';
import { prepareDatabase, seedZones } from '../prepare-database.ts';

const SEED = join(import.meta.dirname, '../../../supabase/seed.sql');
const OWNER = { email: 'owner@parqueo.test', password: 'first-password', fullName: 'Olga Owner', isAdmin: true };

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

async function accounts() {
  return database.sql<{ email: string; confirmed: boolean; password: string; admin: boolean; name: string }[]>`
    select u.email, u.email_confirmed_at is not null as confirmed, u.encrypted_password as password,
      exists (select from public.user_roles r where r.user_id = u.id and r.role = 'admin') as admin,
      (select full_name from public.profiles p where p.user_id = u.id) as name
    from auth.users u order by u.email`;
}

const takeRoleFrom = (email: string) =>
  database.sql`delete from public.user_roles where user_id = (select id from auth.users where email = ${email})`;
const countZones = async () => (await database.sql`select from public.parking_zones`).length;

test('sample zones are loaded once, also when two servers start together', async () => {
  const loaded = await Promise.all([seedZones(database.sql, SEED), seedZones(database.sql, SEED)]);
  expect(loaded.toSorted()).toEqual([false, true]);
  expect(await countZones()).toBe(14);
});

test('some sample spaces have a lock of the simulator, and some locks are on no space', async () => {
  await seedZones(database.sql, SEED);
  const spaces = await database.sql<{ did: string }[]>`
    select kavass_device_id as did from public.parking_spaces where kavass_device_id is not null order by did`;
  const stock = SAMPLE_LOCKS.map(({ did }) => did);
  expect(spaces.map(({ did }) => did)).toEqual(stock.slice(0, 18));
});

test('loaded sample zones hold no start up while somebody changes a zone', async () => {
  await seedZones(database.sql, SEED);
  await database.sql.begin(async (tx) => {
    await tx`update public.parking_zones set name = name`;
    expect(await seedZones(database.sql, SEED)).toBe(false);
  });
});

test('sample zones that an administrator removed do not come back', async () => {
  await seedZones(database.sql, SEED);
  await database.sql`delete from public.parking_zones`;
  expect(await seedZones(database.sql, SEED)).toBe(false);
  expect(await countZones()).toBe(0);
});

test('a product with a zone of its own gets no sample zones', async () => {
  await database.sql`insert into public.parking_zones (name) values ('Mine')`;
  expect(await seedZones(database.sql, SEED)).toBe(false);
  expect(await countZones()).toBe(1);
});

test('the demo accounts are confirmed, have profiles and one of them administers', async () => {
  await createDemoAccounts(database.sql);
  const [admin, driver] = await accounts();
  expect(admin).toMatchObject({ email: 'admin@parqueo.test', confirmed: true, admin: true, name: 'Ada Demo' });
  expect(driver).toMatchObject({ email: 'driver@parqueo.test', confirmed: true, admin: false, name: 'Dario Demo' });
  expect(await verify('parqueo-demo', driver?.password ?? '')).toBe(true);
});

test('a live start takes password, role and sessions from the demo accounts, also renamed ones', async () => {
  const { sql } = database;
  await createDemoAccounts(sql);
  await sql`update auth.users set email = 'renamed@parqueo.test' where email = 'admin@parqueo.test'`;
  await sql`insert into auth.sessions (id, user_id) select gen_random_uuid(), id from auth.users`;
  expect(await closeDemoAccounts(sql)).toBe(true);
  expect(await accounts()).toMatchObject([
    { email: 'driver@parqueo.test', password: null, admin: false },
    { email: 'renamed@parqueo.test', password: null, admin: false },
  ]);
  expect([(await sql`select from auth.sessions`).length, await hasAdministrator(sql)]).toEqual([0, false]);
  // The rule of the last administrator holds again.
  await ensureAccount(sql, OWNER);
  await expect(takeRoleFrom(OWNER.email)).rejects.toThrow('last-administrator-stays');
  expect(await closeDemoAccounts(sql)).toBe(false);
});

test('a demo account that got a password of its own stays as it is at a live start', async () => {
  await createDemoAccounts(database.sql);
  const own = await hash('correct-horse-battery', 4);
  await database.sql`update auth.users set encrypted_password = ${own} where email = 'admin@parqueo.test'`;
  await closeDemoAccounts(database.sql);
  expect(await accounts()).toMatchObject([{ password: own, admin: true }, { password: null }]);
});

test.each([
  ['with sample data on this machine keeps', {}, true],
  ['without sample data closes', { SAMPLES: 'off' }, false],
  ['under a public address closes', { PUBLIC_URL: 'https://parqueo.example' }, false],
  ['on every address closes', { HOST: '0.0.0.0' }, false],
])('a start %s the demo accounts', async (_, env, isKept) => {
  await createDemoAccounts(database.sql);
  await prepareDatabase(database.sql, readConfig(env, '/'), null, pino({ level: 'silent' }));
  const [admin] = await accounts();
  expect(await verify(DEMO_PASSWORD, admin?.password ?? '')).toBe(isKept);
});

test('a demo account that was removed or demoted stays so', async () => {
  await createDemoAccounts(database.sql);
  await ensureAccount(database.sql, OWNER);
  await database.sql`delete from auth.users where email = 'driver@parqueo.test'`;
  await takeRoleFrom('admin@parqueo.test');
  await createDemoAccounts(database.sql);
  expect(await accounts()).toMatchObject([{ email: 'admin@parqueo.test', admin: false }, { email: OWNER.email }]);
});

test('a product that somebody uses already gets no demo accounts', async () => {
  await ensureAccount(database.sql, OWNER);
  await createDemoAccounts(database.sql);
  expect(await accounts()).toMatchObject([{ email: OWNER.email }]);
});

test('the first administrator keeps a changed password and gets a lost role back', async () => {
  await ensureAccount(database.sql, OWNER);
  await ensureAccount(database.sql, { ...OWNER, email: 'zoe@parqueo.test' });
  await takeRoleFrom(OWNER.email);
  await ensureAccount(database.sql, { ...OWNER, password: 'second-password' });
  const [owner] = await accounts();
  expect(owner).toMatchObject({ confirmed: true, admin: true });
  expect(await verify('first-password', owner?.password ?? '')).toBe(true);
});

test.each([
  ['confirmed', new Date()],
  ['unconfirmed', null],
])('somebody who claimed ADMIN_EMAIL before, %s, is made an administrator at no start', async (_, confirmedAt) => {
  await database.sql`
    insert into auth.users (id, aud, role, email, email_confirmed_at, raw_user_meta_data)
    values (gen_random_uuid(), 'authenticated', 'authenticated', 'Owner@parqueo.test', ${confirmedAt},
      '{"made_by_server": true}')`;
  const logged: string[] = [];
  const log = pino({}, { write: (line) => logged.push(line) });
  for (let start = 0; start < 2; start += 1) await ensureFirstAdmin(database.sql, OWNER, log);
  expect(await accounts()).toMatchObject([{ email: 'Owner@parqueo.test', admin: false }]);
  expect(logged).toHaveLength(2);
  expect(logged[0]).toContain('ADMIN_EMAIL is the address of an account that this server did not create');
  expect(logged[0]).not.toContain('@');
});
