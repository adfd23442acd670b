import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Actor, as, createCast, refusalOf, SERVICE } from './as.ts';
import { type HttpWorld, openHttpWorld } from './http-world.ts';

// At least one administrator who can sign in remains, whoever tries what.

let world: HttpWorld;
let admin: Actor;
let other: Actor;
beforeAll(async () => {
  world = await openHttpWorld();
});
beforeEach(async () => {
  const { sql } = world.database;
  ({ admin, beto: other } = await createCast(sql));
  await sql`delete from public.user_roles where user_id <> ${admin.id}`;
});
afterAll(() => world.close());

const makeAdmin = (person: Actor) =>
  world.database.sql`insert into public.user_roles (user_id, role) values (${person.id}, 'admin')`;
const isAdmin = async (person: Actor) => {
  const [row] = await as(world.database.sql, person, (tx) => tx<{ yes: boolean }[]>`select private.is_admin() as yes`);
  return row?.yes;
};
const setStatus = (by: Actor, of: Actor, status: string) =>
  world.ask(by, `profiles?user_id=eq.${of.id}`, { method: 'PATCH', body: JSON.stringify({ status }) });
const removeRole = (by: Actor, of: Actor) => world.ask(by, `user_roles?user_id=eq.${of.id}`, { method: 'DELETE' });
const leave = (by: Actor) => world.ask(by, 'rpc/delete_my_account', { method: 'POST', body: '{}' });

const WAYS_OUT: [name: string, go: () => Promise<Response>][] = [
  ['suspend', () => setStatus(admin, admin, 'suspended')],
  ['deactivate', () => setStatus(admin, admin, 'inactive')],
  ['demote', () => removeRole(admin, admin)],
  ['delete', () => leave(admin)],
];

test.each(WAYS_OUT)('the last administrator cannot %s themselves', async (_, go) => {
  const response = await go();
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    code: '23514',
    message: 'last-administrator-stays',
    hint: 'last-administrator-stays',
  });
  expect(await isAdmin(admin)).toBe(true);
});

/** What keeps an account from signing in, as the operator or the authentication service does it. */
const SHUT_OUT: [name: string, shut: (id: string | null) => Promise<unknown>][] = [
  ['is suspended', (id) => world.database.sql`update public.profiles set status = 'suspended' where user_id = ${id}`],
  ['is inactive', (id) => world.database.sql`update public.profiles set status = 'inactive' where user_id = ${id}`],
  [
    'is banned',
    (id) => world.database.sql`update auth.users set banned_until = now() + interval '1 day' where id = ${id}`,
  ],
  ['never confirmed', (id) => world.database.sql`update auth.users set email_confirmed_at = null where id = ${id}`],
  ['was deleted', (id) => world.database.sql`update auth.users set deleted_at = now() where id = ${id}`],
];

test.each(SHUT_OUT)('a second administrator who %s does not count', async (_, shut) => {
  await makeAdmin(other);
  await shut(other.id);
  for (const [, go] of WAYS_OUT) expect((await go()).status).toBe(400);
  expect(await isAdmin(admin)).toBe(true);
});

test.each(SHUT_OUT)('the owner of the database cannot make that the last administrator %s', async (_, shut) => {
  expect(await refusalOf(shut(admin.id))).toBe('23514');
  expect(await isAdmin(admin)).toBe(true);
});

test.each(SHUT_OUT)('an administrator who %s can be demoted by one in good standing', async (_, shut) => {
  await makeAdmin(other);
  await shut(other.id);
  expect((await removeRole(admin, other)).status).toBe(204);
  expect(await world.database.sql`select 1 from public.user_roles where user_id = ${other.id}`).toHaveLength(0);
});

test('the last administrator is not lost with the account either', async () => {
  const { sql } = world.database;
  expect(await refusalOf(sql`delete from auth.users where id = ${admin.id}`)).toBe('23514');
  const move = as(sql, SERVICE, (tx) => tx`update public.user_roles set user_id = ${other.id}`);
  expect(await refusalOf(move)).toBe('23514');
  expect(await isAdmin(admin)).toBe(true);
});

test('of two administrators each leaves, is suspended or deactivated while the other one reservations', async () => {
  for (const [, go] of WAYS_OUT) {
    const cast = await createCast(world.database.sql);
    ({ admin } = cast);
    await makeAdmin(cast.beto);
    expect((await go()).ok).toBe(true);
    expect(await isAdmin(cast.beto)).toBe(true);
  }
});

const AT_ONCE: [name: string, go: (by: Actor, of: Actor) => Promise<Response>][] = [
  ['suspend each other', (by, of) => setStatus(by, of, 'suspended')],
  ['demote each other', (by, of) => removeRole(by, of)],
  ['suspend themselves', (by) => setStatus(by, by, 'suspended')],
  ['delete their accounts', (by) => leave(by)],
];

test.each(AT_ONCE)('of two administrators who %s at once, one reservations', async (_, go) => {
  for (let round = 0; round < 5; round += 1) {
    const { sql } = world.database;
    const cast = await createCast(sql);
    await makeAdmin(cast.beto);
    await sql`delete from public.user_roles where user_id not in (${cast.admin.id}, ${cast.beto.id})`;
    await Promise.all([go(cast.admin, cast.beto), go(cast.beto, cast.admin)]);
    const left = await Promise.all([cast.admin, cast.beto].map(isAdmin));
    expect(left.filter(Boolean)).toHaveLength(1);
  }
});

test('a driver can change nothing of an administrator', async () => {
  await setStatus(other, admin, 'suspended');
  await removeRole(other, admin);
  expect(await isAdmin(admin)).toBe(true);
});
