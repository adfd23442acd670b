import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, as, refusalOf, reserve, SERVICE } from './as.ts';
import { type HttpWorld, openHttpWorld } from './http-world.ts';

// Ana and the administrator have a second factor; what they may do depends on whether their session has shown it.

let world: HttpWorld;

const withPassword = (person: Actor): Actor => ({ ...person, aal: 'aal1' });
const withCode = (person: Actor): Actor => ({ ...person, aal: 'aal2' });

async function addFactor({ id }: Actor, status: 'verified' | 'unverified'): Promise<void> {
  await world.database.sql`
    insert into auth.mfa_factors (user_id, factor_type, status, secret) values (${id}, 'totp', ${status}, 'sealed')`;
}

beforeAll(async () => {
  world = await openHttpWorld();
  await addFactor(world.ana, 'verified');
  await addFactor(world.admin, 'verified');
  // Set up and never proven: it does not count.
  await addFactor(world.beto, 'unverified');
});
afterAll(() => world.close());

const PERSONAL = [
  'profiles',
  'user_settings',
  'user_messages',
  'user_activity',
  'reservations',
  'user_roles',
  'vehicles',
  'ratings',
  'installation_settings',
  'space_reports',
  'space_locks',
  'space_status_overrides',
  'audit_log',
  'notifications',
  'push_subscriptions',
  'ledger_accounts',
  'ledger_entries',
  'ledger_transactions',
  'payments',
  'payment_refunds',
  'payment_differences',
  'wallet_entries',
  'receipts',
];
const PUBLIC = ['parking_zones', 'parking_spaces'];

async function countOf(actor: Actor, table: string): Promise<number> {
  const { sql } = world.database;
  const [row] = await as(sql, actor, (tx) => tx<{ rows: number }[]>`select count(*)::int as rows from ${sql(table)}`);
  return row?.rows ?? -1;
}

const countsOf = async (actor: Actor, tables: readonly string[]) =>
  Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await countOf(actor, table)])));

const nothingIn = (tables: readonly string[]) => Object.fromEntries(tables.map((table) => [table, 0]));

/** How many rows a statement of somebody changed; what it did is undone. */
async function changesOf(actor: Actor, statement: string): Promise<number> {
  let changed = -1;
  const undone = new Error('undone');
  const work = as(world.database.sql, actor, async (tx) => {
    changed = (await tx.unsafe(statement)).count;
    throw undone;
  });
  await work.catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  return changed;
}

test('every table but the public ones asks for the second factor before anything else', async () => {
  const open = await world.database.sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and not exists (
      select from pg_policies
      where schemaname = 'public' and tablename = relname and permissive = 'RESTRICTIVE' and cmd = 'ALL'
        and roles = '{authenticated}' and qual like '%has_shown_second_factor%' and with_check is null
    )`;
  expect(open.map(({ name }) => name).toSorted()).toEqual(PUBLIC.toSorted());
});

test('a driver with a second factor reads nothing with the password alone, and everything of their own with a code', async () => {
  expect(await countsOf(withPassword(world.ana), PERSONAL)).toEqual(nothingIn(PERSONAL));
  const own = {
    profiles: 1,
    user_settings: 1,
    user_messages: 1,
    reservations: 1,
    vehicles: 1,
    ratings: 1,
    space_reports: 1,
    ledger_accounts: 1,
    ledger_entries: 1,
    ledger_transactions: 1,
    payments: 1,
    payment_refunds: 1,
    wallet_entries: 1,
    receipts: 1,
  };
  expect(await countsOf(withCode(world.ana), PERSONAL)).toMatchObject(own);
  expect(await countOf(withPassword(world.ana), 'parking_zones')).toBe(2);
});

test('a driver without a proven factor needs no code', async () => {
  expect(await countsOf(withPassword(world.beto), ['profiles', 'user_settings'])).toEqual({
    profiles: 1,
    user_settings: 1,
  });
});

test('a token that does not say what it has shown counts as one of a password', async () => {
  const claims = JSON.stringify({ role: 'authenticated', sub: world.ana.id });
  const rows = await world.database.sql.begin(async (tx) => {
    await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`;
    return [...(await tx`select 1 from public.profiles`)];
  });
  expect(rows).toEqual([]);
});

test.each([
  `update public.profiles set bio = 'Written by a thief'`,
  'update public.user_settings set marketing_emails = true',
  'update public.user_messages set read_status = true',
  `update public.vehicles set name = 'Stolen'`,
  'delete from public.vehicles',
  'delete from public.saved_cards',
  'update public.ratings set overall = overall',
  `update public.reservations set status = 'cancelled'`,
])('a driver with a second factor changes no row with the password alone: %s', async (statement) => {
  const own = `${statement} where user_id = '${world.ana.id}'`;
  expect(await changesOf(withPassword(world.ana), own)).toBe(0);
  expect(await changesOf(withCode(world.ana), own)).toBe(1);
});

test('a driver with a second factor reserves with a code only', async () => {
  const booking = { spaceId: world.spaceId, from: 5, to: 6 };
  expect(await refusalOf(reserve(world.database.sql, withPassword(world.ana), booking))).toBe('42501');
  const taken = await world.database.sql`select 1 from public.reservations where parking_space_id = ${world.spaceId}`;
  expect(taken).toHaveLength(0);
  await expect(reserve(world.database.sql, withCode(world.ana), booking)).resolves.toMatchObject({ status: 'active' });
});

test('a driver with a second factor cannot delete their account with the password alone', async () => {
  const leave = as(world.database.sql, withPassword(world.ana), (tx) =>
    tx`select public.delete_my_account()`.execute(),
  );
  expect(await refusalOf(leave)).toBe('42501');
  expect(await world.database.sql`select 1 from auth.users where id = ${world.ana.id}`).toHaveLength(1);
});

test('an administrator with a second factor has no rights of the back office with the password alone', async () => {
  const alone = withPassword(world.admin);
  const [asked] = await as(world.database.sql, alone, (tx) => tx`select private.is_admin() as is_admin`.execute());
  expect(asked).toEqual({ is_admin: false });
  expect(await countsOf(alone, PERSONAL)).toEqual(nothingIn(PERSONAL));
  expect(await changesOf(alone, `update public.profiles set status = 'suspended'`)).toBe(0);
  expect(await changesOf(alone, 'update public.parking_zones set price_per_hour = 0')).toBe(0);
  expect(await changesOf(alone, 'delete from public.parking_spaces')).toBe(0);
  const grant = `insert into public.user_roles (user_id, role) values ('${world.beto.id}', 'admin')`;
  expect(await refusalOf(changesOf(alone, grant))).toBe('42501');
  expect(await refusalOf(changesOf(alone, `insert into public.parking_zones (name) values ('Piantini')`))).toBe(
    '42501',
  );
});

test('an administrator has all of them back with a code, and needs none without a factor', async () => {
  const sure = withCode(world.admin);
  expect(await countsOf(sure, ['profiles', 'reservations', 'user_roles'])).toMatchObject({
    profiles: 4,
    user_roles: 1,
  });
  expect(await changesOf(sure, 'update public.parking_zones set price_per_hour = 0')).toBe(2);
  await world.database.sql`delete from auth.mfa_factors where user_id = ${world.admin.id}`;
  expect(await countOf(withPassword(world.admin), 'profiles')).toBe(4);
  await addFactor(world.admin, 'verified');
});

test('an administrator operates locks with a code only, and a session that says nothing counts as none', async () => {
  const may = async (assurance: string | null) => {
    const [row] = await as(
      world.database.sql,
      SERVICE,
      (tx) => tx<{ may: boolean }[]>`select public.may_operate_locks(${world.admin.id}, ${assurance}) as may`,
    );
    return row?.may;
  };
  expect(await may('aal1')).toBe(false);
  expect(await may(null)).toBe(false);
  expect(await may('aal2')).toBe(true);
});

test('where the operator asks for one, an administrator without a second factor has no rights', async () => {
  const { sql } = world.database;
  const { admin } = world;
  const [{ samples } = { samples: true }] = await sql`select samples from private.installation`;
  await sql`update private.installation set samples = false`;
  await sql`delete from auth.mfa_factors where user_id = ${admin.id}`;
  const rightsOf = async (person: Actor) => {
    const [row] = await as(sql, person, (tx) => tx`select private.is_admin() as admin`);
    const [locks] = await as(
      sql,
      SERVICE,
      (tx) => tx`select public.may_operate_locks(${person.id}, ${person.aal ?? 'aal1'}) as may`,
    );
    return [row?.admin, locks?.may, await countOf(person, 'profiles'), (await countOf(person, 'audit_log')) > 0];
  };
  const all = [true, true, 4, true];
  await sql`update public.installation_settings set admins_need_second_factor = false`;
  expect(await rightsOf(withPassword(admin))).toEqual(all);
  await sql`update public.installation_settings set admins_need_second_factor = true`;
  // Nor does a token help that had shown a factor which is gone.
  for (const person of [withPassword(admin), withCode(admin)]) {
    expect(await rightsOf(person)).toEqual([false, false, 1, false]);
    expect(await changesOf(person, 'update public.parking_zones set price_per_hour = 0')).toBe(0);
    expect(await changesOf(person, 'update public.installation_settings set admins_need_second_factor = false')).toBe(
      0,
    );
  }
  expect(await countOf(withPassword(world.beto), 'profiles')).toBe(1);
  await addFactor(admin, 'verified');
  expect(await rightsOf(withPassword(admin))).toEqual([false, false, 0, false]);
  expect(await rightsOf(withCode(admin))).toEqual(all);
  await sql`update public.installation_settings set admins_need_second_factor = false`;
  await sql`update private.installation set samples = ${samples}`;
});

test('the operator does not ask for a second factor that nobody may enrol', async () => {
  const attempt = world.database.sql`
    update public.installation_settings set admins_need_second_factor = true, two_factor_allowed = false`;
  expect(await refusalOf(attempt)).toBe('23514');
});

test('over HTTP a password alone opens nothing of a person with a second factor', async () => {
  const { ana, spaceId } = world;
  const own = `profiles?select=email&user_id=eq.${ana.id}`;
  const alone = withPassword(ana);
  expect(await (await world.ask(alone, own)).json()).toEqual([]);
  const change = { method: 'PATCH', body: JSON.stringify({ bio: 'Written by a thief' }) };
  const changed = await world.ask(alone, own, { ...change, headers: { prefer: 'return=representation' } });
  expect(await changed.json()).toEqual([]);
  const start = new Date(Date.now() + 50 * 3_600_000);
  const end = new Date(start.getTime() + 3_600_000);
  const reservation = {
    id: randomUUID(),
    user_id: ana.id,
    parking_space_id: spaceId,
    start_time: start,
    end_time: end,
  };
  const booked = await world.ask(alone, 'reservations', { method: 'POST', body: JSON.stringify(reservation) });
  expect([booked.status, await booked.json()]).toMatchObject([403, { code: '42501' }]);

  const sure = withCode(ana);
  expect(await (await world.ask(sure, own)).json()).toEqual([{ email: ana.email }]);
  const bookedSurely = await world.ask(sure, 'reservations', { method: 'POST', body: JSON.stringify(reservation) });
  expect(bookedSurely.status).toBe(201);
});
