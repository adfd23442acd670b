import { beforeEach, expect, test } from 'vitest';
import { type Actor, as, createCast, problemOf, refusalOf, SERVICE, withProof } from './as.ts';
import { openDatabase } from './world.ts';

// At least one administrator who can sign in remains, whoever tries what.

const sql = await openDatabase();
let admin: Actor;
let other: Actor;
beforeEach(async () => {
  ({ admin, beto: other } = await createCast(sql));
  await sql`delete from public.user_roles where user_id <> ${admin.id}`;
});

const makeAdmin = (person: Actor) => sql`insert into public.user_roles (user_id, role) values (${person.id}, 'admin')`;
const isAdmin = async (person: Actor) => {
  const [row] = await as(sql, person)<{ yes: boolean }[]>`select private.is_admin() as yes`;
  return row?.yes;
};
const setStatus = (by: Actor, of: Actor, status: string) =>
  as(sql, by)`update public.profiles set status = ${status} where user_id = ${of.id}`;
const removeRole = (by: Actor, of: Actor) => as(sql, by)`delete from public.user_roles where user_id = ${of.id}`;
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
  expect(await refusalOf(as(sql, SERVICE)`update public.user_roles set user_id = ${other.id}`)).toBe('23514');
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

// What the operator asks of administrators; access.test.ts has what a session may do before it has shown its factor.

test('where the operator asks for one, an administrator without a second factor has no rights', async () => {
  const withPassword: Actor = { ...admin, aal: 'aal1' };
  const withCode: Actor = { ...admin, aal: 'aal2' };
  const mayAll = async (person: Actor) => {
    const [row] = await as(sql, person)`
      select private.is_admin() as admin, (select count(*) > 1 from public.profiles) as reads_others`;
    const [locks] = await as(sql, SERVICE)`select public.may_operate_locks(${admin.id}, ${person.aal ?? ''}) as may`;
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
