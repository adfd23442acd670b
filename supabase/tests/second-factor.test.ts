import { expect, test } from 'vitest';
import { type Actor, as, createCast, refusalOf, SERVICE } from './as.ts';
import { openDatabase } from './world.ts';

// What the operator asks of administrators; access.test.ts has what a session may do before it has shown its factor.

const sql = await openDatabase();
const { admin } = await createCast(sql);
const withPassword: Actor = { ...admin, aal: 'aal1' };
const withCode: Actor = { ...admin, aal: 'aal2' };
const addFactor = () => sql`
  insert into auth.mfa_factors (user_id, factor_type, status, secret) values (${admin.id}, 'totp', 'verified', 'sealed')`;

const mayOperateLocks = async (assurance: string | null) => {
  const [row] = await as(sql, SERVICE)`select public.may_operate_locks(${admin.id}, ${assurance}) as may`;
  return row?.may;
};
const rightsOf = async (person: Actor) => {
  const [row] = await as(sql, person)`
    select private.is_admin() as admin, (select count(*)::int from public.profiles) as profiles`;
  return [row?.admin, await mayOperateLocks(person.aal ?? null), row?.profiles];
};

test('where the operator asks for one, an administrator without a second factor has no rights', async () => {
  await sql`update private.installation set samples = false`;
  await sql`delete from auth.mfa_factors`;
  expect(await rightsOf(withPassword)).toEqual([true, true, 4]);
  await sql`update public.installation_settings set admins_need_second_factor = true`;
  // Nor does a token help that had shown a factor which is gone.
  for (const person of [withPassword, withCode]) {
    expect(await rightsOf(person)).toEqual([false, false, 1]);
    const undo = as(sql, person)`
      update public.installation_settings set admins_need_second_factor = false returning id`;
    expect(await undo).toEqual([]);
  }
  await addFactor();
  expect(await rightsOf(withPassword)).toEqual([false, false, 0]);
  expect(await rightsOf(withCode)).toEqual([true, true, 4]);
});

test('the operator does not ask for a second factor that nobody may enrol', async () => {
  const attempt = sql`
    update public.installation_settings set admins_need_second_factor = true, two_factor_allowed = false`;
  expect(await refusalOf(attempt)).toBe('23514');
});
