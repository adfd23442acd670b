import { beforeEach, expect, test } from 'vitest';
import { type Actor, as, createCast, problemOf, refusalOf, SERVICE, withProof } from './as.ts';
import { openDatabase } from './world.ts';

// At least one administrator who can sign in remains, whoever tries what.

const sql = await openDatabase();
let admin: Actor;
let other: Actor;
let third: Actor;
let suspended: Actor;
beforeEach(async () => {
  ({ admin, beto: other, ana: third, suspended } = await createCast(sql));
  await sql`delete from public.user_roles where user_id <> ${admin.id}`;
  await sql`delete from public.notifications`;
});

const makeAdmin = (person: Actor) => sql`insert into public.user_roles (user_id, role) values (${person.id}, 'admin')`;
const isAdmin = async (person: Actor) => {
  const [row] = await as(sql, person)<{ yes: boolean }[]>`select private.is_admin() as yes`;
  return row?.yes;
};
const setStatusUnproven = (by: Actor, of: Actor, status: string) =>
  as(sql, by)`update public.profiles set status = ${status} where user_id = ${of.id}`;
const setStatus = async (by: Actor, of: Actor, status: string) =>
  setStatusUnproven(await withProof(sql, by), of, status);
const giveRole = (by: Actor, to: Actor) =>
  as(sql, by)`insert into public.user_roles (user_id, role) values (${to.id}, 'admin')`;
const takeRole = (by: Actor, of: Actor) => as(sql, by)`delete from public.user_roles where user_id = ${of.id}`;
const removeRole = async (by: Actor, of: Actor) => takeRole(await withProof(sql, by), of);
const leave = async (by: Actor) => as(sql, await withProof(sql, by))`select public.delete_my_account()`;

const WAYS_OUT: Record<string, () => Promise<unknown>> = {
  suspend: () => setStatus(admin, admin, 'suspended'),
  deactivate: () => setStatus(admin, admin, 'inactive'),
  demote: () => removeRole(admin, admin),
  delete: () => leave(admin),
};

/** What keeps an account from signing in, as the operator or the authentication service does it. */
const SHUT_OUT: [name: string, shut: (id: string | null) => Promise<unknown>][] = [
  ['is suspended', (id) => sql`update public.profiles set status = 'suspended' where user_id = ${id}`],
  ['is inactive', (id) => sql`update public.profiles set status = 'inactive' where user_id = ${id}`],
  ['is banned', (id) => sql`update auth.users set banned_until = now() + interval '1 day' where id = ${id}`],
  ['never confirmed', (id) => sql`update auth.users set email_confirmed_at = null where id = ${id}`],
  ['was deleted', (id) => sql`update auth.users set deleted_at = now() where id = ${id}`],
];

async function expectLastStays(): Promise<void> {
  for (const go of Object.values(WAYS_OUT)) expect(await problemOf(go())).toBe('last-administrator-stays');
  expect(await isAdmin(admin)).toBe(true);
}

test('the last administrator can neither suspend, deactivate, demote nor delete themselves', expectLastStays);

test.each(SHUT_OUT)(
  'an administrator who %s does not count, is demoted by one who does, and is not the last',
  async (_, shut) => {
    expect(await refusalOf(shut(admin.id))).toBe('23514');
    await makeAdmin(other);
    await shut(other.id);
    await expectLastStays();
    expect((await removeRole(admin, other)).count).toBe(1);
  },
);

test('the last administrator is not lost with the account either', async () => {
  expect(await refusalOf(sql`delete from auth.users where id = ${admin.id}`)).toBe('23514');
  expect(await refusalOf(as(sql, SERVICE)`update public.user_roles set user_id = ${other.id}`)).toBe('42501');
  expect(await isAdmin(admin)).toBe(true);
});

test.each<[string, (by: Actor, of: Actor) => Promise<unknown>]>([
  ['suspend each other', (by, of) => setStatus(by, of, 'suspended')],
  ['demote each other', (by, of) => removeRole(by, of)],
  ['suspend themselves', (by) => setStatus(by, by, 'suspended')],
  ['delete their accounts', (by) => leave(by)],
])('of two administrators who %s at once, one stays', async (_, go) => {
  for (let round = 0; round < 3; round += 1) {
    const cast = await createCast(sql);
    await makeAdmin(cast.beto);
    await sql`delete from public.user_roles where user_id not in (${cast.admin.id}, ${cast.beto.id})`;
    await Promise.allSettled([go(cast.admin, cast.beto), go(cast.beto, cast.admin)]);
    const left = await Promise.all([cast.admin, cast.beto].map(isAdmin));
    expect(left.filter(Boolean)).toHaveLength(1);
  }
});

// Who administers is changed by whoever has just shown who they are, and every administrator is told.

const UNPROVEN: Record<string, () => Promise<unknown>> = {
  'gives the role': () => giveRole(admin, third),
  'takes the role': () => takeRole(admin, other),
  'gives up the role': () => takeRole(admin, admin),
  'suspends an administrator': () => setStatusUnproven(admin, other, 'suspended'),
  'reactivates an administrator': () => setStatusUnproven(admin, suspended, 'active'),
};

test.each(Object.keys(UNPROVEN))('a session without a recent proof never %s', async (act) => {
  await makeAdmin(other);
  await makeAdmin(suspended);
  const stored = () => sql`
    select user_id, role, status from public.admin_users where user_id = any(${[admin.id, other.id, third.id, suspended.id]})
    order by user_id`;
  const before = await stored();
  expect(await problemOf(UNPROVEN[act]?.() ?? Promise.resolve())).toBe('proof-needed');
  expect(await stored()).toEqual(before);
});

test('an administrator suspends a driver without a proof', async () => {
  expect((await setStatusUnproven(admin, other, 'suspended')).count).toBe(1);
});

test('the service and the operator of the database change roles without a proof', async () => {
  expect((await giveRole(SERVICE, other)).count).toBe(1);
  expect((await takeRole(SERVICE, other)).count).toBe(1);
});

type Told = { to: string; event: string; person: string; by: string | null };

/** Who was told of what, by the mails that a worker of the server takes. */
async function listMails(): Promise<Told[]> {
  const rows = await sql<{ kind: string; email: string; content: Omit<Told, 'to'> }[]>`
    select kind, email, content from public.claim_notifications(100)`;
  return rows
    .filter(({ kind }) => kind === 'administrator')
    .map(({ email, content: { event, person, by } }) => ({ to: email.split('-')[0] ?? '', event, person, by }))
    .toSorted((one, another) => one.to.localeCompare(another.to));
}

test.each<[event: string, go: () => Promise<unknown>, told: string[]]>([
  ['assigned', async () => giveRole(await withProof(sql, admin), third), ['Ada', 'Ana', 'Beto']],
  ['removed', () => removeRole(admin, other), ['Ada', 'Beto']],
  ['suspended', () => setStatus(admin, other, 'suspended'), ['Ada', 'Beto']],
  ['inactive', () => setStatus(admin, other, 'inactive'), ['Ada', 'Beto']],
])('all administrators and the person get one mail each when somebody is %s', async (event, go, told) => {
  await makeAdmin(other);
  await listMails();
  await sql`update public.user_settings set email_notifications = false`;
  await go();
  const person = event === 'assigned' ? third : other;
  const name = event === 'assigned' ? 'Ana' : 'Beto';
  expect(await listMails()).toEqual(
    told.map((to) => ({ to, event, person: `${name} (${person.email})`, by: `Ada (${admin.email})` })),
  );
});

test('an administrator who deletes the account is named to those who stay', async () => {
  await makeAdmin(other);
  await listMails();
  await leave(other);
  expect(await listMails()).toEqual([
    { to: 'Ada', event: 'removed', person: `Beto (${other.email})`, by: `Beto (${other.email})` },
  ]);
});

test('administrators are told of a role that the operator gives, and nobody of the first one', async () => {
  expect(await listMails()).toEqual([]);
  await makeAdmin(other);
  expect(await listMails()).toMatchObject([{ to: 'Ada' }, { to: 'Beto', event: 'assigned', by: null }]);
});

test('a person whose name is empty is called by the address', async () => {
  await makeAdmin(other);
  await sql`update public.profiles set full_name = '' where user_id = ${other.id}`;
  await listMails();
  await leave(other);
  expect(await listMails()).toMatchObject([{ to: 'Ada', person: other.email, by: other.email }]);
});

test('administrators see who has which role', async () => {
  const roles = await as(sql, admin)`
    select user_id, role from public.admin_users where user_id = any(${[admin.id, other.id]}) order by role`;
  expect(roles).toEqual([
    { user_id: admin.id, role: 'admin' },
    { user_id: other.id, role: 'user' },
  ]);
  expect(
    await as(sql, admin)`select role from public.search_admin_users(${admin.email}) where role = 'admin'`,
  ).toHaveLength(1);
});

// What the operator asks of administrators; access.test.ts has what a session may do before it has shown its factor.

test('where the operator asks for one, an administrator without a second factor has no rights', async () => {
  const withPassword: Actor = { ...admin, aal: 'aal1' };
  const withCode: Actor = { ...admin, aal: 'aal2' };
  const mayAll = async (person: Actor) => {
    const [row] = await as(sql, person)`
      select private.is_admin() as admin, (select count(*) > 1 from public.profiles) as reads_others`;
    const [locks] = await as(sql, SERVICE)`select public.is_acting_admin(${admin.id}, ${person.aal ?? ''}) as may`;
    return [row?.admin, row?.reads_others, locks?.may];
  };
  await sql`update private.installation set samples = false`;
  expect(await mayAll(withPassword)).toEqual([true, true, true]);
  await sql`update public.installation_settings set admins_need_second_factor = true`;
  // Nor does a token help that had shown a factor which is gone.
  for (const person of [withPassword, withCode]) {
    expect(await mayAll(person)).toEqual([false, false, false]);
    const undo = as(sql, person)`
      update public.installation_settings set admins_need_second_factor = false returning id`;
    expect(await undo).toEqual([]);
  }
  await sql`
    insert into auth.mfa_factors (user_id, factor_type, status, secret) values (${admin.id}, 'totp', 'verified', 'sealed')`;
  expect(await mayAll(withPassword)).toEqual([false, false, false]);
  expect(await mayAll(withCode)).toEqual([true, true, true]);
});

test('the operator does not ask for a second factor that nobody may enrol', async () => {
  const attempt = sql`
    update public.installation_settings set admins_need_second_factor = true, two_factor_allowed = false`;
  expect(await refusalOf(attempt)).toBe('23514');
});
